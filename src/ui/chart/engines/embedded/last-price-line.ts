import { registerIndicator, type Chart } from 'klinecharts'

/** The engine's name for what looks where the last price is. */
const LOOK = 'HALYARD_LAST_PRICE'

registerIndicator({
  name: LOOK,
  calc: () => [],
  createTooltipDataSource: () => ({ name: '', calcParamsText: '', features: [], legends: [] }),
})

/**
 * Draws the line of the last price while that price is among those in view. The engine holds it within the pane at any
 * time: after a scroll to other prices it would lie at one of those. Its label stays at the edge.
 */
export function keepLastPriceLine(
  chart: Pick<Chart, 'createIndicator' | 'getDataList' | 'setStyles'>,
  paneId: string,
): void {
  let isShown = true
  chart.createIndicator(
    {
      name: LOOK,
      paneId,
      draw: ({ bounding, yAxis }) => {
        const last = chart.getDataList().at(-1)?.close
        const y = last === undefined ? 0 : yAxis.convertToPixel(last)
        const show = y >= 0 && y <= bounding.height
        if (show === isShown) return true
        isShown = show
        // Not in the middle of a drawing, which a change of styles begins anew.
        queueMicrotask(() => chart.setStyles({ candle: { priceMark: { last: { line: { show } } } } }))
        return true
      },
    },
    true,
  )
}
