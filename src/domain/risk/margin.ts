import { Exact, toText, type Leverage, type Money, type Price, type Qty, type Rate } from '../decimal'
import type { Side } from '../order/order'
import { closingFee } from './order-cost'
import { type Payoff } from '../instrument/payoff'
import { exactValue } from './payoff'

export interface PositionTerms {
  readonly payoff: Payoff
  readonly side: Side
  readonly qty: Qty
  readonly entryPrice: Price
  readonly leverage: Leverage
  readonly takerFeeRate: Rate
}

export interface PositionMargin {
  readonly initialMargin: Money
  readonly feeToClose: Money
  /** What the position is shown to hold: both together. */
  readonly positionMargin: Money
}

/**
 * Position margin = value/L + estimated fee to close (semantics.md §1.3). The fee is on the entry in every mode.
 * @param markPrice value's basis in cross margin (the rule since September 2025); `null` takes the entry, as isolated does
 */
export function positionMargin(position: PositionTerms, markPrice: Price | null = null): PositionMargin {
  const atEntry = exactValue(position.payoff, position.qty, position.entryPrice)
  const basis = markPrice === null ? atEntry : exactValue(position.payoff, position.qty, markPrice)
  const initialMargin = basis.div(position.leverage)
  const feeToClose = closingFee(atEntry, position)
  return {
    initialMargin: toText<Money>(initialMargin),
    feeToClose: toText<Money>(feeToClose),
    positionMargin: toText<Money>(initialMargin.plus(feeToClose)),
  }
}

/** Σ margin / margin balance, or `null` without a balance to divide by (semantics.md §1.3, account rates). */
export function marginRate(margin: Money, marginBalance: Money): Rate | null {
  const balance = new Exact(marginBalance)
  return balance.lte(0) ? null : toText<Rate>(new Exact(margin).div(balance))
}
