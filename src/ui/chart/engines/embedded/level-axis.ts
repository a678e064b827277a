import type { AxisRange, AxisTick, YAxisOverride } from 'klinecharts'

/** Room beyond the outer levels, as a share of what lies between them. */
const MARGIN = 0.15

/** An axis that always shows some levels and names these alone. */
export function levelAxis(levels: readonly number[]): Pick<YAxisOverride, 'createRange' | 'createTicks'> {
  const [lowest, highest] = [Math.min(...levels), Math.max(...levels)]
  const margin = (highest - lowest) * MARGIN
  return {
    createRange: ({ defaultRange }) =>
      rangeOf(Math.min(defaultRange.from, lowest - margin), Math.max(defaultRange.to, highest + margin)),
    createTicks: ({ range, bounding }) =>
      levels.map((level): AxisTick => {
        const share = (level - range.from) / (range.to - range.from)
        return { coord: bounding.height * (1 - share), value: level, text: String(level) }
      }),
  }
}

/** A plain axis: what it is drawn by, and what it says, are the values. */
function rangeOf(from: number, to: number): AxisRange {
  const range = to - from
  return {
    from,
    to,
    range,
    realFrom: from,
    realTo: to,
    realRange: range,
    displayFrom: from,
    displayTo: to,
    displayRange: range,
  }
}
