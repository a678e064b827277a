import type { CandleInterval } from '../../src/domain/market/market'
import { nextBarStart, barStart } from '../../src/domain/market/interval'
import type { CandleQuery } from './venue-port'

/**
 * The times that a candle query spans, as starts of bars. With only a start the bars go forward from it, otherwise the
 * newest `limit` of the range are meant (as the public v5 call does).
 */
export function candleWindow(query: CandleQuery, nowMs: number): { readonly fromMs: number; readonly toMs: number } {
  const { interval, startMs, endMs, limit } = query
  if (startMs !== null && endMs === null) {
    let fromMs = barStart(interval, startMs)
    if (fromMs < startMs) fromMs = nextBarStart(interval, fromMs)
    let toMs = fromMs
    for (let n = 0; n < limit && toMs <= nowMs; n++) toMs = nextBarStart(interval, toMs)
    return { fromMs, toMs }
  }
  const newest = barStart(interval, Math.min(endMs ?? nowMs, nowMs))
  let fromMs = newest
  for (let n = 1; n < limit; n++) fromMs = previousStart(interval, fromMs)
  if (startMs !== null && startMs > fromMs) {
    fromMs = barStart(interval, startMs)
    if (fromMs < startMs) fromMs = nextBarStart(interval, fromMs)
  }
  return { fromMs, toMs: nextBarStart(interval, newest) }
}

function previousStart(interval: CandleInterval, startMs: number): number {
  return barStart(interval, startMs - 1)
}
