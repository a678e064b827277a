import type { CandleInterval } from './market'

/*
 * The calendar of bars. All stand on UTC; weeks begin on Monday, months on the 1st. A bar's `endMs` is its last
 * millisecond (v5, and the recorded messages of both sockets): the next bar starts one later.
 */

export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
/** The epoch was a Thursday; the first Monday came four days later. */
const FIRST_MONDAY_MS = 4 * DAY_MS

/** First millisecond of the bar that holds `timeMs`. */
export function barStart(interval: CandleInterval, timeMs: number): number {
  const length = lengthOf(interval)
  if (length === null) return monthStart(timeMs, 0)
  const origin = interval === '1W' ? FIRST_MONDAY_MS : 0
  return Math.floor((timeMs - origin) / length) * length + origin
}

/** First millisecond of the bar after the one that starts at `startMs`. */
export function nextBarStart(interval: CandleInterval, startMs: number): number {
  const length = lengthOf(interval)
  return length === null ? monthStart(startMs, 1) : startMs + length
}

/** Last millisecond of the bar that starts at `startMs`. */
export function barEnd(interval: CandleInterval, startMs: number): number {
  return nextBarStart(interval, startMs) - 1
}

/** Milliseconds of a bar; of months, which vary, `null`. */
function lengthOf(interval: CandleInterval): number | null {
  if (interval === '1M') return null
  if (interval === '1W') return WEEK_MS
  return interval === '1D' ? DAY_MS : Number(interval) * MINUTE_MS
}

function monthStart(timeMs: number, monthsLater: 0 | 1): number {
  const date = new Date(timeMs)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + monthsLater, 1)
}
