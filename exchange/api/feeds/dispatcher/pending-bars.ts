import type { Candle } from '../../../../src/domain/market/market'

/** The bars that changed since they were taken last; of one bar the newest state counts. */
export class PendingBars {
  readonly #byStart = new Map<number, Candle>()

  add(candle: Candle): void {
    this.#byStart.set(candle.startMs, candle)
  }

  /** @returns them oldest first, `null` when there are none */
  take(): readonly Candle[] | null {
    if (this.#byStart.size === 0) return null
    const bars = [...this.#byStart.values()].toSorted((a, b) => a.startMs - b.startMs)
    this.#byStart.clear()
    return bars
  }
}
