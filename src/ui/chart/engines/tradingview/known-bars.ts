import type { Bar } from '../../port/chart-port'

/** Bars that the crosshair may ask for; those that were given first are forgotten. */
const BARS_MAX = 20_000

/** The bars of the present interval that the library was given, by their start. */
export class KnownBars {
  readonly #bars = new Map<number, Bar>()
  #newest: Bar | null = null
  #isRead = false

  get newest(): Bar | null {
    return this.#newest
  }

  /** Whether a read was answered, with bars or without. */
  get isRead(): boolean {
    return this.#isRead
  }

  /** @param timeMs start of the bar */
  at(timeMs: number): Bar | null {
    return this.#bars.get(timeMs) ?? null
  }

  /** @param bars oldest first */
  add(bars: readonly Bar[]): void {
    this.#isRead = true
    for (const bar of bars) this.#bars.set(bar.time, bar)
    const last = bars.at(-1)
    if (last !== undefined && last.time >= (this.#newest?.time ?? -Infinity)) this.#newest = last
    for (const time of this.#bars.keys()) {
      if (this.#bars.size <= BARS_MAX) break
      this.#bars.delete(time)
    }
  }

  clear(): void {
    this.#bars.clear()
    this.#newest = null
    this.#isRead = false
  }
}
