import type { InstrumentSymbol, Order, OrderId } from '../../../domain/order/order'
import type { Clock } from '../../../base/clock'
import { Unreadable } from '../../../base/unreadable'
import { ENDED_ORDERS_PER_PAGE, ListUnread, readPages } from './account-lists'
import { CONFIRM_MS, findOrder, type LookUpPorts } from '../calls/order-look-up'

/** More missing orders than this are found faster in the list of those that ended than one by one. */
export const ONE_BY_ONE_MAX = 20
/** Look-ups on their way at once: a browser has six connections to an exchange, and the user's own calls come first. */
export const LOOK_UPS_AT_ONCE = 3

export interface OrderEndsPorts extends LookUpPorts {
  readonly clock: Clock
  /** Orders whose end is not known, oldest news first. */
  readonly missing: () => readonly Order[]
  readonly found: (orders: readonly Order[]) => void
  /** The exchange answered, and knows no such order. */
  readonly unknown: (id: OrderId) => void
}

/**
 * Finds out how orders ended that the complete list of open orders lacks: all of them, in pages of ended orders where
 * they are many and one by one where they are few. What a failed call leaves open, the next run asks for.
 */
export class OrderEnds {
  #isRunning = false

  constructor(private readonly ports: OrderEndsPorts) {}

  async run(isCurrent: () => boolean): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    try {
      if (this.ports.missing().length > ONE_BY_ONE_MAX) await this.#readPages(isCurrent)
      await this.#askEach(isCurrent)
    } catch (error) {
      if (!(error instanceof Unreadable) && !(error instanceof ListUnread)) throw error
      this.ports.trace('order ends', error)
    } finally {
      this.#isRunning = false
    }
  }

  /** Newest end first, as far back as an order was last heard of that is still missing. */
  async #readPages(isCurrent: () => boolean): Promise<void> {
    const { calls } = this.ports.venue
    const limit = ENDED_ORDERS_PER_PAGE
    const pages = readPages(this.ports, (cursor) => calls.endedOrders({ symbol: null, cursor, limit }))
    for await (const { rows: ended } of pages) {
      if (!isCurrent()) return
      this.ports.found(ended)
      const oldest = this.ports.missing()[0]
      const last = ended.at(-1)
      if (oldest === undefined || last === undefined || last.seq < oldest.seq) return
    }
  }

  async #askEach(isCurrent: () => boolean): Promise<void> {
    const left = this.ports.missing().map(({ id, symbol }) => ({ id, symbol }))
    const askNext = async (): Promise<void> => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        const answer = await this.#find(next)
        // No answer to one is no answer to the next, most likely: the next comparison comes back to them.
        if (answer === null || !isCurrent()) left.length = 0
        else if (answer.order === null) this.ports.unknown(next.id)
        else this.ports.found([answer.order])
      }
    }
    await Promise.all(Array.from({ length: LOOK_UPS_AT_ONCE }, askNext))
  }

  /** Looks an order up. Where a look-up is as of no sequence, one that does not find it is no proof before a second has not. */
  async #find({ id, symbol }: { readonly id: OrderId; readonly symbol: InstrumentSymbol }) {
    const { clock, venue } = this.ports
    const first = await findOrder(this.ports, { symbol, orderId: id })
    if (first === null || first.order !== null || venue.capabilities.absence === 'asOfSequence') return first
    await new Promise<void>((resolve) => clock.after(CONFIRM_MS, resolve))
    return findOrder(this.ports, { symbol, orderId: id })
  }
}
