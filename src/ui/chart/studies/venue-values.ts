/** Values kept of one figure: more than as many bars as a chart goes back to would never be asked for. */
export const VENUE_VALUES_MAX = 10_000
/** New ones are looked for so often. */
const LOOK_MS = 60_000
/** After a read that failed. */
const AGAIN_MS = 5_000

/** What was recorded at a moment, ms UTC. */
export type VenueValue = readonly [timeMs: number, value: number]

interface Hooks {
  /** Values up to a moment (`null` is now), in any order, and whether older ones exist. */
  read(endMs: number | null): Promise<{ readonly values: readonly VenueValue[]; readonly hasOlder: boolean }>
  changed(): void
  trace(message: string): void
  after(delayMs: number, call: () => void): () => void
}

/** One figure of a contract over time, read page by page as far back as it is asked for, and looked at again while it is shown. */
export class VenueValues {
  readonly #byTime = new Map<number, number>()
  #times: readonly number[] = []
  #fromMs: number | null = null
  #hasOlder = true
  #wantedMs = Infinity
  #isReading = false
  #isStopped = false
  #stopWait: (() => void) | null = null
  #stopLook: (() => void) | null = null

  constructor(private readonly hooks: Hooks) {
    void this.#read()
    this.#lookAgain()
  }

  /** The newest value of before a moment; `null` where none is known. */
  before(timeMs: number): number | null {
    if (timeMs < this.#wantedMs) {
      this.#wantedMs = timeMs
      // Of a list of bars the first asks first: one read serves them all.
      queueMicrotask(() => void this.#read())
    }
    let [low, high] = [0, this.#times.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#times[middle]! < timeMs) low = middle + 1
      else high = middle
    }
    const at = this.#times[low - 1]
    return at === undefined ? null : (this.#byTime.get(at) ?? null)
  }

  stop(): void {
    this.#isStopped = true
    this.#stopWait?.()
    this.#stopLook?.()
  }

  async #read(): Promise<void> {
    if (this.#isReading || this.#isStopped || !this.#isWanting()) return
    this.#isReading = true
    this.#stopWait?.()
    this.#stopWait = null
    try {
      const { values, hasOlder } = await this.hooks.read(this.#fromMs === null ? null : this.#fromMs - 1)
      if (this.#isStopped) return
      this.#hasOlder = hasOlder && values.length > 0
      this.#take(values)
    } catch (error) {
      if (this.#isStopped) return
      this.hooks.trace(error instanceof Error ? error.message : String(error))
      this.#stopWait = this.hooks.after(AGAIN_MS, () => void this.#read())
      return
    } finally {
      this.#isReading = false
    }
    void this.#read()
  }

  #isWanting(): boolean {
    if (this.#fromMs === null) return this.#hasOlder
    return this.#hasOlder && this.#wantedMs <= this.#fromMs && this.#byTime.size < VENUE_VALUES_MAX
  }

  #take(values: readonly VenueValue[]): void {
    const isNews = values.some(([timeMs, value]) => this.#byTime.get(timeMs) !== value)
    for (const [timeMs, value] of values) this.#byTime.set(timeMs, value)
    this.#times = [...this.#byTime.keys()].toSorted((a, b) => a - b)
    this.#fromMs = this.#times[0] ?? this.#fromMs
    if (isNews) this.hooks.changed()
  }

  #lookAgain(): void {
    this.#stopLook = this.hooks.after(LOOK_MS, () => {
      this.#lookAgain()
      // Before the first page has come it is what is asked for.
      if (this.#fromMs === null) return
      this.hooks.read(null).then(
        ({ values }) => !this.#isStopped && this.#take(values),
        (error: unknown) => !this.#isStopped && this.hooks.trace(String(error)),
      )
    })
  }
}
