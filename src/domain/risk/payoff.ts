import { Exact, toText, type Money, type Price, type Qty } from '../decimal'
import type { Payoff } from '../instrument/payoff'
import type { Side } from '../order/order'

/** s of the formulas of semantics.md §1: +1 for a long, −1 for a short. */
export function direction(side: Side): 1 | -1 {
  return side === 'buy' ? 1 : -1
}

/** Value in the settle coin, unrounded: linear q·p, inverse q/p. */
export function exactValue(payoff: Payoff, qty: Qty, price: Price): Exact {
  return payoff === 'linear' ? new Exact(qty).times(price) : new Exact(qty).div(price)
}

/** As `exactValue`, as text. An inverse value is rounded at 40 digits, nothing else. */
export function positionValue(payoff: Payoff, qty: Qty, price: Price): Money {
  return toText<Money>(exactValue(payoff, qty, price))
}

/** Cash as the exchange books it: 8 decimals, half up (decisions 26). */
export function roundToCoin(amount: Money): Money {
  return toText<Money>(new Exact(amount).toDecimalPlaces(8))
}
