import { Exact, toText, type Leverage, type Money, type Price, type Qty, type Rate } from '../decimal'
import type { Side } from '../order/order'
import { closingFee, orderLoss } from './order-cost'
import { type Payoff } from '../instrument/payoff'
import { direction, exactValue } from './payoff'
import type { Fill } from './pnl'

/** Of a contract and an account, what the margin of orders and of a position stands on. */
export interface MarginTerms {
  readonly payoff: Payoff
  readonly leverage: Leverage
  /** What the account pays for taking; orders at rest hold it back too. */
  readonly takerFeeRate: Rate
  readonly marginMode: 'cross' | 'isolated'
  /** `null` before the first mark. */
  readonly markPrice: Price | null
}

/** What of a contract's orders in the book is open, by side; those that only reduce hold nothing back and are left out. */
export type OpenOrders = Readonly<Record<Side, readonly Fill[]>>

export const NO_ORDERS: OpenOrders = { buy: [], sell: [] }

const NONE = new Exact(0)

/** An order that is about to meet the book: its value and its loss are those of what it finds there. */
export interface AddedOrder {
  readonly side: Side
  readonly qty: Exact
  readonly value: Exact
  readonly loss: Exact
}

/** The sums of one side's orders, and what of them opens or adds to a position. */
interface SideSums {
  readonly extra: Exact
  readonly extraValue: Exact
  readonly heldBackLoss: Exact
}

/**
 * What the working orders of a contract hold back, in the settle coin, unrounded (semantics.md §1.2, §1.3).
 *
 * Orders that reduce the position are free up to its size: of a side with Q worth V against a position of P, Q − P are
 * extra, at the side's mean price, but no less than V − 2·P·mark. As many extra orders of one side as of the other reduce
 * once those are filled, so the larger counts of "all extra buys and the extra sells beyond them" and the same the other
 * way round. In cross margin the extra orders hold back what they lose against the mark, too.
 *
 * @param held signed size of the position: above zero for a long
 */
export function orderMargin(
  terms: MarginTerms,
  held: Exact,
  orders: OpenOrders,
  added: AddedOrder | null = null,
): Exact {
  const [buys, sells] = sumsOfBoth(terms, held, orders, added)
  const cost = (side: Side, value: Exact): Exact => costOf(terms, side, value)
  const margin = Exact.max(
    cost('buy', buys.extraValue).plus(cost('sell', beyond(sells, buys))),
    cost('sell', sells.extraValue).plus(cost('buy', beyond(buys, sells))),
  )
  return terms.marginMode === 'cross' ? margin.plus(buys.heldBackLoss).plus(sells.heldBackLoss) : margin
}

/**
 * What chooses the risk tier that bounds the leverage: the position at the mark, and the larger side of the orders beyond
 * it. Settle coin, unrounded.
 */
export function orderExposure(
  terms: MarginTerms,
  held: Exact,
  orders: OpenOrders,
  added: AddedOrder | null = null,
): Exact {
  const { payoff, markPrice } = terms
  const atMark = markPrice === null || held.isZero() ? NONE : exactValue(payoff, toText<Qty>(held.abs()), markPrice)
  return atMark.plus(Exact.max(...sumsOfBoth(terms, held, orders, added).map(({ extraValue }) => extraValue)))
}

function sumsOfBoth(
  terms: MarginTerms,
  held: Exact,
  orders: OpenOrders,
  added: AddedOrder | null,
): [buys: SideSums, sells: SideSums] {
  const sums = (side: Side): SideSums => sumsOf(terms, held, side, orders[side], added?.side === side ? added : null)
  return [sums('buy'), sums('sell')]
}

/** value/L + value·f + value·(1 − s/L)·f, inverse 1 + s/L. */
function costOf(terms: MarginTerms, side: Side, value: Exact): Exact {
  if (value.isZero()) return NONE
  return value
    .div(terms.leverage)
    .plus(value.times(terms.takerFeeRate))
    .plus(closingFee(value, { ...terms, side }))
}

/** The value of what one side has more of than the other. */
function beyond(one: SideSums, other: SideSums): Exact {
  if (one.extra.lte(other.extra)) return NONE
  return one.extraValue.times(one.extra.minus(other.extra)).div(one.extra)
}

function sumsOf(
  terms: MarginTerms,
  held: Exact,
  side: Side,
  orders: readonly Fill[],
  added: AddedOrder | null,
): SideSums {
  const { payoff, markPrice } = terms
  let qty = added?.qty ?? NONE
  let value = added?.value ?? NONE
  let loss = added?.loss ?? NONE
  for (const order of orders) {
    qty = qty.plus(order.qty)
    value = value.plus(exactValue(payoff, order.qty, order.price))
    if (markPrice !== null) loss = loss.plus(lossOf(terms, side, order))
  }
  const reduces = Exact.max(0, side === 'buy' ? held.negated() : held)
  const extra = Exact.max(0, qty.minus(reduces))
  if (extra.isZero()) return { extra, extraValue: NONE, heldBackLoss: NONE }
  const atMark = markPrice === null ? NONE : exactValue(payoff, toText<Qty>(held.abs()), markPrice)
  const extraValue = extra.eq(qty) ? value : Exact.max(value.times(extra).div(qty), value.minus(atMark.times(2)))
  const shift = new Exact(sense(payoff, side)).div(terms.leverage)
  const share = Exact.max(0, new Exact(1).minus(shift))
  return { extra, extraValue, heldBackLoss: loss.times(extra).div(qty).times(share) }
}

/** What an order's fill at its price loses against the mark; nothing before the first mark. */
export function lossOf({ payoff, leverage, markPrice }: MarginTerms, side: Side, { qty, price }: Fill): Exact {
  return markPrice === null ? NONE : new Exact(orderLoss({ payoff, side, price, leverage, qty, markPrice }).loss)
}

/** How value moves for a side: a long of an inverse contract loses value as it gains. */
export function sense(payoff: Payoff, side: Side): 1 | -1 {
  return payoff === 'linear' ? direction(side) : direction(side === 'buy' ? 'sell' : 'buy')
}

/** A position as its margin sees it. */
export interface HeldPosition {
  readonly side: Side
  readonly qty: Exact
  /** What was paid for it, settle coin. */
  readonly entryValue: Exact
  /** Margin that was added to it; isolated only. */
  readonly extraMargin: Exact
}

/**
 * What a position holds of the available balance: its margin, less (in cross margin) its result. Settle coin, unrounded.
 *
 *   cross:    value(mark)/L + entry·(1 − s/L)·f − result against the mark
 *   isolated: entry/L + entry·(1 − s/L)·f + added margin
 */
export function positionHold(terms: MarginTerms, position: HeldPosition | null): Exact {
  if (position === null || position.qty.isZero()) return NONE
  const { side, qty, entryValue, extraMargin } = position
  const { payoff, markPrice, leverage } = terms
  const fee = closingFee(entryValue, { ...terms, side })
  if (terms.marginMode === 'isolated' || markPrice === null) return entryValue.div(leverage).plus(fee).plus(extraMargin)
  const atMark = exactValue(payoff, toText<Qty>(qty), markPrice)
  const result = atMark.minus(entryValue).times(sense(payoff, side))
  return atMark.div(leverage).plus(fee).plus(extraMargin).minus(result)
}

/** An amount of the settle coin as text, eight decimals, never below zero. */
export function toAmount(amount: Exact): Money {
  return toText<Money>(Exact.max(0, amount).toDecimalPlaces(8))
}
