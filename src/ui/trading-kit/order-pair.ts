import type { Order, OrderId } from '../../domain/order/order'

interface Known {
  order(id: OrderId): Order | null
}

/**
 * The other of two legs over one amount, while both of them wait: of a pair's OCO, or of its take-profit and stop-loss.
 * `null` of every other order. Guards of a position have no plan: each of them is there for the position.
 */
export function pairOf({ planType, pairOrderId, status }: Order, known: Known): Order | null {
  if (planType === undefined || pairOrderId == null || status !== 'untriggered') return null
  const other = known.order(pairOrderId)
  return other?.status === status ? other : null
}
