import type { Price, Qty } from '../../../domain/decimal'
import type { Listed } from '../../../domain/instrument/listed'
import { OrderBook } from '../../../domain/market/order-book'
import type { InstrumentSymbol } from '../../../domain/order/order'
import type { BookView } from '../../hub-events'
import type { BookFrames, BookMessage, VenuePort } from '../../venue/venue-port'

/** Levels a side kept on disk. */
const SAVED_LEVELS = 200

/** A book at rest: whole ticks and lots with the steps they count in, so that other rules make it worthless and not wrong. */
export interface SavedBook {
  readonly symbol: InstrumentSymbol
  readonly tickSize: Price
  readonly lotSize: Qty
  readonly bids: readonly number[]
  readonly asks: readonly number[]
  readonly timeMs: number
}

/** One book topic: frames in, views out. It applies and checks; what is to be done about a wrong book is the feed's to say. */
export class BookStream {
  /** What reads this book's frames quickly; `null` where the general reader takes all of them. */
  readonly frames: BookFrames | null
  readonly #book: OrderBook
  readonly #instrument: Pick<Listed, 'symbol' | 'tickSize' | 'lotSize'>
  #hasData = false
  #updateId = 0
  #timeMs = 0

  constructor(
    name: string,
    instrument: Listed,
    private readonly venue: VenuePort,
  ) {
    this.#instrument = instrument
    this.#book = new OrderBook(instrument)
    this.frames = venue.market.bookFrames(name, instrument.symbol, this.#book)
  }

  fits(instrument: Listed): boolean {
    return this.#instrument.tickSize === instrument.tickSize && this.#instrument.lotSize === instrument.lotSize
  }

  /** Applies the frame that was read last. @returns false when the book is now wrong (checksum, crossed) */
  applyRead(frames: BookFrames): boolean {
    if (frames.updateId === 1) this.#book.clear()
    const isRight = frames.apply(this.#book)
    return this.#applied(isRight, frames.updateId, frames.timeMs)
  }

  /** The same from the general reader, for a frame that was not read quickly. */
  apply(message: BookMessage, isSnapshot: boolean, timeMs: number): boolean {
    if (message.updateId === 1) this.#book.clear()
    const isWhole = isSnapshot
      ? this.#book.applySnapshot(message.bids, message.asks)
      : this.#book.applyDelta(message.bids, message.asks)
    const isNext = isSnapshot || message.updateId === 1 || message.updateId === this.#updateId + 1
    const hasChecksum = this.venue.capabilities.bookCheck === 'checksum'
    const isRight = hasChecksum ? this.#book.checksum() === message.crc : isNext
    return this.#applied(isWhole && isRight, message.updateId, timeMs)
  }

  /** Forgets levels that are known to be wrong; the view is then empty on both sides. */
  clear(): void {
    this.#book.clear()
  }

  view({ rows, group }: { readonly rows: number; readonly group: number }): BookView | null {
    if (!this.#hasData) return null
    const step = Number.isSafeInteger(group) && group > 0 ? group : 1
    const { bids, asks } = this.#book.view(Math.max(1, Math.min(1000, Math.trunc(rows) || 1)), step)
    return { symbol: this.#instrument.symbol, group: step, bids, asks, updateId: this.#updateId, timeMs: this.#timeMs }
  }

  save(): SavedBook | null {
    if (!this.#hasData || this.#book.isCrossed()) return null
    const { symbol, tickSize, lotSize } = this.#instrument
    const { bids, asks } = this.#book.view(SAVED_LEVELS, 1)
    return { symbol, tickSize, lotSize, bids: [...bids], asks: [...asks], timeMs: this.#timeMs }
  }

  /** Takes a book from disk, unless the exchange has sent one already or the rules changed since. */
  restore(saved: SavedBook): boolean {
    const { symbol, tickSize, lotSize } = this.#instrument
    if (this.#hasData || saved.symbol !== symbol || saved.tickSize !== tickSize || saved.lotSize !== lotSize)
      return false
    const cells = Float64Array.from([...saved.bids, ...saved.asks])
    this.#book.applyRows(cells, saved.bids.length, cells.length, true)
    if (this.#book.isCrossed()) {
      this.#book.clear()
      return false
    }
    this.#hasData = true
    this.#timeMs = saved.timeMs
    return true
  }

  #applied(isRight: boolean, updateId: number, timeMs: number): boolean {
    this.#hasData = true
    this.#updateId = updateId
    this.#timeMs = timeMs
    return isRight && !this.#book.isCrossed()
  }
}
