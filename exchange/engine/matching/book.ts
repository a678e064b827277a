import type { Side } from '../../../src/domain/order/order'

/** What a book needs of an order. The links are the book's own. */
export interface Resting<Self> {
  readonly side: Side
  ticks: number
  lots: number
  filledLots: number
  /** Where it stands; `null` when it does not rest. */
  level: Level<Self> | null
  previous: Self | null
  next: Self | null
}

/** The orders at one price, oldest first, as a list threaded through the orders themselves. */
export class Level<O> {
  head: O | null = null
  tail: O | null = null
  /** Σ leaves of the list. */
  lots = 0
  /** Set while the level waits for its `level` event, so that one command says it once. */
  isDirty = false

  constructor(
    readonly side: Side,
    readonly ticks: number,
  ) {}
}

/**
 * One side of a book. Levels stand in an array with the best one last: taking and inserting near the touch, where
 * almost everything happens, moves few elements. A map finds a level by its price.
 */
export class BookSide<O extends Resting<O>> {
  /** Worst first. */
  readonly levels: Level<O>[] = []
  readonly #byTicks = new Map<number, Level<O>>()
  #size = 0

  constructor(readonly side: Side) {}

  /** Orders at rest. */
  get size(): number {
    return this.#size
  }

  best(): Level<O> | null {
    return this.levels.length === 0 ? null : this.levels[this.levels.length - 1]!
  }

  at(ticks: number): Level<O> | null {
    return this.#byTicks.get(ticks) ?? null
  }

  /** The order that one of the other side with this limit trades with next: best price first, then the oldest. */
  next(limitTicks: number): O | null {
    const level = this.best()
    if (level === null) return null
    // These are sells where a buy looks, and the other way round.
    return crosses(this.side === 'sell' ? 'buy' : 'sell', limitTicks, level.ticks) ? level.head : null
  }

  /** Takes traded lots off the level of an order at rest; the order's own count is its owner's. */
  reduce(order: O, lots: number): void {
    order.level!.lots -= lots
  }

  /** Appends an order behind all others of its price. */
  add(order: O): Level<O> {
    let level = this.#byTicks.get(order.ticks)
    if (level === undefined) {
      level = new Level<O>(this.side, order.ticks)
      this.#byTicks.set(order.ticks, level)
      this.levels.splice(this.#slot(order.ticks), 0, level)
    }
    order.level = level
    order.previous = level.tail
    order.next = null
    if (level.tail === null) level.head = order
    else level.tail.next = order
    level.tail = order
    level.lots += order.lots - order.filledLots
    this.#size += 1
    return level
  }

  /** Takes an order out, and its level with it when it was the last. */
  remove(order: O): Level<O> {
    const level = order.level!
    if (order.previous === null) level.head = order.next
    else order.previous.next = order.next
    if (order.next === null) level.tail = order.previous
    else order.next.previous = order.previous
    order.level = null
    order.previous = null
    order.next = null
    level.lots -= order.lots - order.filledLots
    this.#size -= 1
    if (level.head === null) {
      this.#byTicks.delete(level.ticks)
      if (this.levels[this.levels.length - 1] === level) this.levels.pop()
      else this.levels.splice(this.#slot(level.ticks), 1)
    }
    return level
  }

  /** Every order at rest, best price first, oldest first within a price. */
  *orders(): Generator<O> {
    for (let i = this.levels.length - 1; i >= 0; i--) {
      for (let order = this.levels[i]!.head; order !== null; order = order.next) yield order
    }
  }

  /** Index of the level of that price, or where it would be inserted. */
  #slot(ticks: number): number {
    const levels = this.levels
    const isBuy = this.side === 'buy'
    let low = 0
    let high = levels.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const isWorse = isBuy ? levels[middle]!.ticks < ticks : levels[middle]!.ticks > ticks
      if (isWorse) low = middle + 1
      else high = middle
    }
    return low
  }
}

export class Book<O extends Resting<O>> {
  readonly bids = new BookSide<O>('buy')
  readonly asks = new BookSide<O>('sell')

  side(side: Side): BookSide<O> {
    return side === 'buy' ? this.bids : this.asks
  }

  opposite(side: Side): BookSide<O> {
    return side === 'buy' ? this.asks : this.bids
  }
}

/** Whether an order of that side and limit trades with a level of the other side. */
export function crosses(side: Side, limitTicks: number, levelTicks: number): boolean {
  return side === 'buy' ? levelTicks <= limitTicks : levelTicks >= limitTicks
}
