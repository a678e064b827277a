import type { Order } from '../../domain/order/order'
import type { Position } from '../../domain/position/position'
import type { IntentState } from '../../workers/presses'

/** What is on its way or open of the account. */
interface Sent {
  readonly intents: readonly IntentState[]
  readonly openOrders: readonly Order[]
}

/**
 * Whether an order that fills at once or not at all is on its way for a position: what the row says is about to be
 * something else. What rests or waits for a trigger may do so for long, and is no news.
 */
export function isFilling({ symbol, positionIdx }: Position, { intents, openOrders }: Sent): boolean {
  const isOfRow = (one: Pick<Order, 'symbol' | 'positionIdx' | 'timeInForce'>): boolean =>
    one.symbol === symbol &&
    one.positionIdx === positionIdx &&
    (one.timeInForce === 'immediateOrCancel' || one.timeInForce === 'fillOrKill')
  return (
    intents.some(
      ({ order, state }) =>
        (state === 'sending' || state === 'unknown') && order.trigger === undefined && isOfRow(order),
    ) || openOrders.some((order) => order.status !== 'untriggered' && isOfRow(order))
  )
}
