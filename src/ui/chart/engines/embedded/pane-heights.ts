/** Height of a pane that nobody dragged: a share of the chart's, CSS pixels. */
const OWN_PANE = { least: 56, most: 110, share: 0.18 }
/** Below it neither a line nor the values above it can be read, CSS pixels. */
export const PANE_LEAST = 28
/** Of the axis of times, and of the bars: a share of the chart's height, and what they keep at least, CSS pixels. */
const AXIS = 26
const BARS = { share: 0.4, least: 120 }

/**
 * Heights of indicators' panes: as they were dragged, or a share of the chart; all of them lower by the same part where
 * the bars would have no room.
 *
 * @param chartPx height of the whole chart
 * @param dragged of each pane, px; `null` where nobody dragged it
 */
export function paneHeights(chartPx: number, dragged: readonly (number | null)[]): readonly number[] {
  const fitting = Math.min(OWN_PANE.most, Math.max(OWN_PANE.least, Math.round(chartPx * OWN_PANE.share)))
  const wanted = dragged.map((height) => height ?? fitting)
  const all = wanted.reduce((sum, height) => sum + height, 0)
  const room = Math.max(0, chartPx - AXIS - Math.max(BARS.least, chartPx * BARS.share))
  // A chart without a height is not laid out yet.
  const part = chartPx === 0 || all <= room ? 1 : room / all
  return wanted.map((height) => Math.max(PANE_LEAST, Math.round(height * part)))
}
