import type { Position, Market, Order } from '../entities'
import { isProtection } from './protections'
import { bringLegs, type Filled } from './brought-legs'
import { attach, followPosition } from './guards'
import { cancelOrder, cutLeaves } from '../orders/open-orders'
import { fillableLots } from '../risk/no-debt'
import { OPEN_ORDERS_MAX } from '../orders/order-checks'
import { riskOf } from '../risk/risk-of'
import { execute } from '../orders/place-order'
import { boughtFor } from '../orders/amount-lots'
import { intoBand } from '../matching/price-band'
import { becauseOfLeg } from './oco'
import { mayFill, mayTrade } from './fired-checks'
import { fireProtection, followProtection } from './protection'
import { largestOrderLots, sendSlice } from '../orders/slices'
import { marketTicks } from '../matching/slippage'
import type { EngineRules } from '../engine-rules'
import type { EngineState } from '../state'
import { activeOrdersOf } from './trigger-checks'
import { followPrice } from './trailing'
import { disarm, pairOf } from './triggers'

const REDUCE_ONLY = { cancelType: 'CancelByReduceOnly', rejectReason: null } as const
const NOTHING_LEFT = { cancelType: 'CancelByReduceOnly', rejectReason: 'EC_QtyCannotBeZero' } as const
const NOTHING_THERE = { cancelType: null, rejectReason: 'EC_NoImmediateQtyToFill' } as const
const TOO_MANY = { cancelType: null, rejectReason: 'EC_TooManyOrders' } as const
const NOTHING_FILLED: Filled = { lots: 0, valueE8: 0, feeE8: 0, armedAt: 0 }
const NOT_TRADING = { cancelType: 'CancelByAdmin', rejectReason: 'EC_InvalidSymbolStatus' } as const

/**
 * Works off what a command noted: first the guards follow the fills, then the oldest observed price fires what it
 * reaches, one order at a time; that order's own fills and prices queue behind. It ends, because each firing uses an
 * order up or takes lots out of the book, and only an order with take-profit or stop-loss brings new ones.
 */
export function settleTriggers(state: EngineState, nowMs: number): void {
  for (;;) {
    followFills(state, nowMs)
    const market = state.observed[0]
    if (market === undefined) return
    const order = nextDue(state, market, nowMs)
    if (order !== null) {
      if (isProtection(order)) fireProtection(state, order, nowMs)
      else fire(state, order, nowMs)
    } else if (market.triggers.prices.length === 0) state.observed.shift()
  }
}

/** The next order that the oldest price fires; a price that fires nothing more is dropped (`null`). */
function nextDue(state: EngineState, market: Market, nowMs: number): Order | null {
  const { triggers } = market
  const price = triggers.prices[0]!
  const ordinal = triggers.observed - triggers.prices.length + 1
  if (price.by === 'last') {
    const trailing = followPrice(state, market, price.ticks, ordinal, nowMs)
    if (trailing !== null) return trailing
  }
  const order = triggers.due(price.by, price.ticks, ordinal)
  if (order === null) triggers.prices.shift()
  return order
}

function followFills(state: EngineState, nowMs: number): void {
  if (state.fills.length === 0) return
  const fills = state.fills.splice(0)
  const positions = new Map<Position, boolean>()
  const brought = new Map<Order, Filled>()
  for (const { order, lots, valueE8, feeE8, armedAt } of fills) {
    const { position } = order
    if (isProtection(order)) followProtection(state, order, lots, nowMs)
    const isClosing = (order.side === 'sell') === position.lots > 0
    positions.set(position, isClosing || positions.get(position) === true)
    if (order.tpSl === null) continue
    const sum = brought.get(order) ?? NOTHING_FILLED
    brought.set(order, {
      lots: sum.lots + lots,
      valueE8: sum.valueE8 + valueE8,
      feeE8: sum.feeE8 + feeE8,
      armedAt,
    })
  }
  for (const [position, hasShrunk] of positions) followPosition(state, position, hasShrunk, nowMs)
  for (const [order, filled] of brought) {
    const bring = order.position.market.product.holdsPosition ? attach : bringLegs
    bring(state, order, filled, nowMs)
  }
}

