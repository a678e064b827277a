import { signal, type ReadonlySignal } from '@preact/signals-react'
import type { InstrumentSymbol, Order, OrderId } from '../../domain/order/order'
import type { OrderReference, ReplaceOrder } from '../../wire/rest/create-order'
import type { Outcome, Rejection } from '../../workers/hub-api'
import { newIntentId } from '../order-entry/intent'
import type { App } from '../state/app-context'

type Pending = 'canceling' | 'amending' | 'unknown'

/** What this tab has asked of open orders and not heard back about. */
export class OrderActions {
  readonly #pending = signal<ReadonlyMap<OrderId, Pending>>(new Map())
  readonly #cancelingAll = signal(false)
  readonly pending: ReadonlySignal<ReadonlyMap<OrderId, Pending>> = this.#pending
  readonly cancelingAll: ReadonlySignal<boolean> = this.#cancelingAll

  constructor(private readonly app: Pick<App, 'hub' | 'notices'>) {}

  async cancel(order: Order): Promise<void> {
    if (this.#pending.peek().get(order.id) === 'canceling') return
    this.#mark(order.id, 'canceling')
    const outcome = await this.app.hub.api.cancelOrder(newIntentId(), reference(order))
    this.#settle(order.id, outcome)
    if (outcome.kind === 'refused') this.#tell('cancelRefused', outcome.rejection)
  }

  /** @returns the rejection to show in the dialog, or `null` when the exchange took it or its fate is not known */
  async amend(order: Order, change: Pick<ReplaceOrder, 'price' | 'qty'>): Promise<Rejection | null> {
    this.#mark(order.id, 'amending')
    const outcome = await this.app.hub.api.amendOrder(newIntentId(), { ...reference(order), ...change })
    this.#settle(order.id, outcome)
    return outcome.kind === 'refused' ? outcome.rejection : null
  }

  async cancelAll(symbol: InstrumentSymbol | null): Promise<void> {
    if (this.#cancelingAll.peek()) return
    this.#cancelingAll.value = true
    const outcome = await this.app.hub.api.cancelAll(symbol)
    this.#cancelingAll.value = false
    if (outcome.kind === 'accepted') this.app.notices.say('cancelAllDone', { count: String(outcome.value) })
    else if (outcome.kind === 'refused') this.#tell('cancelAllRefused', outcome.rejection)
    else this.app.notices.say('cancelAllUnknown', {}, { failure: true })
  }

  #mark(id: OrderId, pending: Pending | null): void {
    const next = new Map(this.#pending.peek())
    if (pending === null) next.delete(id)
    else next.set(id, pending)
    this.#pending.value = next
  }

  #settle(id: OrderId, outcome: Outcome<unknown>): void {
    this.#mark(id, outcome.kind === 'unknown' ? 'unknown' : null)
  }

  #tell(key: string, rejection: Rejection): void {
    // The exchange's own refusals come back as notices from the hub, in one tab only.
    if (rejection.code === null) this.app.notices.say(key, { reason: rejection.reason }, { failure: true })
  }
}

function reference(order: Order): OrderReference {
  return { symbol: order.symbol, orderId: order.id, orderLinkId: order.linkId }
}
