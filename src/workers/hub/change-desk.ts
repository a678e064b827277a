import type { Clock } from '../../base/clock'
import { compare, type Leverage } from '../../domain/decimal'
import type { InstrumentSymbol, Order, OrderId, OrderLinkId } from '../../domain/order/order'
import { isTerminal } from '../../domain/order/order-status'
import { asArray, asObject } from '../../wire/json'
import {
  CANCEL_ALL_PATH,
  CANCEL_ORDER_PATH,
  CLIENT_TAG_HEADER,
  parseOrderAck,
  REPLACE_ORDER_PATH,
  SET_LEVERAGE_PATH,
  writeOrderReference,
  writeReplaceOrder,
  type OrderReference,
  type ReplaceOrder,
} from '../../wire/rest/create-order'
import type { Outcome } from '../hub-api'
import { channelProblem, type GatePorts } from './order-gate'
import { findOrder, LOOK_UP_PAUSES_MS, type LookUpPorts } from './order-look-up'
import { ANSWER_MS, ORDER_DEADLINE_MS, readOutcome, refusal } from './order-outcome'
import type { TokenBucket } from './token-bucket'

const UNKNOWN = { kind: 'unknown' } as const

export interface ChangePorts extends GatePorts, LookUpPorts {
  readonly clock: Clock
  readonly bucket: TokenBucket
  readonly termTaken: () => Promise<void>
  readonly mergeOrder: (order: Order) => Order
  readonly verify: () => void
  /** A cancel of which nothing could be found out: said aloud, once. */
  readonly cancelUnknown: (id: OrderLinkId) => void
}

/** Calls that change what is there already: amend, cancel, cancel all, leverage. One request each, never a second. */
export class ChangeDesk {
  constructor(private readonly ports: ChangePorts) {}

  async amend(id: OrderLinkId, order: ReplaceOrder): Promise<Outcome<OrderId>> {
    const isDone = (found: Order): boolean =>
      (order.price === null || (found.type === 'limit' && compare(found.price, order.price) === 0)) &&
      (order.qty === null || compare(found.qty, order.qty) === 0)
    return this.#change(id, order, { path: REPLACE_ORDER_PATH, body: writeReplaceOrder(order) }, 'order', isDone)
  }

  async cancel(id: OrderLinkId, order: OrderReference): Promise<Outcome<OrderId>> {
    const outcome = await this.#change(
      id,
      order,
      { path: CANCEL_ORDER_PATH, body: writeOrderReference(order) },
      'cancel',
      () => false,
    )
    if (outcome.kind === 'unknown') this.ports.cancelUnknown(id)
    return outcome
  }

  async cancelAll(symbol: InstrumentSymbol | null): Promise<Outcome<number>> {
    const problem = channelProblem(this.ports)
    if (problem !== null) return problem
    if (!this.ports.bucket.take('cancel')) return refusal('rateLimited', 'too many calls in a second')
    await this.ports.termTaken()
    const answer = await this.ports.rest.call({
      method: 'POST',
      path: CANCEL_ALL_PATH,
      body: { category: 'linear', ...(symbol === null ? { settleCoin: 'USDT' } : { symbol }) },
      symbol,
      deadlineMs: ORDER_DEADLINE_MS,
    })
    this.ports.verify()
    const outcome = readOutcome(
      answer,
      this.ports.trace,
      (result) => asArray(asObject(result, 'result')['list'], 'list').length,
    )
    return outcome
  }

  async setLeverage(symbol: InstrumentSymbol, leverage: Leverage): Promise<Outcome<null>> {
    const problem = channelProblem(this.ports)
    if (problem !== null) return problem
    await this.ports.termTaken()
    const answer = await this.ports.rest.call({
      method: 'POST',
      path: SET_LEVERAGE_PATH,
      body: { category: 'linear', symbol, buyLeverage: leverage, sellLeverage: leverage },
      symbol,
      deadlineMs: ORDER_DEADLINE_MS,
    })
    this.ports.verify()
    return readOutcome(answer, this.ports.trace, () => null)
  }

  /** Amend and cancel: one request; what is unknown is looked up until the order shows it, or for a few seconds. */
  async #change(
    id: OrderLinkId,
    reference: OrderReference,
    call: { readonly path: string; readonly body: unknown },
    priority: 'order' | 'cancel',
    isDone: (order: Order) => boolean,
  ): Promise<Outcome<OrderId>> {
    const problem = channelProblem(this.ports)
    if (problem !== null) return problem
    if (!this.ports.bucket.take(priority)) return refusal('rateLimited', 'too many calls in a second')
    await this.ports.termTaken()
    const request = this.ports.rest
      .call({
        method: 'POST',
        ...call,
        symbol: reference.symbol,
        headers: { [CLIENT_TAG_HEADER]: id },
        deadlineMs: ORDER_DEADLINE_MS,
      })
      .then((answer) => readOutcome(answer, this.ports.trace, (result) => parseOrderAck(result).orderId))
    const first = await Promise.race([request, this.#pause(ANSWER_MS)])
    if (first !== undefined && first.kind !== 'unknown') return first
    // Unknown, or slow: the order itself says what became of the call. An answer that still comes is as good.
    const resolved = this.#resolveChange(reference, isDone)
    return Promise.race([resolved, request.then((outcome) => (outcome.kind === 'unknown' ? resolved : outcome))])
  }

  #pause(ms: number): Promise<undefined> {
    return new Promise((resolve) => this.ports.clock.after(ms, () => resolve(undefined)))
  }

  async #resolveChange(reference: OrderReference, isDone: (order: Order) => boolean): Promise<Outcome<OrderId>> {
    const { orderId, orderLinkId, symbol } = reference
    for (const pauseMs of LOOK_UP_PAUSES_MS.slice(0, 3)) {
      await this.#pause(pauseMs)
      const found = await findOrder(this.ports, {
        symbol,
        ...(orderId !== null ? { orderId } : orderLinkId !== null ? { orderLinkId } : {}),
      })
      if (found?.order == null) continue
      const order = this.ports.mergeOrder(found.order)
      if (isTerminal(order.status) || isDone(order)) return { kind: 'accepted', value: order.id }
    }
    this.ports.verify()
    return UNKNOWN
  }
}
