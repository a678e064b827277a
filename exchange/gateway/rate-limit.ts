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

  isFull(nowMs: number): boolean {
    return this.#atMs === null || this.#left + ((nowMs - this.#atMs) * this.perSecond) / 1000 >= this.burst
  }
}

/** One allowance per key, forgotten once it has filled up again. */
export class Allowances {
  readonly #byKey = new Map<string, Allowance>()

  constructor(
    private readonly perSecond: number,
    private readonly burst: number,
  ) {}

  take(key: string, nowMs: number): boolean {
    if (this.#byKey.size > 1000) {
      for (const [one, allowance] of this.#byKey) if (allowance.isFull(nowMs)) this.#byKey.delete(one)
    }
    let allowance = this.#byKey.get(key)
    if (allowance === undefined) {
      allowance = new Allowance(this.perSecond, this.burst)
      this.#byKey.set(key, allowance)
    }
    return allowance.take(nowMs)
  }
}
