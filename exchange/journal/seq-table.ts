import { NumberColumn } from '../../src/base/columns'

const FIRST_ROWS = 1024

/**
 * Ledger sequences by the hash of what they are found by, oldest first. A hash may stand several times. Numbers outside
 * the heap: a Map of a million texts would be copied and walked by every garbage collection, and stop for the time it
 * takes to grow.
 */
export class SeqTable {
  /** Rows as a ring from `#oldest` on, twice as many slots. */
  #hashes = new Float64Array(FIRST_ROWS)
  #seqs = new Float64Array(FIRST_ROWS)
  /** Row + 1 at the slot of its hash or the next free one; 0 is free. */
  #slots = new Int32Array(2 * FIRST_ROWS)
  #oldest = 0
  #size = 0

  get size(): number {
    return this.#size
  }

  get oldestSeq(): number | null {
    return this.#size === 0 ? null : this.#seqs[this.#oldest]!
  }

  add(hash: number, seq: number): void {
    if (this.#size === this.#hashes.length) this.#grow()
    const row = (this.#oldest + this.#size) & (this.#hashes.length - 1)
    this.#hashes[row] = hash
    this.#seqs[row] = seq
    this.#size += 1
    this.#enter(row)
  }

  /** Oldest first. */
  find(hash: number): readonly number[] {
    let found: readonly number[] = NONE
    for (let slot = this.#slotOf(hash); this.#slots[slot] !== 0; slot = this.#after(slot)) {
      const row = this.#slots[slot]! - 1
      if (this.#hashes[row] === hash) found = [...found, this.#seqs[row]!]
    }
    return found.length > 1 ? found.toSorted((a, b) => a - b) : found
  }

  removeOldest(): void {
    let hole = this.#slotOf(this.#hashes[this.#oldest]!)
    while (this.#slots[hole] !== this.#oldest + 1) hole = this.#after(hole)
    // What comes after the hole moves up, unless it would come before its own slot.
    for (let slot = this.#after(hole); this.#slots[slot] !== 0; slot = this.#after(slot)) {
      const mask = this.#slots.length - 1
      const home = this.#slotOf(this.#hashes[this.#slots[slot]! - 1]!)
      if (((slot - home) & mask) < ((slot - hole) & mask)) continue
      this.#slots[hole] = this.#slots[slot]!
      hole = slot
    }
    this.#slots[hole] = 0
    this.#oldest = (this.#oldest + 1) & (this.#hashes.length - 1)
    this.#size -= 1
  }

  /** `[hash, seq, hash, seq, …]` of the newest so many, oldest first. */
  newest(count: number): NumberColumn {
    const entries = new NumberColumn(2 * count)
    for (let i = 0; i < count; i += 1) {
      const row = (this.#oldest + this.#size - count + i) & (this.#hashes.length - 1)
      entries[2 * i] = this.#hashes[row]!
      entries[2 * i + 1] = this.#seqs[row]!
    }
    return entries
  }

  #enter(row: number): void {
    let slot = this.#slotOf(this.#hashes[row]!)
    while (this.#slots[slot] !== 0) slot = this.#after(slot)
    this.#slots[slot] = row + 1
  }

  #slotOf(hash: number): number {
    return Math.floor(hash / 2 ** 20) & (this.#slots.length - 1)
  }

  #after(slot: number): number {
    return (slot + 1) & (this.#slots.length - 1)
  }

  #grow(): void {
    const entries = this.newest(this.#size)
    this.#hashes = new Float64Array(2 * this.#hashes.length)
    this.#seqs = new Float64Array(this.#hashes.length)
    this.#slots = new Int32Array(2 * this.#hashes.length)
    this.#oldest = 0
    this.#size = 0
    for (let at = 0; at < entries.length; at += 2) this.add(entries[at]!, entries[at + 1]!)
  }
}

const NONE: readonly number[] = []
