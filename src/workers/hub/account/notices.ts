import type { Order } from '../../../domain/order/order'
import { strategyOf } from '../../../domain/order/strategy'
import type { OrderAction } from '../../../domain/order/order-action'
import type { Notice } from '../../hub-events'

/** Toasts told already, by what they say (spec §8: duplicates do not toast twice). */
export const TOLD_MAX = 500

/** Toasts of this hub: each is told once, however often its cause is heard. */
export class Notices {
  readonly #told = new Set<string>()

  constructor(private readonly show: (notice: Notice) => void) {}

  tell(notice: Notice): void {
    if (this.#told.has(notice.id)) return
    this.#told.add(notice.id)
    for (const id of this.#told) {
      if (this.#told.size <= TOLD_MAX) break
      this.#told.delete(id)
    }
    this.show(notice)
  }

  /** What a live push message says of an order. */
  orderNews(order: Order, action: OrderAction | null): void {
    // A strategy sends and moves its orders by itself; its own end is what is told.
    const kind = strategyOf(order.createType) === null ? kindOf(order, action) : null
    if (kind === null) return
    const id = kind === 'orderAmended' ? `${order.id}:${kind}:${order.seq}` : `${order.id}:${kind}`
    this.tell({ id, kind, order, intent: null, rejection: null, timeMs: order.updatedAtMs })
  }
}

/** Guards of a position follow it and each other by themselves: a trailing stop moves with every better price. */
function isGuard({ stopOrderType }: Order): boolean {
  return stopOrderType != null && stopOrderType !== 'stop'
}

function kindOf(order: Order, action: OrderAction | null): Notice['kind'] | null {
  switch (order.status) {
    case 'filled':
      return 'orderFilled'
    case 'rejected':
      return 'orderRejected'
    case 'canceled':
    case 'partiallyFilledCanceled':
    case 'deactivated':
      return isGuard(order) && order.cancelType !== 'CancelByUser' ? null : 'orderCanceled'
    default:
      return action === 'replaced' && !isGuard(order) ? 'orderAmended' : null
  }
}
