import type { EngineEvent } from '../../../../exchange/engine/events'
import type { EngineExecution, EngineOrder } from '../../../../exchange/engine/records/order-records'

/** The statuses an order may move to, as semantics.md §2.1 has them; none leaves a closed one. */
const MOVES: Readonly<Record<string, readonly string[]>> = {
  untriggered: ['triggered', 'deactivated', 'canceled'],
  triggered: ['new', 'canceled'],
  new: ['partiallyFilled', 'filled', 'canceled'],
  partiallyFilled: ['partiallyFilled', 'filled', 'canceled'],
}

/** What should hold, with the walk's place added by the caller. */
export class LawBroken extends Error {}

export function law(holds: boolean, text: () => string): void {
  if (!holds) throw new LawBroken(text())
}

/** One order as its events told it. `age` says who stands first in its price's queue. */
interface Told {
  order: EngineOrder
  age: number
}

const leavesOf = (order: EngineOrder) => order.lots - order.filledLots
const isActive = ({ status }: EngineOrder) => status === 'new' || status === 'partiallyFilled'

/**
 * A reader of the events who believes nothing: it keeps its own orders, queues, books, positions and results, and holds
 * each event against them.
 */
export class Witness {
  readonly orders = new Map<string, Told>()
  /** The active ones of `orders`. */
  readonly active = new Map<string, Told>()
  /** By `symbol side`: price → lots. */
  readonly books = new Map<string, Map<number, number>>()
  /** By `account symbol positionIdx`: Σ of the fills. */
  readonly lots = new Map<string, number>()
  /** By `account coin`: Σ of results and fees. */
  readonly realised = new Map<string, number>()
  #seq = 0
  #age = 0

  constructor(private readonly coinOf: (symbol: string) => string) {}

  read(events: readonly EngineEvent[]): void {
    for (const event of events) {
      if (event.type === 'order') this.#order(event.order)
      else if (event.type === 'execution') this.#execution(event.execution)
      else if (event.type === 'level') this.#level(event)
      else if (event.type === 'position') {
        const { account, symbol, positionIdx, lots, seq } = event.position
        this.#rise(seq)
        const sum = this.lots.get(`${account} ${symbol} ${positionIdx}`) ?? 0
        law(sum === lots, () => `position ${account} ${symbol} is ${lots}, its fills sum to ${sum}`)
      }
    }
  }

  #order(order: EngineOrder): void {
    this.#rise(order.seq)
    law(order.filledLots <= order.lots, () => `${order.id} filled ${order.filledLots} of ${order.lots}`)
    const told = this.orders.get(order.id)
    if (told === undefined) {
      // A slice of an order that has reached its trigger is new at once.
      const first = order.stop === null || this.orders.has(order.carried?.parentOrderId ?? '') ? 'new' : 'untriggered'
      law(order.status === first && order.filledLots === 0, () => `${order.id} begins as ${order.status}`)
      const fresh = { order, age: (this.#age += 1) }
      this.orders.set(order.id, fresh)
      if (isActive(order)) this.active.set(order.id, fresh)
      return
    }
    const before = told.order
    const isRestated = before.status === order.status && order.status in MOVES
    law(
      isRestated || (MOVES[before.status] ?? []).includes(order.status),
      () => `${order.id} goes from ${before.status} to ${order.status}`,
    )
    law(order.filledLots >= before.filledLots, () => `${order.id}: filled falls`)
    // Another price or a larger quantity goes to the back; so does what has just been triggered.
    if (order.ticks !== before.ticks || order.lots > before.lots || !isActive(before)) told.age = this.#age += 1
    told.order = order
    if (isActive(order)) this.active.set(order.id, told)
    else this.active.delete(order.id)
  }

  #execution(execution: EngineExecution): void {
    const { account, symbol, side, lots, orderId, execType } = execution
    this.#rise(execution.seq)
    const key = `${account} ${this.coinOf(symbol)}`
    this.realised.set(key, (this.realised.get(key) ?? 0) + execution.closedPnlE8 - execution.feeE8)
    if (execType === 'Funding' || execType === 'Settle') return
    const told = this.orders.get(orderId)
    const place = `${account} ${symbol} ${told?.order.positionIdx ?? 0}`
    const before = this.lots.get(place) ?? 0
    const after = before + (side === 'buy' ? lots : -lots)
    this.lots.set(place, after)
    const closing = before > 0 === (side === 'sell') ? Math.min(Math.abs(before), lots) : 0
    law(execution.closedLots === closing, () => `${place}: ${execution.closedLots} closed of ${before} by ${lots}`)
    if (told === undefined) return
    if (told.order.reduceOnly) law(closing === lots, () => `${orderId} is reduce-only and opens`)
    if (execution.isMaker && execType === 'Trade') this.#priority(told)
  }

  /** Price, then time: nobody on the maker's side has a better price, nor an older order at the same one. */
  #priority({ order, age }: Told): void {
    for (const { order: other, age: otherAge } of this.active.values()) {
      if (other.id === order.id || other.symbol !== order.symbol || other.side !== order.side) continue
      const gap = order.side === 'buy' ? other.ticks - order.ticks : order.ticks - other.ticks
      law(gap < 0 || (gap === 0 && otherAge > age), () => `${order.id} trades before ${other.id}`)
    }
  }

  #level(level: Extract<EngineEvent, { type: 'level' }>): void {
    const key = `${level.symbol} ${level.side}`
    const levels = this.books.get(key) ?? new Map<number, number>()
    this.books.set(key, levels)
    if (level.lots === 0) levels.delete(level.ticks)
    else levels.set(level.ticks, level.lots)
  }

  /** The book that follows from the active orders, best price first. */
  bookOf(symbol: string, side: 'buy' | 'sell'): readonly (readonly [number, number])[] {
    const totals = new Map<number, number>()
    for (const { order } of this.active.values()) {
      if (order.symbol !== symbol || order.side !== side) continue
      totals.set(order.ticks, (totals.get(order.ticks) ?? 0) + leavesOf(order))
    }
    return [...totals].toSorted((a, b) => (side === 'buy' ? b[0] - a[0] : a[0] - b[0]))
  }

  #rise(seq: number): void {
    law(seq > this.#seq, () => `seq ${seq} follows ${this.#seq}`)
    this.#seq = seq
  }
}
