import { Exact, toText, type Money, type Price, type Qty, type Rate } from '../decimal'
import { DEFAULT_TAKER_FEE_RATE } from '../limits'
import type { Side } from '../order/order'
import { type Payoff } from '../instrument/payoff'
import { direction, exactValue } from './payoff'

/** Of a position, what its break-even price stands on. Amounts are of the settle coin. */
interface BreakEvenTerms {
  readonly payoff: Payoff
  readonly side: Side
  readonly qty: Qty
  /** Value of the open part at the prices that were paid. */
  readonly paid: Exact
  /** Of this position, fees and funding included. */
  readonly realised: Exact
  readonly takerFeeRate: Rate
}

/**
 * The price at which closing everything gives back what was paid. With s = ±1 and f the taker rate, which never counts
 * as less than the base rate (semantics.md §1.1, §7.17):
 *
 *   linear:  (s·paid − realised) / (s·q − q·f)
 *   inverse: where s·(paid − q/x) + realised = f·q/x, so x = q·(s + f) / (s·paid + realised)
 *
 * @returns unrounded; `null` when no positive price does it
 */
export function exactBreakEven({ payoff, side, qty, paid, realised, takerFeeRate }: BreakEvenTerms): Exact | null {
  const size = new Exact(qty)
  const sign = direction(side)
  const fee = Exact.max(takerFeeRate, DEFAULT_TAKER_FEE_RATE)
  const price =
    payoff === 'linear'
      ? paid
          .times(sign)
          .minus(realised)
          .div(size.times(sign).minus(size.times(fee)))
      : size.times(fee.plus(sign)).div(paid.times(sign).plus(realised))
  return price.isFinite() && price.gt(0) ? price : null
}

/** As `exactBreakEven` of a position with this entry price, as text. */
export function breakEvenPrice(position: {
  readonly side: Side
  readonly qty: Qty
  readonly entryPrice: Price
  readonly realisedPnl: Money
  readonly takerFeeRate: Rate
  readonly payoff?: Payoff
}): Price | null {
  const { payoff = 'linear', side, qty, entryPrice, realisedPnl, takerFeeRate } = position
  const paid = exactValue(payoff, qty, entryPrice)
  const price = exactBreakEven({ payoff, side, qty, paid, realised: new Exact(realisedPnl), takerFeeRate })
  return price === null ? null : toText<Price>(price)
}

/**
 * The price at which closing an option gives back what was paid: its closing fee is a share of the index, and at most a
 * share of what it is closed for (semantics.md §1.7).
 *
 *   bought: value − fee = paid − realised
 *   sold:   value + fee = got + realised
 *
 * @param indexFee what closing all of it costs by the index
 * @returns unrounded; `null` when no positive price does it
 */
export function optionBreakEven({
  side,
  qty,
  paid,
  realised,
  indexFee,
  feeCap,
}: Pick<BreakEvenTerms, 'side' | 'qty' | 'paid' | 'realised'> & {
  readonly indexFee: Exact
  readonly feeCap: Rate
}): Exact | null {
  const sign = direction(side)
  const due = paid.minus(realised.times(sign))
  const byIndex = due.plus(indexFee.times(sign))
  const isCapped = byIndex.times(feeCap).lt(indexFee)
  const value = isCapped ? due.div(new Exact(1).minus(new Exact(feeCap).times(sign))) : byIndex
  return value.gt(0) ? value.div(qty) : null
}
