import type { BookRowJson } from '../../../../src/wire/push/book'
import type { BookLevel } from '../../../venue/venue-port'

/** So many prices of one side wait at most, for a book that nobody looks at. */
const CHANGES_MAX = 1000

/**
 * One side-by-side copy of a venue book, kept from its level changes: what the world may see, since those changes
 * arrive only once they are on disk. Rows are the wire rows themselves, best first. Changes are put where they belong
 * when somebody looks: a busy price changes many times between two looks.
 */
export class BookMirror {
  #bids: Side
  #asks: Side

  constructor(bids: readonly BookRowJson[], asks: readonly BookRowJson[]) {
    this.#bids = new Side(-1, bids)
    this.#asks = new Side(1, asks)
  }

  take(levels: readonly BookLevel[]): void {
    for (const level of levels) (level.side === 'buy' ? this.#bids : this.#asks).take(level)
  }

  top(levels: number): { readonly bids: readonly BookRowJson[]; readonly asks: readonly BookRowJson[] } {
    return { bids: this.#bids.top(levels), asks: this.#asks.top(levels) }
  }
}

/** `direction` 1 sorts upwards (asks), −1 downwards. Prices are compared as numbers, never computed with. */
class Side {
  readonly #rows: BookRowJson[]
  readonly #keys: number[]
  /** By price, what nobody has looked at yet. */
  readonly #changed = new Map<number, BookLevel>()

  constructor(
    readonly direction: 1 | -1,
    rows: readonly BookRowJson[],
  ) {
    this.#rows = rows.filter((row) => row[1] !== '0')
    this.#keys = this.#rows.map((row) => Number(row[0]) * direction)
  }

  take(level: BookLevel): void {
    this.#changed.set(level.ticks, level)
    if (this.#changed.size >= CHANGES_MAX) this.#putAll()
  }

  top(levels: number): readonly BookRowJson[] {
    this.#putAll()
    return this.#rows.slice(0, levels)
  }

  #putAll(): void {
    if (this.#changed.size === 0) return
    for (const { row } of this.#changed.values()) this.#put(row)
    this.#changed.clear()
  }

  #put(row: BookRowJson): void {
    const key = Number(row[0]) * this.direction
    let low = 0
    let high = this.#keys.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#keys[middle]! < key) low = middle + 1
      else high = middle
    }
    const known = this.#keys[low] === key
    if (row[1] === '0') {
      if (!known) return
      this.#rows.splice(low, 1)
      this.#keys.splice(low, 1)
    } else if (known) {
      this.#rows[low] = row
    } else {
      this.#rows.splice(low, 0, row)
      this.#keys.splice(low, 0, key)
    }
  }
}

/**
 * The rows that turn `before` into `after`, best first: changed and new levels as they are now, levels that left (gone,
 * or pushed out of the window by better ones) with quantity `'0'`. A reader that applies them holds exactly `after`.
 */
export function changedRows(
  before: readonly BookRowJson[],
  after: readonly BookRowJson[],
  side: 'bids' | 'asks',
): BookRowJson[] {
  const direction = side === 'asks' ? 1 : -1
  const rows: BookRowJson[] = []
  let i = 0
  let j = 0
  while (i < before.length || j < after.length) {
    const old = before[i]
    const now = after[j]
    if (old === now && old !== undefined) {
      i++
      j++
      continue
    }
    const order =
      old === undefined
        ? 1
        : now === undefined
          ? -1
          : old[0] === now[0]
            ? 0
            : (Number(old[0]) - Number(now[0])) * direction
    if (order === 0) {
      if (old![1] !== now![1]) rows.push(now!)
      i++
      j++
    } else if (order < 0) {
      rows.push([old![0], '0'])
      i++
    } else {
      rows.push(now!)
      j++
    }
  }
  return rows
}
