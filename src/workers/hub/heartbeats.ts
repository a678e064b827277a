import { LAG_PING_MS, PING_MS } from './channel-times'
import { LagMeter } from './lag-meter'

/** Counts that may be wrong before the count is no longer believed, and times that may be. */
const WRONG_MAX = 3
/** So many right ones in a row, and the count is believed again: half a minute of them. */
const RIGHT_ENOUGH = 30

/**
 * What the heartbeats of one socket say. A partner may send odd ones for ever (a count that jumps or stands still, a
 * clock that runs away): each sign is believed a few times, at the price of asking for everything again, and then no
 * longer, as a channel that is never whole is of no use and topics have sequences of their own.
 */
export class Heartbeats {
  readonly #lag = new LagMeter()
  #counter: number | null = null
  #wrong = 0
  #right = 0
  #disproved = 0

  /** Another socket counts anew. */
  reset(): void {
    this.#counter = null
    this.#wrong = 0
    this.#right = 0
    this.#disproved = 0
    this.#lag.reset()
  }

  /** @returns whether frames may be missing before this one */
  count(counter: number | null): boolean {
    const isRight = counter !== null && (this.#counter === null || counter === this.#counter + 1)
    this.#counter = counter
    if (isRight) {
      if (++this.#right >= RIGHT_ENOUGH) this.#wrong = 0
      return false
    }
    this.#right = 0
    return ++this.#wrong <= WRONG_MAX
  }

  /** Whether their times tell how late frames come; otherwise only the answers to pings do. */
  get hasTime(): boolean {
    return this.#disproved < WRONG_MAX
  }

  /** How often the partner is asked how late it is. */
  get pingMs(): number {
    return this.hasTime ? PING_MS : LAG_PING_MS
  }

  /** As `LagMeter.note`; 0 for one that says no time. */
  lagMs(arrivedAt: number, beat: { readonly counter: number | null; readonly timeMs: number | null }): number {
    return beat.counter === null || beat.timeMs === null ? 0 : this.#lag.note(arrivedAt, beat.counter, beat.timeMs)
  }

  /** Their times said late, and an answer that came behind the same frames was prompt. */
  disprove(): void {
    this.#disproved++
    this.#lag.reset()
  }
}
