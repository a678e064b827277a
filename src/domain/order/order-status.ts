import type { OrderStatus } from './order'

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

export function canMoveTo(from: OrderStatus, to: OrderStatus): boolean {
  return NEXT_STATUS[from].includes(to)
}
