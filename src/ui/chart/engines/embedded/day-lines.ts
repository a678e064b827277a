import { registerIndicator, type Chart } from 'klinecharts'
import type { ChartPalette } from '../../port/chart-port'
import { dayStarts, DayNames } from './day-starts'

/** The engine's name for what marks the days. */
const DAYS = 'HALYARD_DAYS'

registerIndicator({
  name: DAYS,
  calc: () => [],
  createTooltipDataSource: () => ({ name: '', calcParamsText: '', features: [], legends: [] }),
})

interface Marks {
  readonly paneId: string
  palette(): ChartPalette
  /** `null` where days are not marked. */
  timezone(): string | null
}

/** Marks where each day begins, in the chart's own time zone, on bars that are shorter than a day. */
export function markDays(chart: Chart, { paneId, palette, timezone }: Marks): void {
  let names: DayNames | null = null
  chart.createIndicator(
    {
      name: DAYS,
      paneId,
      zLevel: -2,
      draw: ({ ctx, bounding, xAxis }) => {
        const zone = timezone()
        if (zone === null) return true
        if (names?.timezone !== zone) names = new DayNames(zone)
        const { realFrom, realTo } = chart.getVisibleRange()
        ctx.strokeStyle = palette().grid
        ctx.lineWidth = 1
        ctx.setLineDash([])
        ctx.beginPath()
        for (const index of dayStarts(chart.getDataList(), { from: realFrom, to: realTo }, names)) {
          // Between the last bar of a day and the first of the next.
          const x = Math.round((xAxis.convertToPixel(index - 1) + xAxis.convertToPixel(index)) / 2) + 0.5
          ctx.moveTo(x, 0)
          ctx.lineTo(x, bounding.height)
        }
        ctx.stroke()
        return true
      },
    },
    true,
  )
}
