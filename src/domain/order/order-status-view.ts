import type { OrderStatus } from './order'
import type { PlanType } from './plan-type'

/** The status words of the view form (spec §4 "Order status mapping"); its writer spells them in upper case. */
export type OrderStatusView =
  | 'new'
  | 'partiallyFilled'
  | 'filled'
  | 'partiallyFilledCanceled'
  | 'canceled'
  | 'rejected'
  | 'orderNew'
  | 'orderFilled'
  | 'orderCanceled'
  | 'orderRejected'

/** @param plan `null` or `limitAndMarket` for an order that is no plan */
export function orderStatusView(status: OrderStatus, plan: PlanType | null): OrderStatusView {
  const isPlan = plan !== null && plan !== 'limitAndMarket'
  switch (status) {
    case 'filled':
    case 'partiallyFilledCanceled':
    case 'partiallyFilled':
    case 'new':
      return status
    case 'deactivated':
      return 'orderCanceled'
    case 'triggered':
      return 'orderFilled'
    case 'untriggered':
      return 'orderNew'
    case 'canceled':
      return isPlan ? 'orderCanceled' : 'canceled'
    case 'rejected':
      return isPlan ? 'orderRejected' : 'rejected'
  }
}
