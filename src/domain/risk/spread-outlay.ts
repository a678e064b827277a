import { Exact, toText, type Leverage, type Money, type Price, type Qty, type Rate } from '../decimal'
import type { Side } from '../order/order'
import { direction } from './payoff'
import type { Fill } from './pnl'

/*
 * What an order of a spread is in its legs, and what it holds back: to the last unit of 1e-8 as the exchange books it
 * (ADR-303, ADR-304, ADR-700).
 */

/** One leg of a spread as an account sees it. */
export interface SpreadLegView {
  /** Its mark; of a pair, which has none, the last price. */
  readonly mark: Price
  /** Whether it is a pair: it is paid for, or delivered, and no position is held. */
  readonly isPair: boolean
  /** Above zero for a long. */
  readonly held: Exact
  readonly leverage: Leverage
  /** Of the leg's own orders: as legs of a spread they pay half of it. */
  readonly takerFeeRate: Rate
}

export interface SpreadView {
  readonly tickSize: Price
  readonly legs: readonly [first: SpreadLegView, second: SpreadLegView]
}

/** What prices of legs follow from. */
export interface SpreadMarks {
  readonly tickSize: Price
  readonly legs: readonly [first: Pick<SpreadLegView, 'mark'>, second: Pick<SpreadLegView, 'mark'>]
}

/** Orders of the spread that are open, by side. */
export type SpreadOrders = Readonly<Record<Side, readonly Fill[]>>

/** What orders of a spread hold back: margin and coins of the settle coin, and the base coin of a pair. */
export interface SpreadHold {
  readonly margin: Exact
  /** To pay a pair with. */
  readonly coins: Exact
  /** To deliver to a pair. */
  readonly base: Exact
}

const UNIT = 8
const halfUp = (value: Exact): Exact => value.toDecimalPlaces(UNIT, Exact.ROUND_HALF_UP)

/** Who buys a spread buys the first leg and sells the second. */
export function legSide(side: Side, place: 0 | 1): Side {
  return (side === 'buy') === (place === 0) ? 'buy' : 'sell'
}

/** Legs pay half of what their own orders would pay. */
export function legFeeRate(rate: Rate): Rate {
  return toText<Rate>(halfUp(new Exact(rate).div(2)))
}

/**
 * The prices of both legs where the spread trades at `price`. Each stands off its mark by half of what the price is off the
 * difference of the marks:
 *
 *   first = (price + mark 1 + mark 2) / 2, half up to the spread's tick;  second = first − price
 */
export function legPrices(
  price: Price,
  { tickSize, legs: [first, second] }: SpreadMarks,
): readonly [first: Price, second: Price] {
  const middle = new Exact(price).plus(first.mark).plus(second.mark).div(2)
  const at = middle.div(tickSize).plus('0.5').floor().times(tickSize)
  return [toText<Price>(at), toText<Price>(at.minus(price))]
}

/**
 * What the open orders of a spread hold back: margin of the dearer side, and of each side the coins that its pair is paid
 * with. Lots that close a position of a leg are free.
 */
export function spreadHold(view: SpreadView, orders: SpreadOrders): SpreadHold {
  const sides = (['buy', 'sell'] as const).map((side) => sideHold(view, side, orders[side]))
  return {
    margin: Exact.max(sides[0]!.margin, sides[1]!.margin),
    coins: sides[0]!.coins.plus(sides[1]!.coins),
    base: sides[0]!.base.plus(sides[1]!.base),
  }
}

/** By how much what is held back rises with one more order. @param order at the price that it is charged at */
export function spreadRise(view: SpreadView, orders: SpreadOrders, side: Side, order: Fill): SpreadHold {
  const before = spreadHold(view, orders)
  const after = spreadHold(view, { ...orders, [side]: [...orders[side], order] })
  return {
    margin: after.margin.minus(before.margin),
    coins: after.coins.minus(before.coins),
    base: after.base.minus(before.base),
  }
}

