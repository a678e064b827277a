import type { Order } from '../../../../src/domain/order/order'
import type { OrderReference } from '../../../../src/domain/order/order-change'
import type { Core } from '../../core'

/** The order that a call names by either id; `null` where the venue knows none. */
export function namedOrder(
  { journal }: Core,
  account: string,
  { orderId, orderLinkId }: Partial<Pick<OrderReference, 'orderId' | 'orderLinkId'>>,
): Order | null {
  return journal.venue.findOrder(account, {
    ...(orderId == null ? {} : { orderId }),
    ...(orderLinkId == null ? {} : { orderLinkId }),
  })
}
