import type { Execution } from '../../../domain/order/execution'
import { executionAccount } from '../../../domain/order/execution-account'
import type { Order, OrderId } from '../../../domain/order/order'
import { isTrailing } from '../../../domain/order/plan-type'
import { strategyOf } from '../../../domain/order/strategy'
import type { OrderAction } from '../../../domain/order/order-action'
import type { Notice } from '../../hub-events'

/** Toasts told already, by what they say (spec §8: duplicates do not toast twice). */
export const TOLD_MAX = 500

/** What an order may come to more than once. */
const REPEATS: ReadonlySet<Notice['kind']> = new Set(['orderAmended', 'orderHeldBack'])

/** Toasts of this hub: each is told once, however often its cause is heard. */
export class Notices {
  readonly #told = new Set<string>()

  /** @param find an order as it is known by then */
  constructor(
    private readonly show: (notice: Notice) => void,
    private readonly find: (id: OrderId) => Order | null = () => null,
  ) {}

  tell(notice: Notice): void {
    if (this.#told.has(notice.id)) return
    this.#told.add(notice.id)
    for (const id of this.#told) {
      if (this.#told.size <= TOLD_MAX) break
      this.#told.delete(id)
    }
    this.show(notice)
  }

  /** What a live push message says of an order. @param before as it was known until then */
  orderNews(order: Order, action: OrderAction | null, before: Order | null = null): void {
    // A strategy sends and moves its orders by itself; its own end is what is told.
    const kind = strategyOf(order.createType) === null ? this.#kindOf(order, action, before) : null
    if (kind === null) return
    const { id, seq, planType, pairOrderId } = order
    // A change or a cancel of both legs of a pair is one, told of the leg that it was asked of: that comes first.
    const pair = planType === undefined ? null : this.#sameTime(order, pairOrderId)
    const isEnd = kind === 'orderCanceled' && pair?.cancelType === order.cancelType
    const isOne = pair !== null && (isEnd || kind === 'orderAmended')
    this.tell({
      id: `${isOne && pair.id < id ? pair.id : id}:${kind}${REPEATS.has(kind) ? `:${seq}` : ''}`,
      kind,
      order,
      intent: null,
      rejection: null,
      timeMs: order.updatedAtMs,
      ...(kind === 'orderAmended' && before && { before }),
      ...(isEnd && pair && { pair }),
    })
  }

  /** Another order where the same command changed it last. */
  #sameTime({ seq }: Order, id: OrderId | null | undefined): Order | null {
    const other = id == null ? null : this.find(id)
    return other?.seq === seq ? other : null
  }

  #kindOf(order: Order, action: OrderAction | null, before: Order | null): Notice['kind'] | null {
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
        if (order.isHeldBack && !before?.isHeldBack) return 'orderHeldBack'
        return action === 'replaced' && this.#isAskedFor(order, before) ? 'orderAmended' : null
    }
  }

  /**
   * Whether somebody asked for a change of an order. The exchange tells in the same words of what it moves by itself: the
   * price of what trails, the amount that one leg of a pair holds back in the other's place, the legs that an order brings
   * as it fills.
   */
  #isAskedFor(order: Order, before: Order | null): boolean {
    // A margin rate is changed by nobody but the trader; the quantity that it closes follows the position.
    if (isGuard(order))
      return order.stopOrderType === 'mmRateClose' && (before === null || order.mmRate !== before.mmRate)
    if (before === null) return !isTrailing(order)
    return this.#sameTime(order, order.parentOrderId) === null && termsOf(order) !== termsOf(before)
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

/** Guards of a position follow it and each other by themselves: a trailing stop moves with every better price. */
function isGuard({ stopOrderType }: Order): boolean {
  return stopOrderType != null && stopOrderType !== 'stop'
}

/** What an amendment may change, parts of these included. */
const AMENDED =
  'qty price orderIv triggerPrice triggerBy takeProfit stopLoss tpSlMode tpTriggerBy slTriggerBy tpLimitPrice slLimitPrice tpSlippage slSlippage unit value'.split(
    ' ',
  )

/** Of what trails, no price is among it: that is where it stands. */
function termsOf(order: Order): string {
  return JSON.stringify(order, isTrailing(order) ? ['qty'] : AMENDED)
}