function sideHold(view: SpreadView, side: Side, orders: readonly Fill[]): SpreadHold {
  const none = new Exact(0)
  const qty = orders.reduce((sum, order) => sum.plus(order.qty), none)
  if (qty.isZero()) return { margin: none, coins: none, base: none }
  const [first, second] = view.legs
  const value = orders.reduce((sum, order) => sum.plus(new Exact(order.price).times(order.qty)), none)
  const worth = qty.times(new Exact(first.mark).minus(second.mark))
  // What fills at the orders' prices lose against the difference of the marks.
  const lost = Exact.max(0, value.minus(worth).times(direction(side)))
  const legs = view.legs.map((leg, place) => ({ leg, side: legSide(side, place as 0 | 1) }))
  const cost = legs.reduce((sum, one) => sum.plus(legCost(one.leg, one.side, qty)), none)
  const pair = legs.find(({ leg }) => leg.isPair)
  if (pair === undefined) return { margin: cost.plus(lost), coins: none, base: none }
  if (pair.side === 'sell') return { margin: cost.plus(lost), coins: none, base: qty }
  // The pair pays one half of the loss, and half a tick of the spread a lot, by which its price may be rounded.
  const half = lost.plus(qty.times(view.tickSize)).div(2).toDecimalPlaces(UNIT, Exact.ROUND_UP)
  return {
    margin: cost.plus(lost.div(2).toDecimalPlaces(UNIT, Exact.ROUND_DOWN)),
    coins: qty.times(pair.leg.mark).plus(half),
    base: none,
  }
}

/** What opening the contract at its mark costs; what closes a position is free, and a pair is paid for. */
function legCost({ mark, isPair, held, leverage, takerFeeRate }: SpreadLegView, side: Side, qty: Exact): Exact {
  if (isPair) return new Exact(0)
  const closable = Exact.max(0, held.times(-direction(side)))
  const value = Exact.max(0, qty.minus(closable)).times(mark)
  if (value.isZero()) return value
  const rate = legFeeRate(takerFeeRate)
  const left = new Exact(1).minus(new Exact(direction(side)).div(leverage))
  const bankrupt = left.lte(0) ? new Exact(0) : halfUp(value.times(left))
  return halfUp(value.div(leverage))
    .plus(halfUp(value.times(rate)))
    .plus(halfUp(bankrupt.times(rate)))
}

/** Fees of both legs by the coins that they are taken in. */
export interface SpreadFees {
  /** Settle coin. */
  readonly settle: Money
  /** Of the coins that a pair brings: who buys them pays in them. */
  readonly base: Money
}

/** What the fees come to where the spread trades at these prices. @param rates of each leg, halved already */
export function spreadFees(
  side: Side,
  fills: readonly Fill[],
  { tickSize, legs }: SpreadView,
  rates: readonly [first: Rate, second: Rate],
): SpreadFees {
  let [settle, base] = [new Exact(0), new Exact(0)]
  for (const { qty, price } of fills)
    for (const [place, at] of legPrices(price, { tickSize, legs }).entries()) {
      const own = place as 0 | 1
      const isInCoins = legs[own].isPair && legSide(side, own) === 'buy'
      const fee = halfUp(new Exact(isInCoins ? qty : new Exact(at).times(qty)).times(rates[own]))
      if (isInCoins) base = base.plus(fee)
      else settle = settle.plus(fee)
    }
  return { settle: toText<Money>(settle), base: toText<Money>(base) }
}

/** The best prices of a book; `null` where nobody asks or offers. */
export interface Touch {
  readonly bid: Price | null
  readonly ask: Price | null
}

/** What a spread costs leg by leg: the first at its ask less the second at its bid, and the other way round. */
export function impliedTouch(first: Touch, second: Touch): Touch {
  return { bid: less(first.bid, second.ask), ask: less(first.ask, second.bid) }
}

function less(a: Price | null, b: Price | null): Price | null {
  return a === null || b === null ? null : toText<Price>(new Exact(a).minus(b))
}

/** How much a position of a leg changes with a fill; above zero for what is bought. */
export function legChange(side: Side, place: 0 | 1, qty: Qty): Exact {
  return new Exact(qty).times(direction(legSide(side, place)))
}
