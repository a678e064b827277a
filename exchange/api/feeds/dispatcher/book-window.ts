import type { BookRowJson } from '../../../../src/wire/push/book'
import { changedRows } from './book-mirror'

/** Levels of both sides, best first. */
export interface BookRows {
  readonly bids: readonly BookRowJson[]
  readonly asks: readonly BookRowJson[]
}

/** A reader of a book: the window it holds and the time of the newest change in it. */
export interface BookView {
  top(levels: number): BookRows
  timeMs(): number
}

/** The best levels of a book as they were published last, and how they became others: what both dialects' books share. */
export class BookWindow {
  #rows: BookRows = { bids: [], asks: [] }
  /** 0 until the first state was taken; that one is `u` = 1, the sign of a service that started. */
  #updateId = 0

  constructor(
    private readonly depth: number,
    private readonly view: BookView,
  ) {}

  get updateId(): number {
    return this.#updateId
  }

  get rows(): BookRows {
    return this.#rows
  }

  /** @returns the rows that turn the window published last into the present one; `null` when they are equal */
  advance(): BookRows | null {
    const before = this.#rows
    const after = this.view.top(this.depth)
    const bids = changedRows(before.bids, after.bids, 'bids')
    const asks = changedRows(before.asks, after.asks, 'asks')
    if (this.#updateId > 0 && bids.length === 0 && asks.length === 0) return null
    this.#rows = after
    this.#updateId++
    return { bids, asks }
  }

  /** `u` of the next message becomes 1: the service started again. */
  restart(): void {
    this.#updateId = 0
    this.#rows = { bids: [], asks: [] }
  }
}
