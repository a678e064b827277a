import { compare, Exact, toText, type Money, type Price, type Qty } from '../decimal'
import type { Side } from '../order/order'
import {
  lossOf,
  orderMargin,
  positionHold,
  sense,
  toAmount,
  type HeldPosition,
  type MarginTerms,
  type OpenOrders,
} from './order-margin'
import { direction, exactValue } from './payoff'
import type { Fill } from './pnl'

/** A position as the account shows it. */
export interface OutlayPosition {
  readonly side: Side
  readonly qty: Qty
  /** What was paid for it, settle coin. */
  readonly entryValue: Money
  /** Margin that was added to it; isolated only. */
  readonly extraMargin: Money
}

export interface OutlayTerms extends MarginTerms {
  readonly side: Side
  /** The position that the order changes; `null` for none. */
  readonly held: OutlayPosition | null
  /** The contract's other orders in the book. */
  readonly orders: OpenOrders
  /** What is beyond the position is cut off. */
  readonly reduceOnly: boolean
  /** What the order finds in the book, best price first. */
  readonly fills: readonly Fill[]
  /** What of it waits in the book at its own price; `null` for none. */
  readonly rest: Fill | null
  /** Those of `orders` that are cancelled because they are in its way. */
  readonly canceled?: readonly Fill[]
}

/**
 * What an order takes from the available balance: the very amount by which the exchange's available balance falls with
 * it, but for the rounding of each fill (semantics.md §1.2, §1.3).
 *
 *   what position and orders hold after it − what they hold before it + fees − what its closing part realises
 *
 * Closing gives back: the margin of an order that turns a position round is, in part, there already. An order that gives
 * more than it takes costs nothing.
 */
export function orderOutlay(terms: OutlayTerms): Money {
  const before = heldOf(terms.held)
  const { position, realised, traded } = afterFills(terms)
  const spent = traded.times(terms.takerFeeRate).minus(realised)
  const rests = terms.rest !== null && !terms.reduceOnly ? terms.rest : null
  const { canceled = [] } = terms
  const left = (side: Side): readonly Fill[] => terms.orders[side].filter((one) => !canceled.includes(one))
  const orders = { buy: left('buy'), sell: left('sell') }
  if (rests !== null) orders[terms.side] = [...orders[terms.side], rests]
  return toAmount(
    positionHold(terms, position)
      .plus(orderMargin(terms, signed(position), orders))
      .minus(positionHold(terms, before))
      .minus(orderMargin(terms, signed(before), terms.orders))
      .plus(spent),
  )
}

/**
 * The position once the fills have come, one after the other: what closes does so first.
 *
 * @returns what its closing parts realised, and the value that was traded; settle coin, unrounded
 */
export function afterFills(terms: Pick<OutlayTerms, 'payoff' | 'side' | 'held' | 'reduceOnly' | 'fills'>): {
  readonly position: HeldPosition | null
  readonly realised: Exact
  readonly traded: Exact
} {
  let position = heldOf(terms.held)
  let [realised, traded] = [new Exact(0), new Exact(0)]
  for (const fill of terms.fills) {
    const filled = cutToPosition(terms, position, fill)
    if (filled.isZero()) continue
    const next = filledPosition(terms, position, { qty: filled, price: fill.price })
    traded = traded.plus(exactValue(terms.payoff, toText<Qty>(filled), fill.price))
    realised = realised.plus(next.realised)
    position = next.position
  }
  return { position, realised, traded }
}

/**
 * What has to be free before the exchange takes the order: the rise of what the contract's orders hold back, as if all of
 * it stood in the book. An order that only reduces asks for nothing.
 *
 * @param price that it is charged at: its own, at market the worst one that it reaches
 * @param dearest the price at which it would be worth most; isolated margin charges that
 */
export function requiredFor(
  terms: Omit<OutlayTerms, 'rest'> & { readonly qty: Qty; readonly price: Price; readonly dearest: Price },
): Money {
  const { side, qty, fills, payoff, reduceOnly, orders } = terms
  if (reduceOnly) return '0' as Money
  const held = signed(heldOf(terms.held))
  let left = new Exact(qty)
  let loss = new Exact(0)
  for (const fill of isInOwnWay(terms) ? [] : fills) {
    left = left.minus(fill.qty)
    loss = loss.plus(lossOf(terms, side, fill))
  }
  if (left.gt(0)) loss = loss.plus(lossOf(terms, side, { qty: toText<Qty>(left), price: terms.price }))
  if (lossOf(terms, side, { qty, price: terms.price }).isZero()) loss = new Exact(0)
  const charged = terms.marginMode === 'cross' ? terms.price : terms.dearest
  const added = { side, qty: new Exact(qty), value: exactValue(payoff, qty, charged), loss }
  return toAmount(orderMargin(terms, held, orders, added).minus(orderMargin(terms, held, orders)))
}

/** Own orders on the other side make room, and then all of the order counts at its own price. */
function isInOwnWay({ orders, side }: Pick<OutlayTerms, 'orders' | 'side'>): boolean {
  return orders[side === 'buy' ? 'sell' : 'buy'].length > 0
}

export function heldOf(held: OutlayPosition | null): HeldPosition | null {
  if (held === null) return null
  const { side, qty, entryValue, extraMargin } = held
  return { side, qty: new Exact(qty), entryValue: new Exact(entryValue), extraMargin: new Exact(extraMargin) }
}

export function signed(position: HeldPosition | null): Exact {
  return position === null ? new Exact(0) : position.qty.times(direction(position.side))
}

/** Of a fill, what the order may do: one that only reduces ends with the position. */
function cutToPosition(
  { reduceOnly, side }: Pick<OutlayTerms, 'reduceOnly' | 'side'>,
  position: HeldPosition | null,
  { qty }: Fill,
): Exact {
  if (!reduceOnly) return new Exact(qty)
  return position === null || position.side === side ? new Exact(0) : Exact.min(qty, position.qty)
}

/** The position after a fill, and what its closing part realised. */
function filledPosition(
  { payoff, side }: Pick<OutlayTerms, 'payoff' | 'side'>,
  position: HeldPosition | null,
  { qty, price }: { readonly qty: Exact; readonly price: Price },
): { readonly position: HeldPosition | null; readonly realised: Exact } {
  const worth = (part: Exact): Exact => exactValue(payoff, toText<Qty>(part), price)
  const none = new Exact(0)
  if (position === null || position.qty.isZero())
    return { position: { side, qty, entryValue: worth(qty), extraMargin: none }, realised: none }
  if (position.side === side) {
    const entryValue = position.entryValue.plus(worth(qty))
    return { position: { ...position, qty: position.qty.plus(qty), entryValue }, realised: none }
  }
  const closing = Exact.min(qty, position.qty)
  const share = closing.div(position.qty)
  const entry = position.entryValue.times(share)
  const realised = worth(closing).minus(entry).times(sense(payoff, position.side))
  if (qty.gt(position.qty)) {
    const opening = qty.minus(position.qty)
    return { position: { side, qty: opening, entryValue: worth(opening), extraMargin: none }, realised }
  }
  const rest = {
    ...position,
    qty: position.qty.minus(closing),
    entryValue: position.entryValue.minus(entry),
    extraMargin: position.extraMargin.times(new Exact(1).minus(share)),
  }
  return { position: rest, realised }
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
