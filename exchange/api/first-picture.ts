import type { DecimalText } from '../../src/domain/decimal'
import { toSteps } from '../../src/domain/decimal'
import type { Contract } from '../../src/domain/instrument/contract'
import { parseTradePath } from '../../src/domain/instrument/trade-route'
import { PICTURE_LEVELS, type FirstPicture } from '../../src/domain/market/first-picture'
import type { Venue } from '../venue/venue-port'

/**
 * The market of a trade page's address, as it is now.
 * @param contractOf `null` for a symbol that is no contract
 * @returns `null` for any other page, and for a market that is not known or has not traded
 */
export function firstPicture(
  venue: Pick<Venue, 'ticker' | 'book'>,
  contractOf: (symbol: string) => Contract | null,
  path: string,
  nowMs: number,
): FirstPicture | null {
  const target = parseTradePath(path, nowMs)
  const contract = target?.symbol == null ? null : contractOf(target.symbol)
  // A pair's name may be that of a contract, too.
  if (contract === null || contract.kind !== target?.kind) return null
  const ticker = venue.ticker(contract.symbol)
  if (ticker === null || ticker.lastPrice === null) return null
  const { bids, asks } = venue.book(contract.symbol, PICTURE_LEVELS)
  return { contract, ticker, bids: inSteps(bids, contract), asks: inSteps(asks, contract) }
}

function inSteps(levels: readonly (readonly [string, string])[], { tickSize, lotSize }: Contract): number[] {
  return levels.flatMap(([price, qty]) => {
    const ticks = toSteps(price as DecimalText, tickSize)
    const lots = toSteps(qty as DecimalText, lotSize)
    return ticks === null || lots === null ? [] : [ticks, lots]
  })
}
