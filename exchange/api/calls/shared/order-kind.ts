import type { Order } from '../../../../src/domain/order/order'
import { isTerminal } from '../../../../src/domain/order/order-status'

/** v5's `orderFilter`. */
export const ORDER_KINDS = ['Order', 'StopOrder', 'tpslOrder', 'OcoOrder', 'BidirectionalTpslOrder'] as const
export type OrderKind = (typeof ORDER_KINDS)[number]

/** What of an order says what it waits as, or waited as. */
export type WaitingTerms = Pick<Order, 'stopOrderType' | 'planType' | 'pairOrderId'>

/**
 * Whether an order is of this kind: of the book; with a trigger; among these a take-profit, stop-loss or trailing stop of
 * a position, or an order of a pair that holds back what it pays with, alone or as one of two legs. One that fired and
 * rests is of the book while it is open; once it is over it is known by what it began as.
 */
export function isOfKind({ status, ...terms }: Pick<Order, 'status'> & WaitingTerms, kind: OrderKind): boolean {
  const began = terms.stopOrderType ?? null
  const hasTrigger = isTerminal(status) ? began !== null : status === 'untriggered'
  if (kind === 'Order') return !hasTrigger
  return hasTrigger && (kind === 'StopOrder' || kindOf(terms) === kind)
}

function kindOf({ stopOrderType, planType, pairOrderId }: WaitingTerms): OrderKind {
  if (planType === 'oco') return 'OcoOrder'
  if (planType === 'takeProfitStopLoss') return pairOrderId == null ? 'tpslOrder' : 'BidirectionalTpslOrder'
  return stopOrderType === 'stop' ? 'StopOrder' : 'tpslOrder'
}
