/** Heartbeats that the least lag is taken from: half a minute of them. */
export const BEATS_KEPT = 30
const BEAT_MS = 1_000
/** The exchange's clock fell by more than this against its own count of seconds: it was set, and is no measure. */
const CLOCK_STEP_MS = 500

/**
 * How late messages come, told by heartbeats: how much longer one was on its way than the fastest of the last half
 * minute. Neither clock has to be right, and a pause of the exchange itself is no lag: its own times tell it.
 */
export class LagMeter {
  /** Arrival minus sending, each on its own clock; oldest first. */
  #journeys: number[] = []
  #counter: number | null = null
  #sentAtMs = 0

  reset(): void {
    this.#journeys = []
    this.#counter = null
  }

  /**
   * @param arrivedAt monotonic, local
   * @param sentAtMs time of the exchange
   * @returns milliseconds; 0 for the fastest
   */
  note(arrivedAt: number, counter: number, sentAtMs: number): number {
    const beats = this.#counter === null ? 0 : counter - this.#counter
    if (beats !== 0 && sentAtMs - this.#sentAtMs < beats * BEAT_MS - CLOCK_STEP_MS) this.#journeys = []
    this.#counter = counter
    this.#sentAtMs = sentAtMs
    const journey = arrivedAt - sentAtMs
    this.#journeys.push(journey)
    if (this.#journeys.length > BEATS_KEPT) this.#journeys.shift()
    return journey - Math.min(...this.#journeys)
  }
}
