import type { Position, Order } from '../entities'
import { closingLots } from '../products/fill-moves'
import { disarm, unpair } from '../triggers/triggers'
import type { EngineState } from '../state'

/* An order's way into the book, and every way out of it but a fill. */

/** Puts an order into the book, behind all others of its price. */
export function rest(state: EngineState, order: Order): void {
  const { market } = order.position
  const level = market.book.side(order.side).add(order)
  order.position.count(order, order.lots - order.filledLots, 1)
  if (market.auction === null) state.outbox.touchLevel(level, market.instrument.symbol)
}

/** Takes an order out of the book; its account keeps it. */
export function unrest(state: EngineState, order: Order): void {
  const { market } = order.position
  const level = market.book.side(order.side).remove(order)
  order.position.count(order, order.lots - order.filledLots, -1)
  if (market.auction === null) state.outbox.touchLevel(level, market.instrument.symbol)
}

/** Ends an open order, at rest or not. */
export function cancelOrder(
  state: EngineState,
  order: Order,
  why: { readonly cancelType: string | null; readonly rejectReason: string | null },
  nowMs: number,
): void {
  if (order.level !== null) unrest(state, order)
  const isWaiting = order.status === 'untriggered'
  if (isWaiting) disarm(state, order)
  if (order.stop !== null && order.stop.pairId !== null) unpair(state, order, nowMs)
  order.position.unlink(order)
  order.status = isWaiting
    ? 'deactivated'
    : order.filledLots === 0
      ? 'canceled'
      : order.position.market.product.partlyFilledEnd
  order.cancelType = why.cancelType
  order.rejectReason = why.rejectReason
  state.orders.finish(order)
  state.outbox.order(order, 'canceled', nowMs)
  state.outbox.touchWallet(order.position.account)
}

/** Ends an order that met another one of its account. */
export function cancelForOwn(state: EngineState, order: Order, met: Order, nowMs: number): void {
  order.smpOrderId = met.id
  cancelOrder(state, order, SELF_MATCH, nowMs)
}

/** Why an order ends that met one of its own account. */
export const SELF_MATCH = { cancelType: 'CancelBySmp', rejectReason: 'EC_BySelfMatch' } as const
const REDUCE_ONLY = { cancelType: 'CancelByReduceOnly', rejectReason: null } as const

/** Takes a filled order out of its account's open ones. */
export function finishFilled(state: EngineState, order: Order): void {
  order.status = 'filled'
  order.position.unlink(order)
  state.orders.finish(order)
}

/**
 * Cuts the resting reduce-only orders of a position to what is left of its position, newest first; to zero ends them
 * as `CancelByReduceOnly`. Each order is held against the whole position, as when it was placed: two targets over one
 * position may stand side by side, and none of them can ever turn it round.
 */
export function cutReduceOnly(state: EngineState, position: Position, nowMs: number): void {
  if (position.openReduceOnly === 0) return
  for (let order = position.lastOrder; order !== null;) {
    const older: Order | null = order.ownPrevious
    if (order.reduceOnly && order.level !== null) cutOne(state, order, nowMs)
    order = older
  }
}

function cutOne(state: EngineState, order: Order, nowMs: number): void {
  const leaves = order.lots - order.filledLots
  const fits = closingLots(order.position, order.side, leaves)
  if (fits === leaves) return
  if (fits === 0) {
    cancelOrder(state, order, REDUCE_ONLY, nowMs)
    return
  }
  cutLeaves(state, order, fits, nowMs)
}

/** Cuts what is left of a resting order; it keeps its place. */
export function cutLeaves(state: EngineState, order: Order, leaves: number, nowMs: number): void {
  const cut = order.lots - order.filledLots - leaves
  order.position.count(order, cut, -1)
  order.level!.lots -= cut
  order.lots -= cut
  state.outbox.touchLevel(order.level!, order.position.market.instrument.symbol)
  state.outbox.order(order, 'replaced', nowMs)
}
