import { Exact, toText, type Money, type Price, type Qty, type Rate } from '../decimal'
import type { Side } from '../order/order'
import { direction } from './payoff'

/** The fee rate that the formula never goes below: the base taker rate (semantics.md §1.1, §7.17). */
const LEAST_FEE_RATE = '0.00055' as Rate

/**
 * The price at which closing everything gives back what was paid:
 * (e·q − realised) / (q − |q|·max(f, 0.00055)), q signed, negative for a short (semantics.md §1.1).
 * @param realisedPnl of this holding, fees and funding included, settle coin
 * @returns `null` when no positive price does it
 */
export function breakEvenPrice(position: {
  readonly side: Side
  readonly qty: Qty
  readonly entryPrice: Price
  readonly realisedPnl: Money
  readonly takerFeeRate: Rate
}): Price | null {
  const size = new Exact(position.qty)
  const signed = size.times(direction(position.side))
  const feeRate = Exact.max(position.takerFeeRate, LEAST_FEE_RATE)
  const divisor = signed.minus(size.times(feeRate))
  if (divisor.isZero()) return null
  const price = signed.times(position.entryPrice).minus(position.realisedPnl).div(divisor)
  return price.lte(0) ? null : toText<Price>(price)
}
