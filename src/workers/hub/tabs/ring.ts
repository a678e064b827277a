/** The newest entries, bounded by weight and by age: what a flight recorder keeps (I13). */
export class Ring<T extends { readonly atMs: number }> {
  #entries: ({ readonly entry: T; readonly weight: number } | null)[] = []
  /** The first entry that still counts; the empty places before it are cut off now and then, and not one by one. */
  #start = 0
  #weight = 0

  constructor(private readonly limits: { readonly weight: number; readonly ageMs: number }) {}

  get weight(): number {
    return this.#weight
  }

  get size(): number {
    return this.#entries.length - this.#start
  }

  push(entry: T, weight: number): void {
    this.#entries.push({ entry, weight })
    this.#weight += weight
    const oldest = entry.atMs - this.limits.ageMs
    for (;;) {
      const first = this.#entries[this.#start]
      if (first == null || (this.#weight <= this.limits.weight && first.entry.atMs >= oldest)) break
      this.#weight -= first.weight
      // Let go of at once: a recorder would hold twice its bound otherwise, until the next cut.
      this.#entries[this.#start++] = null
    }
    if (this.#start > this.#entries.length / 2) {
      this.#entries = this.#entries.slice(this.#start)
      this.#start = 0
    }
  }

  /** Oldest first. */
  list(): readonly T[] {
    return this.#entries.slice(this.#start).flatMap((kept) => (kept === null ? [] : [kept.entry]))
  }

  clear(): void {
    this.#entries = []
    this.#start = 0
    this.#weight = 0
  }
}
