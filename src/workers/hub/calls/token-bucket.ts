import type { Clock } from '../../../base/clock'

/** Order calls of this browser per second; the exchange allows the account 100 (decisions 21). */
export const CALLS_PER_SECOND = 50
/** Kept back for cancels: getting out matters more than getting in (reliability O19). */
export const RESERVED_FOR_CANCELS = 10

/** A token bucket over the monotonic clock. */
export class TokenBucket {
  #tokens = CALLS_PER_SECOND
  #filledAt: number

  constructor(private readonly clock: Clock) {
    this.#filledAt = clock.monotonic()
  }

  /** Calls that may leave at this moment, cancels among them. */
  get left(): number {
    this.#fill()
    return Math.floor(this.#tokens)
  }

  /** @returns whether the call may leave now */
  take(priority: 'order' | 'cancel'): boolean {
    this.#fill()
    if (this.#tokens < (priority === 'cancel' ? 1 : RESERVED_FOR_CANCELS + 1)) return false
    this.#tokens--
    return true
  }

  #fill(): void {
    const now = this.clock.monotonic()
    this.#tokens = Math.min(CALLS_PER_SECOND, this.#tokens + ((now - this.#filledAt) / 1000) * CALLS_PER_SECOND)
    this.#filledAt = now
  }
}
