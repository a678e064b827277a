import type { LocalKey } from '../state/notice-model'
import type { OrderChange, OrderReference } from '../../domain/order/order-change'
import { signal } from '@preact/signals-react'
import { CANCEL_ALL_MAX, type InstrumentSymbol, type Order, type OrderId } from '../../domain/order/order'
import type { ChangeState, Outcome, Rejection } from '../../workers/presses'
import { newIntentId } from './intent'
import type { App } from '../state/app-context'
import type { OrderKind } from './order-rows'

type OwnChange = Omit<OrderChange, keyof OrderReference>

export type PendingAction = 'canceling' | 'amending' | 'unknown'

interface Pending {
  readonly action: PendingAction
  readonly seq: number
  /** What the hub had told by then: what it tells later knows better of an unknown end. */
  readonly told: readonly ChangeState[]
}

/** What was asked of open orders and not heard back about: by this tab at once, by any tab as the hub tells it. */
export class OrderActions {
  readonly #pending = signal<ReadonlyMap<OrderId, Pending>>(new Map())
  readonly #cancelingAll = signal(false)

  constructor(private readonly app: Pick<App, 'hub' | 'notices' | 'account'>) {}

  get isCancelingAll(): boolean {
    return this.#cancelingAll.value
  }

  /** What is under way for an order; `unknown` lasts until the hub has found out. */
  pendingOf(order: Order): PendingAction | null {
    const pending = this.#pending.value.get(order.id)
    if (pending !== undefined && pending.action !== 'unknown') return pending.action
    const told = this.app.account.changes.value
    for (const { change, state } of told) {
      if ((change.kind !== 'cancel' && change.kind !== 'amend') || change.order.orderId !== order.id) continue
      return state === 'unknown' ? 'unknown' : change.kind === 'cancel' ? 'canceling' : 'amending'
    }
    return pending === undefined || pending.seq !== order.seq || pending.told !== told ? null : pending.action
  }

  /** @param pair the other leg over the same amount, where that is to end with it (ADR-820) */
  async cancel(order: Order, pair: Order | null = null): Promise<void> {
    const outcome = await this.#cancel(order, pair)
    if (outcome?.kind === 'refused') this.#tell('cancelRefused', outcome.rejection)
  }

  /**
   * Cancels what guards a position, told as one: the legs of a set, or every set (spec §8 "Trading dialogs").
   *
   * @param isAll whether it is every set that there is
   */
  async cancelGuards(guards: readonly Order[], { isAll }: { readonly isAll: boolean }): Promise<void> {
    const { notices } = this.app
    notices.tellTogether(guards.map(({ id }) => id))
    const outcomes = await Promise.all(guards.map((order) => this.#cancel(order)))
    const refused = outcomes.find((one) => one?.kind === 'refused')
    // What is unknown is told by the hub, which looks it up.
    if (refused?.kind === 'refused') this.#tell(isAll ? 'CancelFailure' : 'cancelRefused', refused.rejection)
    else if (outcomes.some((one) => one?.kind !== 'accepted') || notices.isClosed('cancelOrderNotifyClose')) return
    else notices.say(isAll ? 'CancelAllTpSlSuccessDec' : 'cancelSuccess', { symbol: guards[0]?.symbol ?? '' })
  }

  /** @returns `null` where it is being cancelled already */
  async #cancel(order: Order, pair: Order | null = null): Promise<Outcome<OrderId> | null> {
    if (this.#pending.peek().get(order.id)?.action === 'canceling') return null
    this.#mark(order, 'canceling')
    const both = pair && ({ withPair: true } as const)
    const outcome = await this.app.hub.api.cancelOrder(newIntentId(), { ...reference(order), ...both })
    this.#settle(order, outcome)
    return outcome
  }

  /** @returns the rejection to show in the dialog, or `null` when the exchange took it or its fate is not known */
  async amend(order: Order, change: OwnChange): Promise<Rejection | null> {
    const outcome = await this.change(order, change)
    return outcome.kind === 'refused' ? outcome.rejection : null
  }

  /** Changes an open order, and says what became of that. */
  async change(order: Order, change: OwnChange): Promise<Outcome<OrderId>> {
    this.#mark(order, 'amending')
    const outcome = await this.app.hub.api.amendOrder(newIntentId(), { ...reference(order), ...change })
    this.#settle(order, outcome)
    return outcome
  }

  /**
   * Cancels what a filter shows. All orders, and those in the book, go with one call; the few that wait are cancelled
   * one by one, because the exchange's own filters put conditional orders, guards and trailing stops together.
   */
  async cancelAll(symbol: InstrumentSymbol | null, kind: OrderKind | 'all', shown: readonly Order[]): Promise<void> {
    if (this.#cancelingAll.peek()) return
    this.#cancelingAll.value = true
    if (kind === 'all' || kind === 'active')
      await this.#cancelByCall(symbol, kind === 'active' ? 'active' : null, shown.length)
    else await Promise.all(shown.map((order) => this.cancel(order)))
    this.#cancelingAll.value = false
  }

  /** @param open how many orders the user saw and meant */
  async #cancelByCall(symbol: InstrumentSymbol | null, only: 'active' | null, open: number): Promise<void> {
    const outcome = await this.app.hub.api.cancelAll(symbol, only)
    if (outcome.kind === 'accepted') {
      const count = String(outcome.value)
      const left = String(open - outcome.value)
      if (outcome.value >= open) this.app.notices.say('cancelAllDone', { count })
      else if (outcome.value >= CANCEL_ALL_MAX)
        this.app.notices.say('cancelAllFull', { count, left, max: String(CANCEL_ALL_MAX) }, { failure: true })
      // The answer lists what is gone and gives no reasons: the rest may have filled, or may not be cancelled just now.
      else this.app.notices.say('cancelAllPart', { count, left, open: String(open) }, { failure: true })
    } else if (outcome.kind === 'refused') this.#tell('cancelAllRefused', outcome.rejection)
    else this.app.notices.say('cancelAllUnknown', {}, { failure: true })
  }

  #mark(order: Order, action: PendingAction | null): void {
    const next = new Map(this.#pending.peek())
    if (action === null) next.delete(order.id)
    else next.set(order.id, { action, seq: order.seq, told: this.app.account.changes.peek() })
    this.#pending.value = next
  }

  #settle(order: Order, outcome: Outcome<unknown>): void {
    this.#mark(order, outcome.kind === 'unknown' ? 'unknown' : null)
  }

  #tell(key: LocalKey, rejection: Rejection): void {
    this.app.notices.sayRefused(key, rejection)
  }
}

function reference(order: Order): OrderReference {
  return { symbol: order.symbol, orderId: order.id, orderLinkId: order.linkId }
}
