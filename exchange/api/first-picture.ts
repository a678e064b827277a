import type { DecimalText } from '../../src/domain/decimal'
import { toSteps } from '../../src/domain/decimal'
import type { Instrument } from '../../src/domain/instrument/instrument'
import type { TradedMarket } from '../../src/domain/instrument/market-type'
import { parseTradePath } from '../../src/domain/instrument/trade-route'
import { PICTURE_LEVELS, shownPrice, type FirstPicture } from '../../src/domain/market/first-picture'
import type { Venue } from '../venue/venue-port'

/**
 * The market of a trade page's address, as it is now.
 * @param marketOf `null` for a symbol that is not listed, or has no page of its own
 * @returns `null` for any other page, and for a market that is not known or has not traded
 */
export function firstPicture(
  venue: Pick<Venue, 'ticker' | 'book'>,
  marketOf: (symbol: string) => Instrument | null,
  path: string,
  nowMs: number,
): FirstPicture | null {
  const target = parseTradePath(path, nowMs)
  const listed = target?.symbol == null ? null : marketOf(target.symbol)
  if (listed === null || listed.kind !== target?.kind) return null
  const ticker = venue.ticker(listed.symbol)
  if (ticker === null || shownPrice(ticker) === null) return null
  const { bids, asks } = venue.book(listed.symbol, PICTURE_LEVELS)
  return { listed, ticker, bids: inSteps(bids, listed), asks: inSteps(asks, listed) }
}

function inSteps(levels: readonly (readonly [string, string])[], { tickSize, lotSize }: TradedMarket): number[] {
  return levels.flatMap(([price, qty]) => {
    const ticks = toSteps(price as DecimalText, tickSize)
    const lots = toSteps(qty as DecimalText, lotSize)
    return ticks === null || lots === null ? [] : [ticks, lots]
  })
}
