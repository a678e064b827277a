import { Exact, toText, type Money, type Price, type Qty, type Rate } from '../decimal'
import type { Side } from '../order/order'
import { type Payoff } from '../instrument/payoff'
import { exactValue } from './payoff'

/** Fee = executed value × rate; a negative rate is a rebate and keeps its sign (semantics.md §1.2). Settle coin. */
export function tradingFee(fill: {
  readonly payoff: Payoff
  readonly qty: Qty
  readonly price: Price
  readonly rate: Rate
}): Money {
  return toText<Money>(exactValue(fill.payoff, fill.qty, fill.price).times(fill.rate))
}

export interface SpotFee {
  /** A spot fee is taken from what is received: a buyer's from the base coin, a seller's from the quote coin. */
  readonly coin: 'base' | 'quote'
  readonly fee: Money
  readonly received: Money
}

/** @param received base coins of a buy, quote coins of a sale, before the fee (semantics.md §1.2, "Spot fee coin") */
export function spotFee(fill: { readonly side: Side; readonly received: Money; readonly rate: Rate }): SpotFee {
  const fee = new Exact(fill.received).times(fill.rate)
  return {
    coin: fill.side === 'buy' ? 'base' : 'quote',
    fee: toText<Money>(fee),
    received: toText<Money>(new Exact(fill.received).minus(fee)),
  }
}

/** Funding paid (negative) or received: −s × value at mark × rate (semantics.md §1.6). */
export function fundingPayment(holding: {
  readonly payoff: Payoff
  readonly side: Side
  readonly qty: Qty
  readonly markPrice: Price
  readonly rate: Rate
}): Money {
  const paid = exactValue(holding.payoff, holding.qty, holding.markPrice).times(holding.rate)
  return toText<Money>(holding.side === 'buy' ? paid.negated() : paid)
}
