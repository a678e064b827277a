import { mayFill, mayTrade } from './fired-checks'
import { notHeldBack } from '../orders/order-terms'
import { disarm } from './triggers'
import { cancelOrder, cutLeaves } from '../orders/open-orders'
import { fillableLots, wouldRestInDebt } from '../risk/no-debt'
import type { Order } from '../entities'
import { execute } from '../orders/place-order'
import { intoBand } from '../matching/price-band'
import { marketTicks } from '../matching/slippage'
import { largestOrderLots, sendSlice } from '../orders/slices'
import type { EngineState } from '../state'

/**
 * Take-profits, stop-losses and trailing stops at their trigger (decisions 41). A protection closes all that it guards:
 * what is more than the largest order of the contract, and what the book does not give at once, goes as orders of its
 * own, while the protection itself waits on for the rest and is the last of them. Nothing that guards is ended while
 * any of what it guards is open.
 */

const TP_BY_SL = { cancelType: 'CancelByOCOTpCanceledBySlTriggered', rejectReason: null } as const
const SL_BY_TP = { cancelType: 'CancelByOCOSlCanceledByTpTriggered', rejectReason: null } as const

/**
 * Closes what the book takes now, at prices no worse than the bounds of this moment. Where it takes nothing (or the
 * contract stands still, or the account could not carry what is left) no order is made. The protection goes on waiting for what is left, and the next price that
 * reaches it asks again.
 */
export function fireProtection(state: EngineState, guard: Order, nowMs: number): void {
  const ticks = limitOf(guard)
  const most = largestOrderLots(guard)
  let left = lotsToSend(state, guard, ticks, nowMs)
  const isAll = left === guard.lots
  giveWay(state, guard, left, nowMs)
  while (left > (isAll ? most : 0)) {
    const lots = Math.min(left, most)
    const sent = sendSlice(state, guard, { lots, ticks }, nowMs)
    guard.lots -= sent
    left -= lots
    state.outbox.order(guard, 'replaced', nowMs)
    if (sent < lots) return waitForNextPrice(guard)
  }
  if (isAll) sendWhole(state, guard, ticks, nowMs)
  else waitForNextPrice(guard)
}

/** The worst price at which a protection may trade, or at which it rests. */
function limitOf({ position, side, orderType, ticks, stop }: Order): number {
  const { market } = position
  return orderType === 'market' ? marketTicks(market, side, stop!.slippage) : intoBand(market, side, ticks)
}

/** None where closing them would take a hedge away that the account cannot do without (ADR-1041): it is asked again. */
function lotsToSend(state: EngineState, guard: Order, ticks: number, nowMs: number): number {
  const lots = lotsTaken(guard, ticks)
  const { position, side, orderType, selfMatch, reduceOnly } = guard
  if (lots === 0 || !position.market.valuation.rules.checksGuards) return lots
  const isHeldBack = !mayFill(state.rules, { position, side, orderType, selfMatch, reduceOnly, lots, ticks })
  noteHeldBack(state, guard, isHeldBack, nowMs)
  return isHeldBack ? 0 : lots
}

/** Tells it once, and not at each price that asks again. What is sent is told as that. */
function noteHeldBack(state: EngineState, guard: Order, isHeldBack: boolean, nowMs: number): void {
  if (!state.rules.tellsHeldBack || isHeldBack === (guard.stop!.isHeldBack === true)) return
  guard.stop = isHeldBack ? { ...guard.stop!, isHeldBack } : notHeldBack(guard.stop!)
  if (isHeldBack) state.outbox.order(guard, 'replaced', nowMs)
}

/** What the book takes now, or may wait in it. */
function lotsTaken(guard: Order, limitTicks: number): number {
  const { position, side, lots, selfMatch } = guard
  if (!mayTrade(guard)) return 0
  const sweep = { position, side, ticks: limitTicks, selfMatch }
  if (guard.orderType === 'limit') return wouldRestInDebt({ ...sweep, lots, filledLots: 0 }) ? 0 : lots
  return fillableLots(sweep, lots, 'Trade')
}

/** No price that was observed so far fires it again. */
function waitForNextPrice(guard: Order): void {
  guard.armedAt = guard.position.market.triggers.observed
}

/** The protection itself becomes the order: untriggered → triggered → new. */
function sendWhole(state: EngineState, guard: Order, ticks: number, nowMs: number): void {
  disarm(state, guard)
  guard.status = 'triggered'
  state.outbox.order(guard, 'replaced', nowMs)
  guard.ticks = ticks
  guard.status = 'new'
  state.outbox.order(guard, 'newed', nowMs)
  state.outbox.touchWallet(guard.position.account)
  execute(state, guard, 'Trade', nowMs)
}

/** What the other leg of the set has at rest in the book would close the same lots again: it is cut by them, newest first. */
function giveWay(state: EngineState, guard: Order, lots: number, nowMs: number): void {
  if (guard.stop!.pairId === null) return
  let over = lots
  for (let order = guard.position.lastOrder; order !== null && over > 0;) {
    const older: Order | null = order.ownPrevious
    if (order.level !== null && order.stop?.pairId === guard.id) {
      const leaves = order.lots - order.filledLots
      if (leaves <= over) cancelOrder(state, order, becauseOf(guard), nowMs)
      else cutLeaves(state, order, leaves - over, nowMs)
      over -= leaves
    }
    order = older
  }
}

/**
 * What one fill of a protection means for the other leg of its set, which waits: it guards so much less, and ends with
 * the last lot. The full take-profit and stop-loss of a position end with the position.
 */
export function followProtection(state: EngineState, order: Order, lots: number, nowMs: number): void {
  const { position } = order
  const partner = partnerOf(order)
  if (partner === null) return
  if (isFull(order)) {
    if (Math.sign(position.lots) !== position.guardedSide) cancelOrder(state, partner, becauseOf(order), nowMs)
    return
  }
  if (partner.lots <= lots) {
    cancelOrder(state, partner, becauseOf(order), nowMs)
    return
  }
  partner.lots -= lots
  state.outbox.order(partner, 'replaced', nowMs)
}

function isFull({ stop }: Order): boolean {
  return stop!.kind === 'takeProfit' || stop!.kind === 'stopLoss'
}

/** The waiting leg that ends with this one: the linked one of a partial set, the other full one. */
function partnerOf(order: Order): Order | null {
  const { guards } = order.position
  const { kind, pairId } = order.stop!
  if (!isFull(order)) return pairId === null ? null : (guards.find(({ id }) => id === pairId) ?? null)
  const other = kind === 'takeProfit' ? 'stopLoss' : 'takeProfit'
  return guards.find(({ stop }) => stop!.kind === other) ?? null
}

function becauseOf({ stop }: Order): typeof TP_BY_SL | typeof SL_BY_TP {
  return stop!.kind === 'takeProfit' || stop!.kind === 'partialTakeProfit' ? SL_BY_TP : TP_BY_SL
}
