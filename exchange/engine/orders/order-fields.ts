import type { OrderStatus, OrderType, Side, TimeInForce } from '../../../src/domain/order/order'
import type { SelfMatch } from '../matching/self-match'

/** What an order is made of; all of it is in the snapshot. */
export interface OrderFields {
  readonly number: number
  readonly linkId: string
  readonly side: Side
  readonly orderType: OrderType
  ticks: number
  lots: number
  readonly timeInForce: TimeInForce
  readonly reduceOnly: boolean
  readonly closeOnTrigger: boolean
  readonly selfMatch: SelfMatch
  readonly createType: string
  readonly createdAtMs: number
}

/** Whether something of an order may still fill; one that has just fired and is not taken yet is not open. */
export function isOpen({ status }: { readonly status: OrderStatus }): boolean {
  return status === 'new' || status === 'partiallyFilled' || status === 'untriggered'
}
