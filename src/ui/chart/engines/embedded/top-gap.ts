/** Of the line of a bar's prices, with the label of the highest price below it, CSS pixels. */
const PRICES_HEIGHT = 52
/** Of the chart's height, above the highest price. */
const TOP_GAP = { least: 0.2, most: 0.45 }

/** Room for the bar's prices and for what studies write, however low the chart is: a share, since pixels leave a chart without a height undrawn for good. */
export function topGap(height: number, legendHeight: number): number {
  if (height === 0) return TOP_GAP.least
  return Math.min(TOP_GAP.most, Math.max(TOP_GAP.least, (PRICES_HEIGHT + legendHeight) / height))
}
