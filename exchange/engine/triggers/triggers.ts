import type { Market, Order } from '../entities'
import { isOpen } from '../orders/order-fields'
import type { TriggerBy } from '../../../src/domain/order/order'
import type { EngineState } from '../state'

/**
 * What the matching tells the triggers while a command runs. Nothing fires here: prices and fills are noted, and
 * `settleTriggers` works them off once the command's own order is done, so that a sweep is never interrupted.
 */

/** Notes a price that waiting orders have to see. */
export function observe(state: EngineState, market: Market, by: TriggerBy, ticks: number): void {
  const { triggers } = market
  if (triggers.size === 0 && state.fills.length === 0) return
  if (triggers.prices.length === 0) state.observed.push(market)
  triggers.prices.push({ by, ticks })
  triggers.observed += 1
}

/** Notes a fill of an order that brings guards, or of a position that has some. Before the fill's own price is noted. */
export function noteFill(
  state: EngineState,
  order: Order,
  fill: { readonly lots: number; readonly valueE8: number; readonly feeE8: number },
): void {
  const { lots, valueE8, feeE8 } = fill
  state.fills.push({ order, lots, valueE8, feeE8, armedAt: order.position.market.triggers.observed + 1 })
}

/** Counts what a waiting order holds back into what its account's orders hold, or out of it. */
export function hold(order: Order, sign: 1 | -1): void {
  if (order.stop!.reserves === true) order.position.count(order, order.lots - order.filledLots, sign)
}

/** Enters a waiting order among the triggers and, if it guards a position, among its guards. */
export function arm(order: Order): void {
  const { position } = order
  hold(order, 1)
  position.market.triggers.add(order)
  if (order.stop!.rateE4 !== undefined) position.account.rateCloses.push(order)
  if (order.stop!.kind !== 'stop') position.guards.push(order)
}

/** Takes a waiting order out of everything that `arm` entered it in. */
export function disarm(state: EngineState, order: Order): void {
  const { position } = order
  hold(order, -1)
  position.market.triggers.remove(order)
  if (order.stop!.rateE4 !== undefined) {
    const { rateCloses } = position.account
    rateCloses.splice(rateCloses.indexOf(order), 1)
  }
  if (order.stop!.kind === 'stop') return
  position.guards.splice(position.guards.indexOf(order), 1)
  state.outbox.touchPosition(position)
}

/**
 * The other leg of a set stays alone. Of two legs over one amount it holds that alone then, at its own price; the link
 * still says what they were made as.
 */
export function unpair(state: EngineState, order: Order, nowMs: number): void {
  const pair = pairOf(state, order)
  if (pair === null || pair.stop!.pairId !== order.id) return
  if (pair.stop!.kind !== 'stop') {
    pair.stop = { ...pair.stop!, pairId: null }
  } else {
    if (order.stop!.reserves !== true) return
    pair.stop = { ...pair.stop!, reserves: true }
    hold(pair, 1)
  }
  state.outbox.order(pair, 'replaced', nowMs)
}

/** The other leg of a partial set, for as long as it waits or rests. */
export function pairOf(state: EngineState, order: Order): Order | null {
  const pairId = order.stop?.pairId ?? null
  const pair = pairId === null ? null : state.orders.get(pairId)
  return pair !== null && isOpen(pair) ? pair : null
}
