import type { Order } from '../../domain/order/order'
import type { OrderEnd } from '../../domain/order/order-end'

/** The key of why an order ended; of a leg of an OCO that its twin ended, with the name of that twin (ADR-1096). */
export function endKey({ planType }: Pick<Order, 'planType'>, end: OrderEnd) {
  const isTwin = end === 'takeProfitFired' || end === 'stopLossFired'
  return planType === 'oco' && isTwin ? (`notices:ocoEnd.${end}` as const) : (`notices:orderEnd.${end}` as const)
}
