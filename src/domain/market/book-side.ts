/** Below this many cells a loop moves them faster than `copyWithin`. */
const SHORT_MOVE = 32

/**
 * One side of a book: a sorted typed array, worst price first and best last, so that a change near the top moves little.
 * Keys rise towards the best: a bid's key is its ticks, an ask's key is minus its ticks.
 */
export class BookSide {
  readonly #sign: 1 | -1
  /** `[key, lots, key, lots …]`: one array, so that making room is one move. */
  #cells: Float64Array = new Float64Array(1024)
  #count = 0

  constructor(side: 'buy' | 'sell') {
    this.#sign = side === 'buy' ? 1 : -1
  }

  get count(): number {
    return this.#count
  }

  /** @param rank 0 is the best level; must be below `count` */
  ticksAt(rank: number): number {
    return this.#sign * this.#cells[(this.#count - 1 - rank) * 2]!
  }

  /** @param rank 0 is the best level; must be below `count` */
  lotsAt(rank: number): number {
    return this.#cells[(this.#count - 1 - rank) * 2 + 1]!
  }

  clear(): void {
    this.#count = 0
  }

  /**
   * Sets a level's total; zero removes it.
   * @returns the rank (0 = best) at which the side changed, or −1 when it is as it was
   */
  set(ticks: number, lots: number): number {
    const key = this.#sign * ticks
    const count = this.#count
    const cells = this.#cells
    const at = this.#find(key)
    if (at < count && cells[at * 2] === key) {
      if (lots === 0) this.#remove(at)
      else if (cells[at * 2 + 1] === lots) return -1
      else cells[at * 2 + 1] = lots
      return count - 1 - at
    }
    if (lots === 0) return -1
    this.#insert(at, key, lots)
    return count - at
  }

  /**
   * Index of the first level at `key` or better. Keys are whole and differ, so n keys apart is at most n levels apart:
   * the distance to the best bounds the place from below, the distance to that level from above. In a dense book this
   * is the answer at once; in a sparse one a binary search goes on between the bounds.
   */
  #find(key: number): number {
    const cells = this.#cells
    const count = this.#count
    if (count === 0) return 0
    const best = cells[count * 2 - 2]!
    if (key > best) return count
    let low = count - 1 - (best - key)
    if (low < 0) low = 0
    const lowest = cells[low * 2]!
    if (lowest >= key) return low
    let high = low + (key - lowest)
    if (high > count) high = count
    low++
    while (low < high) {
      const middle = (low + high) >>> 1
      if (cells[middle * 2]! < key) low = middle + 1
      else high = middle
    }
    return low
  }

  #remove(at: number): void {
    const cells = this.#cells
    const end = this.#count * 2
    const from = at * 2
    this.#count--
    if (end - from > SHORT_MOVE) cells.copyWithin(from, from + 2, end)
    else for (let i = from + 2; i < end; i++) cells[i - 2] = cells[i]!
  }

  #insert(at: number, key: number, lots: number): void {
    const end = this.#count * 2
    if (end === this.#cells.length) this.#grow()
    const cells = this.#cells
    const from = at * 2
    if (end - from > SHORT_MOVE) cells.copyWithin(from + 2, from, end)
    else for (let i = end - 1; i >= from; i--) cells[i + 2] = cells[i]!
    cells[from] = key
    cells[from + 1] = lots
    this.#count++
  }

  #grow(): void {
    const cells = new Float64Array(this.#cells.length * 2)
    cells.set(this.#cells)
    this.#cells = cells
  }

  /**
   * The best rows, `[ticks, lots, ticks, lots …]`, each standing for `group` ticks: bids are named by the lower edge of
   * their group, asks by the upper one, so that a row never looks better than what is in it.
   */
  view(rows: number, group: number): Float64Array {
    const cells = this.#cells
    const out = new Float64Array(Math.min(rows, this.#count) * 2)
    let used = 0
    for (let i = this.#count * 2 - 2; i >= 0; i -= 2) {
      // On keys both sides round down: minus the ceiling of an ask is the floor of its key.
      const edge = this.#sign * Math.floor(cells[i]! / group) * group
      if (used > 0 && out[used - 2] === edge) {
        out[used - 1]! += cells[i + 1]!
        continue
      }
      if (used === out.length) break
      // Adding zero turns minus zero into zero.
      out[used++] = edge + 0
      out[used++] = cells[i + 1]!
    }
    return used === out.length ? out : out.slice(0, used)
  }

  /** Lots at this price or better. */
  lotsWithin(ticks: number): number {
    const key = this.#sign * ticks
    const cells = this.#cells
    let total = 0
    for (let i = this.#count * 2 - 2; i >= 0 && cells[i]! >= key; i -= 2) total += cells[i + 1]!
    return total
  }
}
