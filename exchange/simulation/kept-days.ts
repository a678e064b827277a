/** Of one entry: a key, and what a typed array is beside its bytes. */
const OVERHEAD_BYTES = 300

/**
 * Bars of days of the past that were read, of all instruments together: what nobody has read for longest goes first. They
 * are drawn anew, in about a millisecond a day, when somebody asks for them again.
 */
export class KeptDays {
  /** Read last, last. */
  readonly #rows = new Map<string, Float64Array>()
  #bytes = 0
  #pasts = 0

  constructor(private readonly maxBytes: number) {}

  /** @returns a name for the days of one past */
  newPast(): number {
    this.#pasts += 1
    return this.#pasts
  }

  has(key: string): boolean {
    return this.#rows.has(key)
  }

  get(key: string): Float64Array | undefined {
    const rows = this.#rows.get(key)
    if (rows === undefined) return undefined
    this.#rows.delete(key)
    this.#rows.set(key, rows)
    return rows
  }

  set(key: string, rows: Float64Array): void {
    this.#bytes += sizeOf(rows) - sizeOf(this.#rows.get(key))
    this.#rows.delete(key)
    this.#rows.set(key, rows)
    for (const [oldest, its] of this.#rows) {
      if (this.#bytes <= this.maxBytes || oldest === key) return
      this.#rows.delete(oldest)
      this.#bytes -= sizeOf(its)
    }
  }
}

function sizeOf(rows: Float64Array | undefined): number {
  return rows === undefined ? 0 : rows.byteLength + OVERHEAD_BYTES
}
