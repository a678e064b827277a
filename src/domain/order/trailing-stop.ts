import { Exact, toText, type DecimalText, type Price } from '../decimal'
import type { Side } from './order'

export interface TrailingStop {
  /** Of the position: `buy` is long. */
  readonly side: Side
  /** Exactly one of them: a distance as a price, or a fraction of the best price. */
  readonly distance: DecimalText | null
  readonly rate: DecimalText | null
  /** `null`: active from the first price. */
  readonly activationPrice: DecimalText | null
}

/**
 * Where a trailing stop stands after a run of last prices (semantics.md §2.5), as the exchange's own reckoning is
 * checked: distance or rate from the best price since activation, the first stop from the activation price reached.
 * @returns `null` while it is not active
 */
export function trailingStopPrice(stop: TrailingStop, lastPrices: readonly DecimalText[]): Price | null {
  const isLong = stop.side === 'buy'
  let best: Exact | null = null
  for (const text of lastPrices) {
    const price = new Exact(text)
    if (best === null) {
      const { activationPrice } = stop
      const isReached = activationPrice === null || (isLong ? price.gte(activationPrice) : price.lte(activationPrice))
      if (isReached) best = price
    } else {
      best = isLong ? Exact.max(best, price) : Exact.min(best, price)
    }
  }
  if (best === null) return null
  const away = stop.distance === null ? best.times(stop.rate ?? 0) : new Exact(stop.distance)
  return toText<Price>(isLong ? best.minus(away) : best.plus(away))
}
