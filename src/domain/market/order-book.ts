import type { Price, Qty } from '../decimal'
import type { Side } from '../order/order'
import { BookChecksum } from './book-checksum'
import { BookSide } from './book-side'
import { stepScale, stepsOf, type StepScale } from './step-text'

/** `[price, quantity]` in plain decimal text; quantity `'0'` removes the level. */
export type BookRow = readonly [string, string]

/** Ranks below this take part in the checksum. */
const CHECKED_LEVELS = 10

/**
 * The client's copy of a book, in whole ticks and lots. Levels enter as text (`applySnapshot`, `applyDelta`) or as
 * integers that a scanner has read already (`applyRows`); nothing in here is rounded.
 */
export class OrderBook {
  readonly tickScale: StepScale
  readonly lotScale: StepScale
  readonly #bids = new BookSide('buy')
  readonly #asks = new BookSide('sell')
  readonly #checksum: BookChecksum
  #crc = 0
  #crcIsKnown = false

  constructor(steps: { readonly tickSize: Price; readonly lotSize: Qty }) {
    this.tickScale = stepScale(steps.tickSize)
    this.lotScale = stepScale(steps.lotSize)
    this.#checksum = new BookChecksum({ tick: this.tickScale, lot: this.lotScale })
  }

  /** Sets one level's total in lots; zero removes it. */
  set(side: Side, ticks: number, lots: number): void {
    const rank = side === 'buy' ? this.#bids.set(ticks, lots) : this.#asks.set(ticks, lots)
    if (rank >= 0 && rank < CHECKED_LEVELS) this.#crcIsKnown = false
  }

  clear(): void {
    this.#bids.clear()
    this.#asks.clear()
    this.#crcIsKnown = false
  }

  /** Replaces the whole book. @returns false, and changes nothing, when a row is not a whole number of ticks and lots */
  applySnapshot(bids: readonly BookRow[], asks: readonly BookRow[]): boolean {
    return this.#applyText(bids, asks, true)
  }

  /** Changes levels. @returns false, and changes nothing, when a row is not a whole number of ticks and lots */
  applyDelta(bids: readonly BookRow[], asks: readonly BookRow[]): boolean {
    return this.#applyText(bids, asks, false)
  }

  #applyText(bids: readonly BookRow[], asks: readonly BookRow[], isSnapshot: boolean): boolean {
    const cells = new Float64Array((bids.length + asks.length) * 2)
    let used = 0
    for (const rows of [bids, asks]) {
      for (const [price, qty] of rows) {
        const ticks = stepsOf(price, this.tickScale)
        const lots = stepsOf(qty, this.lotScale)
        if (ticks === null || lots === null || lots < 0) return false
        cells[used++] = ticks
        cells[used++] = lots
      }
    }
    this.applyRows(cells, bids.length * 2, used, isSnapshot)
    return true
  }

  /**
   * Applies levels that are integers already.
   * @param cells `[ticks, lots, …]`, bids first
   * @param bidsEnd where the bids end in `cells`
   * @param asksEnd where the asks end
   */
  applyRows(cells: Float64Array, bidsEnd: number, asksEnd: number, isSnapshot: boolean): void {
    if (isSnapshot) {
      this.clear()
      // Rows come best first; from the worst on, each is appended and nothing moves.
      for (let i = bidsEnd - 2; i >= 0; i -= 2) this.#bids.set(cells[i]!, cells[i + 1]!)
      for (let i = asksEnd - 2; i >= bidsEnd; i -= 2) this.#asks.set(cells[i]!, cells[i + 1]!)
      return
    }
    const bids = this.#bids
    const asks = this.#asks
    let touched = false
    for (let i = 0; i < bidsEnd; i += 2) {
      const rank = bids.set(cells[i]!, cells[i + 1]!)
      if (rank >= 0 && rank < CHECKED_LEVELS) touched = true
    }
    for (let i = bidsEnd; i < asksEnd; i += 2) {
      const rank = asks.set(cells[i]!, cells[i + 1]!)
      if (rank >= 0 && rank < CHECKED_LEVELS) touched = true
    }
    if (touched) this.#crcIsKnown = false
  }

  /** The `crc` that the exchange would send for this book (decisions 2). */
  checksum(): number {
    if (!this.#crcIsKnown) {
      this.#crc = this.#checksum.of(this.#bids, this.#asks)
      this.#crcIsKnown = true
    }
    return this.#crc
  }

  count(side: Side): number {
    return this.#side(side).count
  }

  /** @returns the best price in ticks, or `null` when the side is empty */
  bestTicks(side: Side): number | null {
    const levels = this.#side(side)
    return levels.count === 0 ? null : levels.ticksAt(0)
  }

  /** Whether the best bid is at or above the best ask: a book that no matching engine can have. */
  isCrossed(): boolean {
    return this.#bids.count > 0 && this.#asks.count > 0 && this.#bids.ticksAt(0) >= this.#asks.ticksAt(0)
  }

  /** The best rows of both sides, `[ticks, lots, ticks, lots …]`, each row standing for `group` ticks. */
  view(rows: number, group: number): { readonly bids: Float64Array; readonly asks: Float64Array } {
    return { bids: this.#bids.view(rows, group), asks: this.#asks.view(rows, group) }
  }

  /** Lots resting on a side at `ticks` or better. */
  sizeWithin(side: Side, ticks: number): number {
    return this.#side(side).lotsWithin(ticks)
  }

  #side(side: Side): BookSide {
    return side === 'buy' ? this.#bids : this.#asks
  }
}
