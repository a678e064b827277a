import type { Clock } from '../../src/base/clock'

/** A snapshot after this long when nobody waits for an answer … */
const IDLE_EVERY_MS = 60_000
/**
 * … or after this long in any case: with every book of all families a minute of market ticks is some 5 s of replay, and a
 * start after a kill is to take less than ten.
 */
const BUSY_EVERY_MS = 90_000
const IDLE_AFTER_MS = 1_000
/** Taking snapshots may cost this thread one part in so many of its time. */
const SPARING = 50
/**
 * … but so many inputs are worth one whatever it costs: a slow machine replays some 10,000 a second in a new process, and a
 * start after a kill is to take less than ten.
 */
const TAIL_MAX = 60_000

/** Says when a snapshot is due, so that replay stays short and snapshots stay rare. */
export class SnapshotSchedule {
  readonly #clock: Clock
  readonly #everyInputs: number
  #inputs = 0
  #lastAt: number
  #lastUserInputAt: number
  #costMs = 0

  constructor(clock: Clock, everyInputs: number) {
    this.#clock = clock
    this.#everyInputs = everyInputs
    this.#lastAt = clock.monotonic()
    this.#lastUserInputAt = this.#lastAt
  }

  sawInput(isFromUser: boolean): void {
    this.#inputs += 1
    if (isFromUser) this.#lastUserInputAt = this.#clock.monotonic()
  }

  isDue(): boolean {
    if (this.#inputs === 0) return false
    const now = this.#clock.monotonic()
    if (this.#inputs >= TAIL_MAX) return true
    const age = now - this.#lastAt
    if (age < this.#costMs * SPARING) return false
    if (this.#inputs >= this.#everyInputs || age >= BUSY_EVERY_MS) return true
    return age >= IDLE_EVERY_MS && now - this.#lastUserInputAt >= IDLE_AFTER_MS
  }

  /** A snapshot of this moment is being made. */
  began(): void {
    this.#lastAt = this.#clock.monotonic()
    this.#inputs = 0
    this.#costMs = 0
  }

  /** @param costMs that this thread has worked on it, as often as it did */
  spent(costMs: number): void {
    this.#costMs += costMs
  }
}
