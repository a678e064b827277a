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

  /** @param nowMs monotonic. @param count what it counts as. @returns false, and takes nothing, when it is too many */
  take(nowMs: number, count = 1): boolean {
    if (this.#atMs !== null)
      this.#left = Math.min(this.burst, this.#left + ((nowMs - this.#atMs) * this.perSecond) / 1000)
    this.#atMs = nowMs
    if (this.#left < count) return false
    this.#left -= count
    return true
  }

  /** How much is left without taking any, and when the next call is admitted at the latest. */
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

/**
 * What one socket may ask: so many requests a second, and so many topics. Each topic of a request is work of its own, so
 * a request counts as many as it names; a new socket may name all that it may hold at once.
 */
export class SocketAllowance {
  readonly #requests = new Allowance(REQUESTS_PER_SECOND, REQUESTS_PER_SECOND)
  readonly #topics = new Allowance(TOPICS_PER_SECOND, SOCKET_TOPICS_MAX)

  /** @param topics that the request names. @returns false when it is one too many */
  take(nowMs: number, topics: number): boolean {
    return this.#requests.take(nowMs) && (topics === 0 || this.#topics.take(nowMs, topics))
  }
}

const REQUESTS_PER_SECOND = 100
const TOPICS_PER_SECOND = 100
/** Topics of one socket. */
export const SOCKET_TOPICS_MAX = 2_500

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

  /** Whether a call would be admitted. */
  admits(key: string, nowMs: number): boolean {
    return (this.#byKey.get(key)?.look(nowMs).left ?? this.burst) >= 1
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
