import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** One recorded minute, prices in USDT. */
export interface Bar {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

const FOLDER = join(import.meta.dirname, '../../../../shared/data/klines')
export const DAY = 1_440

/** @returns the bars of a recorded file, oldest first; `null` where the recordings are not beside the repository */
export function readBars(name: string): readonly Bar[] | null {
  const file = join(FOLDER, name)
  if (!existsSync(file)) return null
  const [header, ...rows] = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n')
  const column = (title: string) => header!.split(',').indexOf(title)
  const [open, high, low, close] = ['open', 'high', 'low', 'close'].map(column)
  return rows.map((row) => {
    const cells = row.split(',').map(Number)
    return { open: cells[open!]!, high: cells[high!]!, low: cells[low!]!, close: cells[close!]! }
  })
}

/** The 1,440 bars, beginning at a full hour of the recording, over which the price fell the most. */
export function crashDay(bars: readonly Bar[]): readonly Bar[] {
  let worst = 0
  let start = 0
  for (let first = 0; first + DAY <= bars.length; first += 60) {
    const day = bars.slice(first, first + DAY)
    const fall = day[0]!.open - Math.min(...day.map((bar) => bar.low))
    if (fall > worst) {
      worst = fall
      start = first
    }
  }
  return bars.slice(start, start + DAY)
}

/** The way of a price through one bar: the nearer extreme first, in steps of at most `maxStep` (a share of the price). */
export function pathOf({ open, high, low, close }: Bar, maxStep: number): readonly number[] {
  const corners = close < open ? [open, high, low, close] : [open, low, high, close]
  const path = [open]
  for (const to of corners.slice(1)) {
    const from = path.at(-1)!
    const steps = Math.ceil(Math.abs(to - from) / (from * maxStep))
    for (let step = 1; step <= steps; step++) path.push(from + ((to - from) * step) / steps)
  }
  return path
}
