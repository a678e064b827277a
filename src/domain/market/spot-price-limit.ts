import { compare, Exact, roundToStep, toText, type Price } from '../decimal'
import type { SpotPair } from '../instrument/spot-pair'
import type { Side } from '../order/order'

/** The two prices that a pair's limits follow; `null` while it is not known. */
export interface SpotPrices {
  readonly lastPrice: Price | null
  readonly indexPrice: Price | null
}

/**
 * The worst price of a limit order (spec §9): max(last, index) × (1 + rate) down to the tick for a buy,
 * min(last, index) × (1 − rate) up to the tick for a sale, within the pair's range. Where one of them is not known the
 * other stands for both; where neither is, the range alone bounds it.
 */
export function spotPriceLimit(
  side: Side,
  { tickSize, minPrice, maxPrice, limitOrderPriceLimit }: SpotPair,
  { lastPrice, indexPrice }: SpotPrices,
): Price {
  const prices = [lastPrice, indexPrice].filter((one) => one !== null).map((one) => new Exact(one))
  if (prices.length === 0) return side === 'buy' ? maxPrice : minPrice
  const [from, factor] =
    side === 'buy'
      ? [Exact.max(...prices), new Exact(1).plus(limitOrderPriceLimit)]
      : [Exact.min(...prices), new Exact(1).minus(limitOrderPriceLimit)]
  const limit = roundToStep(toText<Price>(from.times(factor)), tickSize, side === 'buy' ? 'down' : 'up')
  if (side === 'buy') return compare(limit, maxPrice) > 0 ? maxPrice : limit
  return compare(limit, minPrice) < 0 ? minPrice : limit
}