/** A conditional order: untriggered → triggered → new, the same order; money is looked at only now. */
function fire(state: EngineState, order: Order, nowMs: number): void {
  const { position } = order
  const { market } = position
  const stop = order.stop!
  const pair = pairOf(state, order)
  disarm(state, order)
  order.status = 'triggered'
  state.outbox.order(order, 'replaced', nowMs)
  if (pair !== null) cancelOrder(state, pair, becauseOfLeg(order), nowMs)

  if (!mayTrade(order)) return cancelOrder(state, order, NOT_TRADING, nowMs)
  const isMarketOrder = order.orderType === 'market'
  if (order.reduceOnly && !fitPosition(order)) return cancelOrder(state, order, NOTHING_LEFT, nowMs)
  order.ticks = isMarketOrder
    ? marketTicks(market, order.side, stop.slippage)
    : intoBand(market, order.side, order.ticks)
  let isPaid = false
  if (stop.amountE8 !== undefined) {
    const { side, ticks: limitTicks, selfMatch } = order
    const bought = boughtFor(market, position, { side, limitTicks, amountE8: stop.amountE8, selfMatch })
    order.lots = Math.min(bought.lots, market.instrument.maxMarketLots)
    if (order.lots === 0) return cancelOrder(state, order, NOTHING_THERE, nowMs)
    // It trades within this command, at the prices that it was counted at: what it held back covers it.
    isPaid = state.rules.spendsFiredAmounts && order.lots === bought.lots && mayFill(state.rules, order, bought.costE8)
  }
  if (isMarketOrder && !isPaid && (stop.reserves === true || pair !== null)) fitAmount(state.rules, order)
  if (!isPaid && !mayFill(state.rules, order) && !(mayMakeRoom(order) && makeRoom(state, order, nowMs))) {
    return cancelOrder(state, order, tooPoor(position), nowMs)
  }
  if (order.reduceOnly) sendSlices(state, order, nowMs)
  const mayRest = !isMarketOrder && (order.timeInForce === 'goodTillCancel' || order.timeInForce === 'postOnly')
  if (mayRest && position.account.role === 'user' && activeOrdersOf(position) > OPEN_ORDERS_MAX) {
    return cancelOrder(state, order, TOO_MANY, nowMs)
  }
  order.status = 'new'
  state.outbox.order(order, 'newed', nowMs)
  state.outbox.touchWallet(position.account)
  execute(state, order, 'Trade', nowMs)
}

/**
 * Cuts a market order that held back its amount to the lots that the amount pays at the prices of now, which may have
 * passed its trigger. A purchase that cannot pay for one lot stays as it is, and is not affordable.
 */
function fitAmount(rules: EngineRules, order: Order): void {
  if (mayFill(rules, order)) return
  const wanted = order.lots
  let fits = 0
  let tooMany = wanted
  while (tooMany - fits > 1) {
    order.lots = Math.floor((fits + tooMany) / 2)
    if (mayFill(rules, order)) fits = order.lots
    else tooMany = order.lots
  }
  order.lots = fits === 0 ? wanted : fits
}

function tooPoor({ account }: Position): { readonly cancelType: string; readonly rejectReason: string } {
  return { cancelType: riskOf(account).tooPoor, rejectReason: 'EC_Others' }
}

/** Cuts an order to the position; a size of zero means all of it. `false` when there is nothing to close. */
function fitPosition(order: Order): boolean {
  const { position } = order
  const closable = order.side === 'buy' ? -position.lots : position.lots
  if (closable <= 0) return false
  order.lots = Math.min(closable, order.lots === 0 ? closable : order.lots)
  return true
}

/**
 * Of a closing order above the largest one all but the last part, each as an order of its own, for as long as the book
 * fills a whole one and the account may have one more at rest. What does not come that far stays with the order, and
 * stands or falls with it.
 */
function sendSlices(state: EngineState, order: Order, nowMs: number): void {
  const { position, side, ticks, selfMatch } = order
  const lots = largestOrderLots(order)
  if (order.orderType === 'limit' && order.timeInForce === 'fillOrKill') order.lots = Math.min(order.lots, lots)
  while (order.lots > lots) {
    const mayGoOn =
      order.orderType === 'limit'
        ? activeOrdersOf(position) <= OPEN_ORDERS_MAX
        : fillableLots({ position, side, ticks, selfMatch }, lots, 'Trade') === lots
    if (!mayGoOn) return
    const sent = sendSlice(state, order, { lots, ticks }, nowMs)
    order.lots -= sent
    if (sent < lots) return
  }
}

/** Of one that is reduce-only no other order is in the way: what it takes is a hedge (ADR-1041). */
function mayMakeRoom({ closeOnTrigger, reduceOnly }: Order): boolean {
  return closeOnTrigger && !reduceOnly
}

/**
 * Close-on-trigger with the balance short: the other active orders of the contract give way, newest first and those of
 * the same side before the others; the last one is only cut, to the most it may keep (semantics.md §2.3).
 */
function makeRoom(state: EngineState, closing: Order, nowMs: number): boolean {
  const { position } = closing
  const active: Order[] = []
  for (let order = position.lastOrder; order !== null; order = order.ownPrevious) {
    if (order.level !== null && !order.reduceOnly) active.push(order)
  }
  const sameSide = active.filter((order) => order.side === closing.side)
  for (const order of [...sameSide, ...active.filter((one) => one.side !== closing.side)]) {
    const leaves = order.lots - order.filledLots
    position.count(order, leaves, -1)
    const isEnough = mayFill(state.rules, closing)
    const kept = isEnough ? mostKept(state.rules, order, closing, leaves) : 0
    position.count(order, leaves, 1)
    if (kept === 0) cancelOrder(state, order, REDUCE_ONLY, nowMs)
    else cutLeaves(state, order, kept, nowMs)
    if (isEnough) return true
  }
  return false
}

/** The most of an order that leaves the other affordable, by halving; its own leaves are out of the sums already. */
function mostKept(rules: EngineRules, order: Order, closing: Order, leaves: number): number {
  let fits = 0
  let tooMuch = leaves
  while (tooMuch - fits > 1) {
    const middle = (fits + tooMuch) >>> 1
    order.position.count(order, middle, 1)
    const isFine = mayFill(rules, closing)
    order.position.count(order, middle, -1)
    if (isFine) fits = middle
    else tooMuch = middle
  }
  return fits
}
