import { registerIndicator } from 'klinecharts'
import type { ChartPalette } from '../../port/chart-port'

/** Name of the volume study in the engine's registry. */
export const VOLUME = 'HALYARD_VOLUME'

/** Share of the pane that the highest visible bar takes. */
const HEIGHT_SHARE = 0.14

interface VolumeColors {
  readonly palette: ChartPalette
}

/**
 * Volume along the foot of the price pane. The engine's own study computes the whole history again at each tick
 * (chart.md §0, condition 2); this one computes nothing and reads the visible bars while it draws.
 */
export function registerVolume(): void {
  registerIndicator<unknown, unknown, VolumeColors>({
    name: VOLUME,
    calc: () => [],
    figures: [],
    // It says nothing: the line of the bar has its volume.
    createTooltipDataSource: () => ({ name: '', calcParamsText: '', features: [], legends: [] }),
    zLevel: -1,
    draw: ({ ctx, chart, indicator, bounding, xAxis }) => {
      const palette = indicator.extendData?.palette
      if (palette === undefined) return true
      const bars = chart.getDataList()
      const { from, to } = chart.getVisibleRange()
      let highest = 0
      for (let i = from; i < to; i++) highest = Math.max(highest, bars[i]?.volume ?? 0)
      if (highest === 0) return true
      const { gapBar } = chart.getBarSpace()
      ctx.globalAlpha = 0.24
      for (let i = from; i < to; i++) {
        const bar = bars[i]
        if (bar === undefined) continue
        const height = Math.max(1, Math.round(((bar.volume ?? 0) / highest) * bounding.height * HEIGHT_SHARE))
        ctx.fillStyle = bar.close >= bar.open ? palette.up : palette.down
        ctx.fillRect(Math.round(xAxis.convertToPixel(i) - gapBar / 2), bounding.height - height, gapBar, height)
      }
      return true
    },
  })
}
