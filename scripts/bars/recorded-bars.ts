/** A bar as it was recorded. Figures are text, so that sums of them are exact. */
export interface RecordedBar {
  /** Start, ms UTC. */
  readonly timeMs: number
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly volume: string
}

const FIGURES = ['open', 'high', 'low', 'close', 'volume'] as const

/**
 * The bars of a table with a head, oldest first; `null` where its columns are not those of bars. Their time stands under
 * one of four names: `start_ms`, `end_ms` (the last millisecond), `timestamp` (text without a zone, UTC) and `start` (s).
 */
export function readBars(table: string): readonly RecordedBar[] | null {
  const [head = '', ...lines] = table.trimEnd().split(/\r?\n/)
  const names = head.split(',')
  const at = (name: string): number => names.indexOf(name)
  if (FIGURES.some((name) => at(name) < 0)) return null
  const timed = TIMES.find(([name]) => at(name) >= 0)
  if (timed === undefined) return null
  const rows = lines.map((line) => line.split(','))
  const times = rows.map((row) => timed[1](row[at(timed[0])] ?? ''))
  // A last millisecond tells the start by the distance to its neighbour: the shortest that there is.
  const lengthMs = timed[0] === 'end_ms' ? shortestStep(times) : 0
  return rows
    .map((row, index) => ({
      timeMs: timed[0] === 'end_ms' ? times[index]! + 1 - lengthMs : times[index]!,
      open: row[at('open')] ?? '',
      high: row[at('high')] ?? '',
      low: row[at('low')] ?? '',
      close: row[at('close')] ?? '',
      volume: row[at('volume')] ?? '',
    }))
    .toSorted((a, b) => a.timeMs - b.timeMs)
}

const TIMES: readonly (readonly [name: string, read: (text: string) => number])[] = [
  ['start_ms', Number],
  ['end_ms', Number],
  ['timestamp', (text) => Date.parse(`${text.slice(0, 23).replace(' ', 'T')}Z`)],
  ['start', (text) => Number(text) * 1_000],
]

/** The least time between two bars that follow each other: their length, where one gap at least is none. */
export function shortestStep(times: readonly number[]): number {
  let least = Infinity
  for (let at = 1; at < times.length; at++) {
    const step = Math.abs(times[at]! - times[at - 1]!)
    if (step > 0 && step < least) least = step
  }
  return least
}
