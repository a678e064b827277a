import type { Market, Order } from '../entities'
import { orderNumberOf } from './order-ids'

/** Finished orders of users that `findOrder` still knows, over all accounts. Older ones are the history's matter. */
export const RECENT_ORDERS_MAX = 10_000

/** Numbers of one page: what is asked for is mostly young, and lies on few of them. */
const PAGE_ORDERS = 64

interface Page {
  readonly orders: (Order | null)[]
  count: number
}

/** Orders by their number. Numbers count up, so neighbours share a page: a map of orders would grow sixty times as fast. */
class OrderPages {
  readonly #pages = new Map<number, Page>()

  get(number: number): Order | null {
    return this.#pages.get(Math.floor(number / PAGE_ORDERS))?.orders[number % PAGE_ORDERS] ?? null
  }

  add(order: Order): void {
    const { number } = order
    const key = Math.floor(number / PAGE_ORDERS)
    let page = this.#pages.get(key)
    if (page === undefined) {
      page = { orders: Array.from({ length: PAGE_ORDERS }, () => null), count: 0 }
      this.#pages.set(key, page)
    }
    page.orders[number % PAGE_ORDERS] = order
    page.count += 1
  }

  delete({ number }: Order): void {
    const key = Math.floor(number / PAGE_ORDERS)
    const page = this.#pages.get(key)
    if (page === undefined || page.orders[number % PAGE_ORDERS] === null) return
    page.orders[number % PAGE_ORDERS] = null
    page.count -= 1
    if (page.count === 0) this.#pages.delete(key)
  }
}

/** Every order the engine knows by id: the open ones, and the last finished ones of users. */
export class OrderRegistry {
  readonly #pages = new OrderPages()
  /** A ring: a Map used as a queue scans its holes. */
  readonly #recent: Order[] = []
  #oldest = 0

  get(id: string): Order | null {
    const order = this.#pages.get(orderNumberOf(id))
    return order?.id === id ? order : null
  }

  add(order: Order): void {
    this.#pages.add(order)
  }

  /** Called once an order reached a terminal status. Makers' orders are forgotten at once. */
  finish(order: Order): void {
    if (order.position.account.role === 'maker') {
      this.#pages.delete(order)
    } else if (this.#recent.length < RECENT_ORDERS_MAX) {
      this.#recent.push(order)
    } else {
      this.#pages.delete(this.#recent[this.#oldest]!)
      this.#recent[this.#oldest] = order
      this.#oldest = (this.#oldest + 1) % RECENT_ORDERS_MAX
    }
  }

  /** Forgets the finished orders of a contract that is gone. */
  forget(market: Market): void {
    const [kept, gone] = [this.finished(), [] as Order[]]
    this.#recent.length = 0
    this.#oldest = 0
    for (const order of kept) (order.position.market === market ? gone : this.#recent).push(order)
    for (const order of gone) this.#pages.delete(order)
  }

  /** Oldest first. */
  finished(): readonly Order[] {
    return [...this.#recent.slice(this.#oldest), ...this.#recent.slice(0, this.#oldest)]
  }
}
