import type { Order } from '../entities'
import type { EngineStop } from '../orders/order-terms'
import type { EngineState } from '../state'
import { arm } from './triggers'

/** Enters an order that waits into its account's lists and among the triggers, and tells it as new. */
export function acceptWaiting(state: EngineState, order: Order, stop: EngineStop, nowMs: number): void {
  const { position } = order
  order.status = 'untriggered'
  order.stop = stop
  state.orders.add(order)
  position.link(order)
  position.account.links.remember(order.linkId, order.number)
  arm(order)
  state.outbox.order(order, 'newed', nowMs)
  if (stop.reserves === true) state.outbox.touchWallet(position.account)
}
