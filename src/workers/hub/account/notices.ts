import type { Execution } from '../../../domain/order/execution'
import { executionAccount } from '../../../domain/order/execution-account'
import { limitPrice, type Order } from '../../../domain/order/order'
import { isTrailing, legOfPlan } from '../../../domain/order/plan-type'
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

  /**
   * What a live push message says of an order.
   *
   * @param known what was known by then: the order as it was `before`, the order whose fills brought it, and its other leg
   */
  orderNews(order: Order, action: OrderAction | null, known: KnownOrders = NONE_KNOWN): void {
    // A strategy sends and moves its orders by itself; its own end is what is told.
    const kind = strategyOf(order.createType) === null ? kindOf(order, action, known) : null
    if (kind === null) return
    const told = { kind, order, intent: null, rejection: null, timeMs: order.updatedAtMs } as const
    const [first] = [order.id, order.pairOrderId ?? order.id].toSorted()
    if (kind === 'orderCanceled' && known.pair !== null && isEndOfBoth(order, known.pair))
      return this.tell({ id: `${first}:${kind}:both`, ...told, pair: known.pair })
    if (kind !== 'orderAmended') return this.tell({ id: `${order.id}:${kind}`, ...told })
    // A change of both legs of a pair is one change, told of the leg that it was asked of: that comes first.
    const before = known.before === null ? {} : { before: known.before }
    this.tell({ id: `${first}:${kind}:${order.seq}`, ...told, ...before })
  }

  /** What a live push message says came over a position without an order: of all that, its delivery ends it. */
  executionNews(execution: Execution): void {
    if (executionAccount(execution).kind !== 'delivery') return
    const { id, timeMs } = execution
    this.tell({
      id: `${id}:delivered`,
      kind: 'delivered',
      order: null,
      intent: null,
      rejection: null,
      timeMs,
      execution,
    })
  }
}

interface KnownOrders {
  readonly before: Order | null
  readonly parent: Order | null
  readonly pair: Order | null
}

const NONE_KNOWN: KnownOrders = { before: null, parent: null, pair: null }

/** Whether one cancel ended both legs of a pair's own order. */
function isEndOfBoth(order: Order, pair: Order): boolean {
  return legOfPlan(order) !== null && pair.seq === order.seq && pair.cancelType === order.cancelType
}

/** Guards of a position follow it and each other by themselves: a trailing stop moves with every better price. */
function isGuard({ stopOrderType }: Order): boolean {
  return stopOrderType != null && stopOrderType !== 'stop'
}

function kindOf(order: Order, action: OrderAction | null, known: KnownOrders): Notice['kind'] | null {
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
      return action === 'replaced' && isAskedFor(order, known) ? 'orderAmended' : null
  }
}

/**
 * Whether somebody asked for a change of an order. The exchange tells in the same words of what it moves by itself: the
 * price of what trails, the amount that one leg of a pair holds back in the other's place, the legs that an order brings
 * as it fills.
 */
function isAskedFor(order: Order, { before, parent }: KnownOrders): boolean {
  // A margin rate is changed by nobody but the trader.
  if (isGuard(order)) return order.stopOrderType === 'mmRateClose'
  if (before === null) return !isTrailing(order)
  if (parent !== null && parent.seq === order.seq) return false
  return termsOf(order) !== termsOf(before)
}

/** What an amendment may change. Where a trailing stop stands is not among it. */
function termsOf(order: Order): string {
  return JSON.stringify([
    order.qty,
    limitPrice(order),
    order.orderIv ?? null,
    isTrailing(order) ? null : [order.triggerPrice ?? null, order.triggerBy ?? null],
    [order.takeProfit ?? null, order.tpTriggerBy ?? null, order.tpLimitPrice ?? null, order.tpSlippage ?? null],
    [order.stopLoss ?? null, order.slTriggerBy ?? null, order.slLimitPrice ?? null, order.slSlippage ?? null],
    order.tpSlMode ?? null,
  ])
}
