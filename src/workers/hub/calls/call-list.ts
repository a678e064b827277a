import type { OrderLinkId } from '../../../domain/order/order'
import { isEnded } from './call-states'
import type { JournalledCall } from './journalled-call'

/** The calls of one kind that are known here, oldest first; those that ended are forgotten beyond a number. */
export class CallList<T, C extends { readonly call: JournalledCall<T> }> {
  readonly #entries = new Map<OrderLinkId, C>()

  /** @param max entries kept, beyond which those that ended go */
  constructor(private readonly max: number) {}

  get(id: OrderLinkId): C | undefined {
    return this.#entries.get(id)
  }

  values(): Iterable<C> {
    return this.#entries.values()
  }

  /** Those of an account, whatever their state. */
  of(account: string | undefined): readonly C[] {
    return [...this.#entries.values()].filter(({ call }) => call.account === account)
  }

  add(entry: C): void {
    this.#entries.set(entry.call.id, entry)
    for (const [id, { call }] of this.#entries) {
      if (this.#entries.size <= this.max) return
      if (isEnded(call.state)) this.#entries.delete(id)
    }
  }

  delete(id: OrderLinkId): void {
    this.#entries.delete(id)
  }

  wake(): void {
    for (const { call } of this.#entries.values()) call.wake()
  }

  /** Another account, or none. */
  clear(): void {
    for (const { call } of this.#entries.values()) call.stop()
    this.#entries.clear()
  }
}
