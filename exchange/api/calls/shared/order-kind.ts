import type { Order } from '../../../../src/domain/order/order'
import { isTerminal } from '../../../../src/domain/order/order-status'

/** v5's `orderFilter`. */
export type OrderKind = 'Order' | 'StopOrder' | 'tpslOrder'

/**
 * Whether an order is of this kind: of the book; with a trigger; a take-profit, stop-loss or trailing stop among these.
 * One that fired and rests is of the book while it is open; once it is over it is known by what it began as.
 */
export function isOfKind(
  { status, stopOrderType, planType }: Pick<Order, 'status' | 'stopOrderType' | 'planType'>,
  kind: OrderKind,
): boolean {
  const began = stopOrderType ?? null
  const hasTrigger = isTerminal(status) ? began !== null : status === 'untriggered'
  if (kind === 'Order') return !hasTrigger
  return hasTrigger && (kind === 'StopOrder' || began !== 'stop' || planType === 'takeProfitStopLoss')
}
