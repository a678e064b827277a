import type { Clock } from './clock'

/** Whoever looks every half second and did not for so long stood still, with its process or with the computer. */
export const STANDSTILL_MS = 2_000

/**
 * Finds out that nothing of this program ran for a while: stopped, or asleep with the computer. What is at hand then is
 * from before, and what comes next may have waited for it all the while. It has to be looked at regularly (`note`).
 */
export class Standstill {
  #seenAtMs: number
  #seenAt: number

  constructor(private readonly clock: Pick<Clock, 'now' | 'monotonic'>) {
    this.#seenAtMs = clock.now()
    this.#seenAt = clock.monotonic()
  }

  /** Whether it stood still since it was last seen. Told by either clock: the steady one may stop with the computer. */
  wasOne(): boolean {
    const { clock } = this
    return Math.max(clock.now() - this.#seenAtMs, clock.monotonic() - this.#seenAt) > STANDSTILL_MS
  }

  note(): void {
    this.#seenAtMs = this.clock.now()
    this.#seenAt = this.clock.monotonic()
  }
}
