/** A depth frame of the recorded feeds: `U`, `u`, `pu` chain the frames (futures have `pu`, spot has not). */
export interface DepthDiff {
  readonly U: number
  readonly u: number
  readonly pu?: number
  readonly b: readonly (readonly [string, string])[]
  readonly a: readonly (readonly [string, string])[]
}

export interface DepthSnapshot {
  readonly lastUpdateId: number
  readonly bids: readonly (readonly [string, string])[]
  readonly asks: readonly (readonly [string, string])[]
}

export interface BestQuotes {
  readonly bid: string
  readonly ask: string
  readonly bidQty: string
  readonly askQty: string
}

/** Diffs that may come before the snapshot. */
const BUFFER_MAX = 1_000

/**
 * Keeps a recorded book from one snapshot and chained diffs, and tells its best quotes. Diffs before the snapshot wait;
 * those that it already holds are dropped; a broken chain silences the book until the next snapshot.
 */
export class FeedBook {
  #lastId: number | null = null
  #isFirst = true
  #waiting: DepthDiff[] = []
  readonly #bids = new BookSide((a, b) => a > b)
  readonly #asks = new BookSide((a, b) => a < b)

  /** @returns whether the frame was taken in */
  applySnapshot(snapshot: DepthSnapshot): boolean {
    this.#bids.reset(snapshot.bids)
    this.#asks.reset(snapshot.asks)
    this.#lastId = snapshot.lastUpdateId
    this.#isFirst = true
    const waiting = this.#waiting
    this.#waiting = []
    for (const diff of waiting) this.applyDiff(diff)
    return true
  }

  /** @returns whether the frame was taken in */
  applyDiff(diff: DepthDiff): boolean {
    if (this.#lastId === null) {
      if (this.#waiting.length < BUFFER_MAX) this.#waiting.push(diff)
      return false
    }
    const isFutures = diff.pu !== undefined
    if (isFutures ? diff.u < this.#lastId : diff.u <= this.#lastId) return false
    const isChained = this.#isFirst
      ? diff.U <= this.#lastId + 1
      : isFutures
        ? diff.pu === this.#lastId
        : diff.U === this.#lastId + 1
    if (!isChained) {
      this.#lastId = null
      return false
    }
    this.#isFirst = false
    this.#lastId = diff.u
    this.#bids.apply(diff.b)
    this.#asks.apply(diff.a)
    return true
  }

  /** `null` while there is no snapshot, or a side is empty. */
  best(): BestQuotes | null {
    const bid = this.#lastId === null ? null : this.#bids.best()
    const ask = this.#lastId === null ? null : this.#asks.best()
    return bid === null || ask === null ? null : { bid: bid[0], bidQty: bid[1], ask: ask[0], askQty: ask[1] }
  }

  /** Total quantity within a share of the best price (0.001 is 10 bp), bids and asks. */
  depthWithin(share: number): { readonly bids: number; readonly asks: number } {
    return { bids: this.#bids.depthWithin(share), asks: this.#asks.depthWithin(share) }
  }
}

class BookSide {
  readonly #levels = new Map<number, readonly [string, string]>()
  #best: number | null = null

  constructor(private readonly isBetter: (a: number, b: number) => boolean) {}

  reset(rows: readonly (readonly [string, string])[]): void {
    this.#levels.clear()
    this.#best = null
    this.apply(rows)
  }

  apply(rows: readonly (readonly [string, string])[]): void {
    for (const row of rows) {
      const price = Number(row[0])
      if (Number(row[1]) === 0) {
        this.#levels.delete(price)
        if (price === this.#best) this.#best = null
      } else {
        this.#levels.set(price, row)
        if (this.#best !== null && this.isBetter(price, this.#best)) this.#best = price
      }
    }
  }

  best(): readonly [string, string] | null {
    if (this.#best === null) {
      for (const price of this.#levels.keys()) {
        if (this.#best === null || this.isBetter(price, this.#best)) this.#best = price
      }
    }
    return this.#best === null ? null : this.#levels.get(this.#best)!
  }

  depthWithin(share: number): number {
    const best = this.best()
    if (best === null) return 0
    const from = Number(best[0])
    let sum = 0
    for (const [price, row] of this.#levels) if (Math.abs(price - from) <= from * share) sum += Number(row[1])
    return sum
  }
}
