import { bookChecksum, writeBookPush } from '../../../../src/wire/push/book'
import { BookWindow, type BookRows, type BookView } from '../dispatcher/book-window'
import type { StreamSource } from '../dispatcher/topic-stream'

/** Source of `orderBook_{depth}.{rate}.{symbol}`. */
export class BookSource implements StreamSource {
  readonly #window: BookWindow

  constructor(
    private readonly topic: string,
    private readonly symbol: string,
    depth: number,
    private readonly view: BookView,
  ) {
    this.#window = new BookWindow(depth, view)
  }

  advance(): BookRows | null {
    return this.#window.advance()
  }

  state(): BookRows {
    return this.#window.rows
  }

  restart(): void {
    this.#window.restart()
  }

  write(type: 'snapshot' | 'delta', timeMs: number, seq: number, data: BookRows): string {
    const { rows, updateId } = this.#window
    return writeBookPush(this.topic, type, timeMs, seq, {
      s: this.symbol,
      b: data.bids,
      a: data.asks,
      u: updateId,
      cts: this.view.timeMs(),
      crc: bookChecksum(rows.bids, rows.asks),
    })
  }
}
