import { bookChecksum, writeBookPush, type BookRowJson } from '../../../src/wire/push/book'
import { changedRows } from './book-mirror'
import type { StreamSource } from './topic-stream'

/** A reader of a book: the window it holds and the time of the newest change in it. */
export interface BookView {
  top(levels: number): { readonly bids: readonly BookRowJson[]; readonly asks: readonly BookRowJson[] }
  timeMs(): number
}

interface BookChange {
  readonly bids: readonly BookRowJson[]
  readonly asks: readonly BookRowJson[]
}

/** Source of `orderBook_{depth}.{rate}.{symbol}`: keeps the published window and says how it became another. */
export class BookSource implements StreamSource {
  #window: BookChange = { bids: [], asks: [] }
  /** 0 until the first state was taken; that one is `u` = 1, the sign of a service that started. */
  #updateId = 0

  constructor(
    private readonly topic: string,
    private readonly symbol: string,
    private readonly depth: number,
    private readonly view: BookView,
  ) {}

  advance(): BookChange | null {
    const before = this.#window
    const after = this.view.top(this.depth)
    const bids = changedRows(before.bids, after.bids, 'bids')
    const asks = changedRows(before.asks, after.asks, 'asks')
    if (this.#updateId > 0 && bids.length === 0 && asks.length === 0) return null
    this.#window = after
    this.#updateId++
    return { bids, asks }
  }

  state(): BookChange {
    return this.#window
  }

  /** `u` of the next message becomes 1: the service started again. */
  restart(): void {
    this.#updateId = 0
    this.#window = { bids: [], asks: [] }
  }

  write(type: 'snapshot' | 'delta', timeMs: number, seq: number, data: BookChange): string {
    return writeBookPush(this.topic, type, timeMs, seq, {
      s: this.symbol,
      b: data.bids,
      a: data.asks,
      u: this.#updateId,
      cts: this.view.timeMs(),
      crc: bookChecksum(this.#window.bids, this.#window.asks),
    })
  }
}
