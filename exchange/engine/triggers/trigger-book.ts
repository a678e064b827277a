import type { Side, TriggerBy } from '../../../src/domain/order/order'
import type { EngineStop } from '../orders/order-terms'

/** What the book of triggers needs of an order. */
export interface Waiting {
  readonly number: number
  readonly side: Side
  readonly stop: EngineStop | null
  armedAt: number
}

/**
 * The orders of one symbol that wait for a price, for each kind of price and direction in one array whose last element
 * fires next: the nearest trigger, and of equal triggers the oldest order. A price that reaches none of the six last
 * elements costs six comparisons at most, and a symbol without triggers one.
 */
export class TriggerBook<Order extends Waiting> {
  /** Waiting orders, trailing stops included. */
  size = 0
  /** Prices observed so far that the triggers have not seen yet, oldest first. */
  readonly prices: { readonly by: TriggerBy; readonly ticks: number }[] = []
  /** How many prices were ever observed; an order armed at n is not fired by the first n. */
  observed = 0
  readonly #rising: Readonly<Record<TriggerBy, Order[]>> = { last: [], mark: [], index: [] }
  readonly #falling: Readonly<Record<TriggerBy, Order[]>> = { last: [], mark: [], index: [] }
  /** Trailing stops, oldest first. */
  readonly #trailing: Order[] = []
  /** What waits for no price. */
  readonly #byRate: Order[] = []
  /** Between these two no trailing stop has anything to do. */
  #quietAbove = 0
  #quietBelow = Number.MAX_SAFE_INTEGER

  add(order: Order): void {
    order.armedAt = this.observed
    this.size += 1
    if (order.stop!.rateE4 !== undefined) {
      this.#byRate.push(order)
      return
    }
    if (order.stop!.trailing !== null) {
      this.#trailing.push(order)
      this.#trailing.sort((a, b) => a.number - b.number)
      this.measureTrailing()
      return
    }
    const queue = this.#queue(order)
    queue.splice(slotOf(queue, order), 0, order)
  }

  remove(order: Order): void {
    this.size -= 1
    if (order.stop!.rateE4 !== undefined) {
      this.#byRate.splice(this.#byRate.indexOf(order), 1)
      return
    }
    if (order.stop!.trailing !== null) {
      this.#trailing.splice(this.#trailing.indexOf(order), 1)
      this.measureTrailing()
      return
    }
    const queue = this.#queue(order)
    queue.splice(slotOf(queue, order), 1)
  }

  /** The next order that a price fires, the rising ones first. `ordinal` counts the price among all observed. */
  due(by: TriggerBy, ticks: number, ordinal: number): Order | null {
    const rising = this.#rising[by]
    for (let i = rising.length - 1; i >= 0 && rising[i]!.stop!.ticks <= ticks; i--) {
      if (rising[i]!.armedAt < ordinal) return rising[i]!
    }
    const falling = this.#falling[by]
    for (let i = falling.length - 1; i >= 0 && falling[i]!.stop!.ticks >= ticks; i--) {
      if (falling[i]!.armedAt < ordinal) return falling[i]!
    }
    return null
  }

  /** The trailing stops that a last price may activate, move or fire. */
  trailingAt(ticks: number): readonly Order[] {
    return ticks > this.#quietAbove && ticks < this.#quietBelow ? NONE : [...this.#trailing]
  }

  /** Every waiting order, oldest first. */
  orders(): readonly Order[] {
    const queues = [...Object.values(this.#rising), ...Object.values(this.#falling), this.#trailing, this.#byRate]
    return queues.flat().toSorted((a, b) => a.number - b.number)
  }

  /** To be called after a trailing stop moved. */
  measureTrailing(): void {
    this.#quietAbove = 0
    this.#quietBelow = Number.MAX_SAFE_INTEGER
    for (const { side, stop } of this.#trailing) {
      const { bestTicks, stopTicks, activationTicks } = stop!.trailing!
      const isLong = side === 'sell'
      const favourable = bestTicks === null ? activationTicks : bestTicks + (isLong ? 1 : -1)
      const above = isLong ? (stopTicks ?? 0) : favourable
      const below = isLong ? favourable : (stopTicks ?? Number.MAX_SAFE_INTEGER)
      this.#quietAbove = Math.max(this.#quietAbove, above)
      this.#quietBelow = Math.min(this.#quietBelow, below)
    }
  }

  #queue(order: Order): Order[] {
    const { by, direction } = order.stop!
    return (direction === 1 ? this.#rising : this.#falling)[by]
  }
}

const NONE: readonly never[] = Object.freeze([])

/** Index of an order, or where it would be inserted. Those that fire later stand before it. */
function slotOf(queue: readonly Waiting[], order: Waiting): number {
  const { ticks, direction } = order.stop!
  let low = 0
  let high = queue.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = queue[middle]!
    const isLater =
      other.stop!.ticks === ticks
        ? other.number > order.number
        : direction === 1
          ? other.stop!.ticks > ticks
          : other.stop!.ticks < ticks
    if (isLater) low = middle + 1
    else high = middle
  }
  return low
}
