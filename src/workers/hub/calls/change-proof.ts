import type { OrderChange } from '../../../domain/order/order-change'
import { compare, type DecimalText } from '../../../domain/decimal'
import type { AlertTerms } from '../../../domain/market/price-alert'
import { CANCEL_ALL_MAX, type InstrumentSymbol, type Order, type OrderLinkId } from '../../../domain/order/order'
import { isTerminal } from '../../../domain/order/order-status'
import type { Change } from '../../presses'
import type { ChangeProof } from './change-call'
import { findOrder, lookUp, type LookUpPorts } from './order-look-up'
import { reasonOf } from './order-outcome'
import { findSetting } from './setting-proof'

export interface ProofPorts extends LookUpPorts {
  readonly mergeOrder: (order: Order) => Order
}

/** What was asked for, and when; `nowMs` is by the same clock. */
export interface Press {
  readonly id: OrderLinkId
  readonly change: Change
  readonly pressedAtMs: number
  readonly nowMs: number
}

/** By so much a computer's clock may have been set between a press and now; answers are kept for a day. */
const CLOCK_LEEWAY_MS = 3_600_000

/**
 * Asks the exchange what became of a change whose answer was lost (O10, O12). Orders tell it themselves; of a setting
 * the exchange's own answer does, or, where it keeps none, what is in force (`setting-proof.ts`).
 *
 * @returns `null` when it did not answer
 */
export async function proveChange(ports: ProofPorts, press: Press): Promise<ChangeProof | null> {
  const { id, change } = press
  switch (change.kind) {
    case 'amend':
    case 'cancel': {
      const { symbol, orderId, orderLinkId } = change.order
      const found = await findOrder(ports, {
        symbol,
        ...(orderId !== null ? { orderId } : orderLinkId !== null ? { orderLinkId } : {}),
      })
      if (found === null) return null
      const absent = { kind: 'absent', seq: found.seq, timeMs: found.timeMs } as const
      if (found.order === null) return absent
      const order = ports.mergeOrder(found.order)
      const isDone = change.kind === 'cancel' ? isCanceled(order) : isAmended(order, change.order)
      if (isDone) return { kind: 'done', orderId: order.id, count: 1, ...(change.kind === 'cancel' && { order }) }
      return isTerminal(order.status) ? { kind: 'ended', order } : absent
    }
    case 'cancelAll': {
      const list = await lookUp(ports, ports.venue.calls.openOrdersOf(change.symbol))
      if (list === null) return null
      const meant = new Set(change.orderIds)
      const open = list.orders.filter(({ id }) => meant.has(id)).length
      // One call takes so many; what it left open is no sign that it never came.
      const isDone = open <= Math.max(0, meant.size - CANCEL_ALL_MAX)
      if (isDone) return { kind: 'done', orderId: null, count: meant.size - open }
      return { kind: 'absent', seq: list.seq, timeMs: list.timeMs }
    }
    case 'openStrategy':
      return findStarted(ports, press, change.strategy.symbol)
    case 'addAlert':
    case 'amendAlert':
    case 'removeAlert':
      return findAlert(ports, id, change)
    default:
      return keepsAnswers(ports) ? findFirstAnswer(ports, press) : findSetting(ports, change)
  }
}

/** A strategy bears the id of the press that started it. */
async function findStarted(ports: ProofPorts, press: Press, symbol: InstrumentSymbol): Promise<ChangeProof | null> {
  const list = await lookUp(ports, ports.venue.calls.strategies(symbol))
  const found = list?.strategies.find(({ linkId }) => linkId === press.id)
  if (found !== undefined) return { kind: 'done', orderId: null, count: 1, strategyId: found.id }
  if (keepsAnswers(ports)) return findFirstAnswer(ports, press)
  return list === null ? null : { kind: 'absent', seq: list.seq, timeMs: list.timeMs }
}

/** Alerts are in no ledger that keeps answers: the list tells. One bears the id of the press that set it. */
async function findAlert(
  ports: ProofPorts,
  id: OrderLinkId,
  change: Extract<Change, { readonly kind: 'addAlert' | 'amendAlert' | 'removeAlert' }>,
): Promise<ChangeProof | null> {
  const list = await lookUp(ports, ports.venue.calls.alerts())
  if (list === null) return null
  const isDone =
    change.kind === 'addAlert'
      ? list.alerts.some(({ linkId }) => linkId === id)
      : change.kind === 'removeAlert'
        ? list.alerts.every((one) => one.id !== change.alertId)
        : list.alerts.some((one) => one.id === change.terms.id && hasTerms(one, change.terms))
  return isDone ? { kind: 'done', orderId: null, count: 1 } : { kind: 'absent', seq: list.seq, timeMs: list.timeMs }
}

function hasTerms(alert: AlertTerms, asked: AlertTerms): boolean {
  return (
    compare(alert.price, asked.price) === 0 &&
    compare(alert.percent ?? NONE, asked.percent ?? NONE) === 0 &&
    alert.condition === asked.condition &&
    alert.by === asked.by &&
    alert.frequency === asked.frequency &&
    alert.interval === asked.interval
  )
}

function keepsAnswers({ venue }: ProofPorts): boolean {
  return venue.capabilities.repeats === 'firstAnswer'
}

async function findFirstAnswer(ports: ProofPorts, press: Press): Promise<ChangeProof | null> {
  const found = await lookUp(ports, ports.venue.calls.firstAnswer(press.id))
  if (found === null) return null
  const { answer, seq, timeMs, knownFromMs } = found
  // The exchange may have forgotten it: then what is in force tells, or nothing does.
  if (answer === null && pressedAt(press, timeMs) < knownFromMs) return findSetting(ports, press.change)
  if (answer === null) return { kind: 'absent', seq, timeMs }
  const { code, message, ext } = answer
  if (code === 0) return { kind: 'done', orderId: null, count: 1 }
  const reason = reasonOf(ports.venue.calls.meaning(answer))
  return { kind: 'refused', rejection: { code, reason, message, ext } }
}

/** The exchange's time of a press, rather too early than too late: the computer's clock may have been set since. */
function pressedAt({ pressedAtMs, nowMs }: Press, exchangeMs: number): number {
  return pressedAtMs + Math.min(0, exchangeMs - nowMs) - CLOCK_LEEWAY_MS
}

function isCanceled({ status }: Order): boolean {
  return status === 'canceled' || status === 'partiallyFilledCanceled' || status === 'deactivated'
}

/** How a leg that is not there is asked for. */
const NONE = '0' as DecimalText

/** Whether the order shows everything that was asked for. */
function isAmended(order: Order, asked: OrderChange): boolean {
  const price = order.type === 'limit' ? order.price : null
  const { takeProfit, stopLoss } = asked.tpSl ?? {}
  return (
    isShown(asked.price, price) &&
    isShown(asked.qty, order.qty) &&
    isShown(asked.triggerPrice, order.triggerPrice) &&
    isShown(asked.mmRate, order.mmRate) &&
    (asked.triggerBy === undefined || asked.triggerBy === order.triggerBy) &&
    isShown(asked.orderIv, order.orderIv) &&
    isShown(takeProfit?.price, order.takeProfit ?? NONE) &&
    isShown(stopLoss?.price, order.stopLoss ?? NONE)
  )
}

function isShown(asked: DecimalText | null | undefined, shown: DecimalText | null | undefined): boolean {
  return asked == null || (shown != null && compare(asked, shown) === 0)
}
