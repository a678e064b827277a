import type { PlaceCommand } from '../commands'
import { type Position, Order } from '../entities'
import { protectOrder } from '../protection/protections'
import type { EngineState } from '../state'

/** A command with the price and quantity that the checks made of it. */
export interface AcceptedOrder {
  readonly command: Omit<PlaceCommand, 'type' | 'account' | 'symbol' | 'ticks' | 'lots' | 'positionIdx'>
  readonly ticks: number
  readonly lots: number
}

/** Gives an order its id, enters it into the account's lists and tells it as new. It is not in the book yet. */
export function acceptOrder(state: EngineState, position: Position, accepted: AcceptedOrder, nowMs: number): Order {
  const { command, ticks, lots } = accepted
  state.lastOrderNumber += 1
  const order = new Order(position, {
    number: state.lastOrderNumber,
    linkId: command.linkId,
    side: command.side,
    orderType: command.orderType,
    ticks,
    lots,
    timeInForce: command.timeInForce,
    reduceOnly: command.reduceOnly,
    closeOnTrigger: command.closeOnTrigger,
    selfMatch: command.selfMatch,
    createType: command.createType,
    createdAtMs: nowMs,
  })
  if (command.tpSl !== undefined) order.tpSl = command.tpSl
  if (command.carried !== undefined) order.carried = command.carried
  if (command.isLeverage === true) order.carried = { ...order.carried, isLeverage: true }
  if (command.isProtected === true) protectOrder(state, order)
  state.orders.add(order)
  position.link(order)
  position.account.links.remember(order.linkId, order.number)
  state.outbox.order(order, 'newed', nowMs)
  state.outbox.touchWallet(position.account)
  return order
}
