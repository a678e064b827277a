import type { Price } from '../../domain/decimal'
import type { Order, StopOrderType } from '../../domain/order/order'
import type { OrderEnd } from '../../domain/order/order-end'
import { isTrailing, legNameOf } from '../../domain/order/plan-type'
import { formatPercent, formatPrice } from '../format'
import { say } from '../i18n/instance'
import { endKey } from '../trading-kit/end-key'
import { legOf, legText } from './order-words'

interface Words {
  readonly title: string
  readonly body: string
}

type Values = Readonly<Record<string, string>>

/** What its trader cancelled: of an order that had filled in part the rest, beside what is kept. */
export function canceledWords({ type, side, filledQty }: Order, values: Values): string {
  const isRest = type === 'limit' && filledQty !== '0'
  return say(isRest ? `notices:msg.cancelOrder.rest.${side}` : `notices:msg.cancelOrder.1.${type}.${side}`, values)
}

/** What guarded a position and was taken away by its trader; `null` of any other order. */
export function guardRemoved(order: Order, values: Values, tick: Price | null): Words | null {
  const kind = guardOf(order)
  if (kind === null) return null
  return { title: say(`notices:removed.${kind}`), body: removedWords(order, kind, values, tick) }
}

function guardOf({ stopOrderType: kind }: Order): Exclude<StopOrderType, 'stop'> | null {
  return kind == null || kind === 'stop' ? null : kind
}

function removedWords(order: Order, kind: StopOrderType, values: Values, tick: Price | null): string {
  const { side, mmRate, status } = order
  if (mmRate !== undefined) return say('notices:rateClose.canceled', { ...values, rate: formatPercent(mmRate) })
  // One that had triggered was an order in the book: its quantity and price are what is gone.
  if (status !== 'deactivated') return canceledWords(order, values)
  if (isTrailing(order)) {
    const { trailingRate, trailingStop = null } = order
    const distance = trailingRate == null ? formatPrice(trailingStop, tick) : formatPercent(trailingRate)
    return say(`notices:guardWas.trails.${side}`, { ...values, distance })
  }
  const size = kind === 'partialTakeProfit' || kind === 'partialStopLoss' ? 'part' : 'whole'
  return say(`notices:guardWas.${size}.${side}`, { ...values, price: legText(legOf(order), tick) })
}

/**
 * A pair's take-profit or stop-loss, or a leg of its OCO, that is no more: its trader cancelled it, or its twin came first.
 * `null` of any other order, and of a leg that had triggered.
 */
export function legEnded(order: Order, end: OrderEnd | null, values: Values, tick: Price | null): Words | null {
  const name = legNameOf(order)
  if (order.status !== 'deactivated' || name === null) return null
  const leg = legText(legOf(order), tick)
  const body =
    end === null || end === 'byUser'
      ? say(`notices:legWas.canceled.${order.side}`, { ...values, leg })
      : say(`notices:legWas.ended.${order.side}`, { ...values, leg, reason: say(endKey(order, end)) })
  return { title: say(`notices:legCanceled.${name}`), body }
}
