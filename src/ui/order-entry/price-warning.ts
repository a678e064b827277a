import { Exact, toText, type Price, type Rate } from '../../domain/decimal'

/** From this distance to the mark price on a limit price is likely a slip of the finger (reliability.md N8). */
export const FAR_PRICE_RATIO = '0.1' as Rate

/** A limit price far from the market: both numbers and the distance, a fraction of the mark price. */
export interface PriceWarning {
  readonly price: Price
  readonly markPrice: Price
  readonly distance: Rate
  readonly isAbove: boolean
}

/** @returns `null` where the price is near the mark, or one of them is not known */
export function farPrice(price: Price | null, markPrice: Price | null): PriceWarning | null {
  if (price === null || markPrice === null || !new Exact(markPrice).gt(0) || !new Exact(price).gt(0)) return null
  const distance = new Exact(price).div(markPrice).minus(1)
  if (distance.abs().lt(FAR_PRICE_RATIO)) return null
  return { price, markPrice, distance: toText<Rate>(distance.abs()), isAbove: distance.isPositive() }
}
