import { compare, Exact, toText, type Leverage, type Money, type Price, type Qty, type Rate } from '../decimal'
import type { Side } from '../order/order'
import { closingFee, orderCost, orderLoss } from './order-cost'
import { direction, exactValue, type Payoff } from './payoff'
import type { Fill } from './pnl'

export interface OutlayTerms {
  readonly payoff: Payoff
  readonly side: Side
  readonly leverage: Leverage
  /** What the account pays for taking; orders at rest hold it back too. */
  readonly takerFeeRate: Rate
  /** Cross margin reckons positions at it; `null` in isolated margin, and before the first mark. */
  readonly markPrice: Price | null
  /** The position on the other side: the order closes it before it opens one of its own. */
  readonly closes: ClosablePosition | null
  /** What is beyond the position is cut off. */
  readonly reduceOnly: boolean
  /** What the order finds in the book, best price first. */
  readonly fills: readonly Fill[]
  /** What of it waits in the book at its own price; `null` for none. */
  readonly rest: Fill | null
}

export interface ClosablePosition {
  readonly qty: Qty
  /** What was paid for it, settle coin. */
  readonly entryValue: Money
  readonly leverage: Leverage
  /** Margin that was added to it; isolated only. */
  readonly extraMargin: Money
}

/**
 * What an order takes from the available balance, where no other order of the contract is open: the very amount by which
 * the exchange's available balance falls with it, but for the rounding of each fill (semantics.md §1.2, §1.3).
 *
 *   filled, closing: value·f − what it gains against the mark − the closed share of the position's margin, which is
 *                    value(mark)/L + entry·(1 − s/L)·f (isolated: against the entry, entry/L instead, and what was added)
 *   filled, opening: value·f + value(mark)/L + value·(1 − s/L)·f + what it lost against the mark
 *   (isolated margin: value/L instead, and no loss)
 *   at rest beyond the position: value/L + value·f + value·(1 − s/L)·f, and in cross margin the loss it would make
 *
 * Closing gives back: the margin of an order that turns a position round is, in part, there already. An order that gives
 * more than it takes costs nothing.
 */
export function orderOutlay(terms: OutlayTerms): Money {
  let closable = new Exact(terms.closes?.qty ?? 0)
  let total = new Exact(0)
  for (const { qty, price } of terms.fills) {
    const closing = Exact.min(qty, closable)
    const opening = terms.reduceOnly ? new Exact(0) : new Exact(qty).minus(closing)
    closable = closable.minus(closing)
    const filled = toText<Qty>(closing.plus(opening))
    total = total.plus(exactValue(terms.payoff, filled, price).times(terms.takerFeeRate))
    if (closing.gt(0)) total = total.minus(closingReturn(terms, toText<Qty>(closing), price))
    if (opening.gt(0)) total = total.plus(openingOutlay(terms, toText<Qty>(opening), price))
  }
  if (terms.rest !== null && !terms.reduceOnly) {
    const extra = new Exact(terms.rest.qty).minus(closable)
    if (extra.gt(0)) total = total.plus(restingOutlay(terms, { qty: toText<Qty>(extra), price: terms.rest.price }))
  }
  return toText<Money>(Exact.max(0, total).toDecimalPlaces(8))
}

/** What closing a part of the position sets free: its share of the margin, and its result as far as it was not counted. */
function closingReturn({ payoff, side, takerFeeRate, markPrice, closes }: OutlayTerms, qty: Qty, price: Price): Exact {
  if (closes === null) return new Exact(0)
  const share = new Exact(qty).div(closes.qty)
  const entry = new Exact(closes.entryValue).times(share)
  const basis = markPrice === null ? entry : exactValue(payoff, qty, markPrice)
  const held = side === 'buy' ? 'sell' : 'buy'
  const sense = payoff === 'linear' ? direction(held) : -direction(held)
  const gain = exactValue(payoff, qty, price).minus(basis).times(sense)
  const margin = basis
    .div(closes.leverage)
    .plus(closingFee(entry, { payoff, side: held, leverage: closes.leverage, takerFeeRate }))
  return gain.plus(margin).plus(new Exact(closes.extraMargin).times(share))
}

/** Margin of what a fill opens, and its loss against the mark; a price better than the mark is a gain at once. */
function openingOutlay(terms: OutlayTerms, qty: Qty, price: Price): Exact {
  const { payoff, side, leverage, markPrice } = terms
  const value = exactValue(payoff, qty, price)
  const fee = closingFee(value, terms)
  if (markPrice === null) return value.div(leverage).plus(fee)
  const atMark = exactValue(payoff, qty, markPrice)
  const sense = payoff === 'linear' ? direction(side) : -direction(side)
  return atMark.div(leverage).plus(fee).plus(value.minus(atMark).times(sense))
}

function restingOutlay(terms: OutlayTerms, fill: Fill): Exact {
  const order = { ...terms, ...fill }
  const { cost } = orderCost(order)
  return terms.markPrice === null
    ? new Exact(cost)
    : new Exact(cost).plus(orderLoss({ ...order, markPrice: terms.markPrice }).heldBack)
}

/**
 * The fills that an order would make of the levels that are known, best first, and what is left over.
 * @param limit its own price; `null` takes every level
 */
export function fillsFrom(
  levels: Iterable<Fill>,
  { side, qty, limit }: { readonly side: Side; readonly qty: Qty; readonly limit: Price | null },
): { readonly fills: readonly Fill[]; readonly leavesQty: Qty } {
  const fills: Fill[] = []
  let left = new Exact(qty)
  for (const level of levels) {
    if (!left.gt(0)) break
    if (limit !== null && compare(level.price, limit) === direction(side)) break
    const taken = Exact.min(left, level.qty)
    fills.push({ qty: toText<Qty>(taken), price: level.price })
    left = left.minus(taken)
  }
  return { fills, leavesQty: toText<Qty>(left) }
}
