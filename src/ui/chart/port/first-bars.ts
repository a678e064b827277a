import { isOptionKind, kindOfName } from '../../../domain/instrument/product-kind'
import type { Candle } from '../../../domain/market/market'
import { DAY_MS, nextBarStart } from '../../../domain/market/interval'
import type { InstrumentSymbol } from '../../../domain/order/order'
import type { CandleRange, HubApi } from '../../../workers/hub-api'
import type { Read } from '../../../workers/read'
import type { Resolution } from './chart-port'

/** Bars of a read at most. */
export const PAGE_BARS = 500
/** What a read spans at most: the exchange draws a past that nobody asked for a day at a time. */
const PAGE_SPAN_MS = 730 * DAY_MS
/** Older than this an answer is of another moment: what follows it is no longer on its way. */
const FRESH_MS = 5_000

/** Bars of a read: of weeks and months fewer, so that the newest are there at once and older ones follow. */
export function barsOfPage(resolution: Resolution, most: number = PAGE_BARS): number {
  return Math.min(most, Math.floor(PAGE_SPAN_MS / nextBarStart(resolution, 0)))
}

/** Gives the answer to a question that was asked ahead, once; `null` where it is another question, or was long ago. */
export type BarsAhead = (range: CandleRange) => Promise<Read<readonly Candle[]>> | null

/**
 * Asks for the bars that the engine is going to ask for first, while it is still on its way.
 * @returns `null` for markets whose bars are made of others
 */
export function askFirstBars(
  api: Pick<HubApi, 'candles'>,
  symbol: InstrumentSymbol,
  resolution: Resolution,
  nowMs: () => number,
): BarsAhead | null {
  const kind = kindOfName(symbol)
  if (kind === 'spread' || isOptionKind(kind)) return null
  const asked: CandleRange = {
    symbol,
    interval: resolution,
    source: 'last',
    endMs: null,
    limit: barsOfPage(resolution),
  }
  const askedAtMs = nowMs()
  let answer: Promise<Read<readonly Candle[]>> | null = api.candles(asked)
  // Nobody may ask for it: an engine need not come.
  answer.catch(() => undefined)
  return (range) => {
    const isSame =
      range.symbol === symbol &&
      range.interval === resolution &&
      range.source === 'last' &&
      range.endMs === null &&
      range.limit === asked.limit
    if (!isSame || nowMs() - askedAtMs > FRESH_MS) return null
    const taken = answer
    answer = null
    return taken
  }
}
