import type { Order, OrderStatus } from './order'

/** Statuses an order may move to (semantics.md §2.1). An empty list is a terminal status. */
export const NEXT_STATUS: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  untriggered: ['triggered', 'new', 'canceled', 'deactivated', 'rejected'],
  triggered: ['new', 'partiallyFilled', 'filled', 'canceled', 'rejected'],
  new: ['partiallyFilled', 'filled', 'canceled', 'rejected'],
  partiallyFilled: ['partiallyFilled', 'filled', 'canceled', 'partiallyFilledCanceled'],
  rejected: [],
  partiallyFilledCanceled: [],
  filled: [],
  canceled: [],
  deactivated: [],
}

export function isTerminal(status: OrderStatus): boolean {
  return NEXT_STATUS[status].length === 0
}

/** Whether the exchange holds it, as far as anybody knows: one that its complete list lacks is over, however it ended. */
export function isOpen({ status, missing }: Pick<Order, 'status' | 'missing'>): boolean {
  return !isTerminal(status) && missing === undefined
}

export function canMoveTo(from: OrderStatus, to: OrderStatus): boolean {
  return NEXT_STATUS[from].includes(to)
}
