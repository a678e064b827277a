import { computed, effect, signal, type ReadonlySignal } from '@preact/signals-react'
import { compare, type Price } from '../../domain/decimal'
import { limitPrice, type Order, type OrderId, type OrderLinkId } from '../../domain/order/order'
import type { AccountModel } from '../state/account-model'
import type { PressResult } from './order-press'

/** What became of the ticket's last press, beyond its answer: what account and journal say of it. */
export class LastPress {
  /** The last press that the hub or the exchange told of. */
  readonly #heardId = signal<OrderLinkId | null>(null)
  /** The price at which the order of a press was seen first: what it has later may be the trader's own change. */
  readonly #taken = signal<{ readonly id: OrderLinkId; readonly price: Price | null } | null>(null)

  constructor(
    private readonly account: AccountModel,
    private readonly result: ReadonlySignal<PressResult<OrderId> | null>,
  ) {}

  /** @returns a function that stops it */
  follow(): () => void {
    return effect(() => {
      // Once is enough: what was seen among the presses is looked up, and told there how it ended.
      const result = this.result.value
      if (result?.kind !== 'done') return
      if (this.#isHeardOf(result.id)) this.#heardId.value = result.id
      if (this.#taken.peek()?.id === result.id) return
      const order = this.#orderOf(result.id)
      if (order !== null) this.#taken.value = { id: result.id, price: limitPrice(order) }
    })
  }

  /** What the exchange made of its price, where that differs from what was sent. */
  readonly movedPrice = computed<{ readonly sent: Price; readonly taken: Price } | null>(() => {
    const result = this.result.value
    if (result?.kind !== 'done' || result.outcome.kind !== 'accepted' || result.price === null) return null
    const seen = this.#taken.value
    const taken = seen?.id === result.id ? seen.price : null
    return taken === null || compare(taken, result.price) === 0 ? null : { sent: result.price, taken }
  })

  /** Whether it is still being looked up. */
  readonly isUnknown = computed(() => {
    const result = this.result.value
    return (
      result?.kind === 'done' &&
      this.account.intents.value.some((intent) => intent.id === result.id && intent.state === 'unknown')
    )
  })

  /** Whether nobody knows anything of it: perhaps it never came to the hub (H14). */
  readonly isUnheard = computed(() => {
    const result = this.result.value
    if (result?.kind !== 'done' || result.outcome.kind !== 'unknown') return false
    return this.#heardId.value !== result.id
  })

  #isHeardOf(id: OrderLinkId): boolean {
    return this.#orderOf(id) !== null || this.account.intents.value.some((one) => one.id === id)
  }

  #orderOf(id: OrderLinkId): Order | null {
    const { openOrders, closedOrders } = this.account
    return [...openOrders.value, ...closedOrders.value].find(({ linkId }) => linkId === id) ?? null
  }
}
