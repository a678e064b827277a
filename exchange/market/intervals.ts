import type { CandleInterval } from '../../src/domain/market/market'

export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000
export const MINUTES_PER_DAY = 1_440
/** 1970-01-05 was a Monday: weeks begin on Mondays, 00:00 UTC. */
const FIRST_MONDAY_MS = 4 * DAY_MS

/** The intervals that are kept; the others are put together from them. */
export type BaseInterval = '1' | '15' | '60' | '1D'

export const BASE_OF: Readonly<Record<CandleInterval, BaseInterval>> = {
  '1': '1',
  '3': '1',
  '5': '1',
  '15': '15',
  '30': '15',
  '60': '60',
  '120': '60',
  '240': '60',
  '360': '60',
  '720': '60',
  '1D': '1D',
  '1W': '1D',
  '1M': '1D',
}

export const BASE_MS: Readonly<Record<BaseInterval, number>> = {
  '1': MINUTE_MS,
  '15': 15 * MINUTE_MS,
  '60': HOUR_MS,
  '1D': DAY_MS,
}

/** Start of the bar that holds `ms`; UTC, weeks from Monday, months from the 1st. */
export function barStart(interval: CandleInterval, ms: number): number {
  if (interval === '1M') {
    const date = new Date(ms)
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
  }
  if (interval === '1W') return FIRST_MONDAY_MS + Math.floor((ms - FIRST_MONDAY_MS) / (7 * DAY_MS)) * 7 * DAY_MS
  const length = interval === '1D' ? DAY_MS : Number(interval) * MINUTE_MS
  return Math.floor(ms / length) * length
}

/** First millisecond after the bar that starts at `startMs`. */
export function barEnd(interval: CandleInterval, startMs: number): number {
  if (interval === '1M') {
    const date = new Date(startMs)
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
  }
  if (interval === '1W') return startMs + 7 * DAY_MS
  return startMs + (interval === '1D' ? DAY_MS : Number(interval) * MINUTE_MS)
}
