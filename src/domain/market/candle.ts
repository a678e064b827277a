import { Exact, toText, type Money, type Price, type Qty } from '../decimal'
import type { Candle, CandleInterval } from './market'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
/** The epoch was a Thursday; the first Monday came four days later. */
const FIRST_MONDAY_MS = 4 * DAY_MS

/** Length of a bar, or `null` for a month, whose length varies. */
export function candleLengthMs(interval: CandleInterval): number | null {
  if (interval === '1M') return null
  if (interval === '1W') return WEEK_MS
  return interval === '1D' ? DAY_MS : Number(interval) * MINUTE_MS
}

/** First millisecond of the bar that holds `timeMs`. All bars stand on UTC; weeks begin on Monday. */
export function candleStart(interval: CandleInterval, timeMs: number): number {
  const length = candleLengthMs(interval)
  if (length === null) {
    const date = new Date(timeMs)
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
  }
  const origin = interval === '1W' ? FIRST_MONDAY_MS : 0
  return Math.floor((timeMs - origin) / length) * length + origin
}

/** First millisecond of the bar after the one that holds `timeMs`. */
export function nextCandleStart(interval: CandleInterval, timeMs: number): number {
  const length = candleLengthMs(interval)
  if (length !== null) return candleStart(interval, timeMs) + length
  const date = new Date(timeMs)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}

/** Last millisecond of the bar that holds `timeMs`: its `endMs`. */
export function candleEnd(interval: CandleInterval, timeMs: number): number {
  return nextCandleStart(interval, timeMs) - 1
}

/**
 * A coarser bar after one more finer bar: the finer ones come in order, each once. `confirmed` is the finer bar's only
 * when it ends the coarser one.
 * @param into `null` begins the bar that `part` falls into
 */
export function mergeCandle(into: Candle | null, part: Candle, interval: CandleInterval): Candle {
  const endMs = candleEnd(interval, part.startMs)
  const confirmed = part.confirmed && part.endMs === endMs
  if (into === null) return { ...part, startMs: candleStart(interval, part.startMs), endMs, confirmed }
  return {
    startMs: into.startMs,
    endMs,
    open: into.open,
    high: larger(into.high, part.high),
    low: smaller(into.low, part.low),
    close: part.close,
    volume: toText<Qty>(new Exact(into.volume).plus(part.volume)),
    turnover: toText<Money>(new Exact(into.turnover).plus(part.turnover)),
    confirmed,
  }
}

/** Bars of `interval` from finer ones, which come oldest first and divide it. Gaps stay gaps. */
export function aggregateCandles(parts: readonly Candle[], interval: CandleInterval): readonly Candle[] {
  const out: Candle[] = []
  for (const part of parts) {
    const last = out.at(-1)
    if (last !== undefined && last.startMs === candleStart(interval, part.startMs)) {
      out[out.length - 1] = mergeCandle(last, part, interval)
    } else out.push(mergeCandle(null, part, interval))
  }
  return out
}

function larger(a: Price, b: Price): Price {
  return new Exact(a).gte(b) ? a : b
}

function smaller(a: Price, b: Price): Price {
  return new Exact(a).lte(b) ? a : b
}
