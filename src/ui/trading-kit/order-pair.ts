import type { Order, OrderId } from '../../domain/order/order'
import { isOpen } from '../../domain/order/order-status'
import { legOfPlan } from '../../domain/order/plan-type'

/** The two legs of a pair's OCO or take-profit and stop-loss. */
export interface OrderPair {
  readonly takeProfit: Order
  readonly stopLoss: Order
}

interface Known {
  order(id: OrderId): Order | null
}

/**
 * Both legs over one amount, while both of them wait; `null` of every other order. Guards of a position are none: each of
 * them is there for the position.
 */
export function pairOf(order: Order, known: Known): OrderPair | null {
  const leg = legOfPlan(order)
  if (leg === null || order.pairOrderId == null || !isOpen(order)) return null
  const other = known.order(order.pairOrderId)
  if (other === null || other.status !== 'untriggered' || order.status !== 'untriggered') return null
  return leg === 'takeProfit' ? { takeProfit: order, stopLoss: other } : { takeProfit: other, stopLoss: order }
}
