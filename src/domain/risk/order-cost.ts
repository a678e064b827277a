import { Exact, toText, type Leverage, type Money, type Price, type Qty, type Rate } from '../decimal'
import type { Side } from '../order/order'
import { type Payoff } from '../instrument/payoff'
import { direction, exactValue } from './payoff'

export interface OrderTerms {
  readonly payoff: Payoff
  readonly side: Side
  /** Limit price, or for a market order the price expected from the book. */
  readonly price: Price
  readonly leverage: Leverage
  readonly takerFeeRate: Rate
}

/** All in the settle coin, unrounded. */
export interface OrderCost {
  readonly initialMargin: Money
  readonly feeToOpen: Money
  readonly feeToClose: Money
  /** The three together. */
  readonly cost: Money
}

/**
 * What an order ties up (semantics.md §1.2): value/L, value·f, and value·(1 − s/L)·f (inverse 1 + s/L), the last being
 * the fee at the bankruptcy price of that leverage.
 */
export function orderCost(order: OrderTerms & { readonly qty: Qty }): OrderCost {
  const value = exactValue(order.payoff, order.qty, order.price)
  const initialMargin = value.div(order.leverage)
  const feeToOpen = value.times(order.takerFeeRate)
  const feeToClose = closingFee(value, order)
  return {
    initialMargin: toText<Money>(initialMargin),
    feeToOpen: toText<Money>(feeToOpen),
    feeToClose: toText<Money>(feeToClose),
    cost: toText<Money>(initialMargin.plus(feeToOpen).plus(feeToClose)),
  }
}

/** Value · (1 ∓ s/L) · f: the taker fee at the price at which the margin is gone. */
export function closingFee(
  value: Exact,
  terms: { readonly payoff: Payoff; readonly side: Side; readonly leverage: Leverage; readonly takerFeeRate: Rate },
): Exact {
  const shift = new Exact(direction(terms.side)).div(terms.leverage)
  const share = terms.payoff === 'linear' ? new Exact(1).minus(shift) : new Exact(1).plus(shift)
  return value.times(share).times(terms.takerFeeRate)
}

/**
 * What a fill at the order's price loses against the mark at once (the "order loss" of semantics.md §1.3): a buy above
 * it, a sell below it; else zero. Cross margin holds it back beside the cost, less the margin that falls with it:
 * loss · (1 − s/L), inverse (1 + s/L).
 */
export function orderLoss(
  order: Pick<OrderTerms, 'payoff' | 'side' | 'price' | 'leverage'> & { readonly qty: Qty; readonly markPrice: Price },
): { readonly loss: Money; readonly heldBack: Money } {
  const { payoff, side, price, markPrice, qty } = order
  const isWorse = new Exact(price).minus(markPrice).times(direction(side)).gt(0)
  if (!isWorse) return { loss: '0' as Money, heldBack: '0' as Money }
  const loss = exactValue(payoff, qty, price)
    .minus(exactValue(payoff, qty, markPrice))
    .abs()
  const shift = new Exact(direction(side)).div(order.leverage)
  const share = Exact.max(0, payoff === 'linear' ? new Exact(1).minus(shift) : new Exact(1).plus(shift))
  return { loss: toText<Money>(loss), heldBack: toText<Money>(loss.times(share)) }
}

/**
 * The quantity whose order cost is `cost` (semantics.md §1.2), not rounded to the lot.
 * Linear: cost / (p·((1 − s·f)/L + 2f)). Inverse: cost·p·L / (1 + f·(2L + s)).
 */
export function qtyForCost(order: OrderTerms & { readonly cost: Money }): Qty {
  const s = direction(order.side)
  const f = new Exact(order.takerFeeRate)
  if (order.payoff === 'linear') {
    const perUnit = new Exact(1).minus(f.times(s)).div(order.leverage).plus(f.times(2)).times(order.price)
    return toText<Qty>(new Exact(order.cost).div(perUnit))
  }
  const share = f.times(new Exact(order.leverage).times(2).plus(s)).plus(1)
  return toText<Qty>(new Exact(order.cost).times(order.price).times(order.leverage).div(share))
}
