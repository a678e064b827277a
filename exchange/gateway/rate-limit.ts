/** A token bucket: `burst` at once, `perSecond` in the long run. */
export class Allowance {
  #left: number
  #atMs: number | null = null

  constructor(
    private readonly perSecond: number,
    private readonly burst: number,
  ) {
    this.#left = burst
  }

  /** @param nowMs monotonic. @returns false when the call is one too many */
  take(nowMs: number): boolean {
    if (this.#atMs !== null)
      this.#left = Math.min(this.burst, this.#left + ((nowMs - this.#atMs) * this.perSecond) / 1000)
    this.#atMs = nowMs
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }

  /** How much is left without taking any, and when the next call is let in at the latest. */
  look(nowMs: number): { readonly limit: number; readonly left: number; readonly waitMs: number } {
    const grown = this.#atMs === null ? 0 : ((nowMs - this.#atMs) * this.perSecond) / 1000
    const left = Math.min(this.burst, this.#left + grown)
    return {
      limit: this.burst,
      left: Math.floor(left),
      waitMs: left >= 1 ? 0 : Math.ceil(((1 - left) * 1000) / this.perSecond),
    }
  }

  isFull(nowMs: number): boolean {
    return this.#atMs === null || this.#left + ((nowMs - this.#atMs) * this.perSecond) / 1000 >= this.burst
  }
}

/** So many keys are kept whatever they did last. */
const KEYS_KEPT_MIN = 1000

/** One allowance per key, forgotten some time after it has filled up again. */
export class Allowances {
  readonly #byKey = new Map<string, Allowance>()
  #sweepAt = KEYS_KEPT_MIN

  constructor(
    private readonly perSecond: number,
    private readonly burst: number,
  ) {}

  look(key: string, nowMs: number): ReturnType<Allowance['look']> {
    return (this.#byKey.get(key) ?? new Allowance(this.perSecond, this.burst)).look(nowMs)
  }

  take(key: string, nowMs: number): boolean {
    if (this.#byKey.size > this.#sweepAt) this.#sweep(nowMs)
    let allowance = this.#byKey.get(key)
    if (allowance === undefined) {
      allowance = new Allowance(this.perSecond, this.burst)
      this.#byKey.set(key, allowance)
    }
    return allowance.take(nowMs)
  }

  /** Looks through all keys only once they have doubled: with ten thousand accounts at work, each call would else. */
  #sweep(nowMs: number): void {
    for (const [one, allowance] of this.#byKey) if (allowance.isFull(nowMs)) this.#byKey.delete(one)
    this.#sweepAt = Math.max(KEYS_KEPT_MIN, 2 * this.#byKey.size)
  }
}
