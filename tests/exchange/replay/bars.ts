import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { createRandom, type Random } from '../../../src/base/random'
import { CRASH_OUTLINE, LAST_CLOSE, type HourOutline } from '../../data/crash-outline'

/** One minute, prices in USDT. */
export interface Bar {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

const HOUR = 60
export const DAY = 1_440

/** The day of `CRASH_OUTLINE` in minutes: each hour goes through its highest and its lowest, the minutes between are seeded. */
export function outlinedDay(seed: number): readonly Bar[] {
  const random = createRandom(seed)
  return CRASH_OUTLINE.flatMap((hour, index) => {
    const close = CRASH_OUTLINE[index + 1]?.open ?? LAST_CLOSE
    return minutesOf(hour, close, random)
  })
}

function minutesOf(hour: HourOutline, close: number, random: Random): readonly Bar[] {
  const { open, high, low, minuteRangeBp } = hour
  const [first, second] = close < open ? [high, low] : [low, high]
  const firstAt = random.int(5, 25)
  const secondAt = random.int(35, 55)
  const within = (price: number) => Math.round(Math.min(high, Math.max(low, price)) * 10) / 10
  const corners = [
    [0, open],
    [firstAt, first],
    [secondAt, second],
    [HOUR, close],
  ] as const
  const bars: Bar[] = []
  let before = open
  for (let minute = 1; minute <= HOUR; minute++) {
    const next = corners.findIndex(([at]) => at >= minute)
    const [fromAt, from] = corners[next - 1]!
    const [toAt, to] = corners[next]!
    const straight = from + ((to - from) * (minute - fromAt)) / (toAt - fromAt)
    const range = (straight * minuteRangeBp) / 10_000
    // A corner is met exactly; on the way to it, a minute ends up to half its range away from the straight line.
    const end = minute === toAt ? to : within(straight + (random.next() - 0.5) * range)
    bars.push({
      open: before,
      high: within(Math.max(before, end) + (random.next() * range) / 2),
      low: within(Math.min(before, end) - (random.next() * range) / 2),
      close: end,
    })
    before = end
  }
  return bars
}

/** @returns the bars of a recorded file (`.csv.gz` with a header), oldest first */
export function readBars(file: string): readonly Bar[] {
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
  for (let first = 0; first + DAY <= bars.length; first += HOUR) {
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
