import { defineIndicator, type IndicatorBar } from './indicator'
import { length } from './parameters'
import type { Series } from './series'
import { wilderMean } from './smoothing'

/** max(high, close before) − min(low, close before); of the first bar high − low (Wilder 1978). */
export function trueRange(bar: IndicatorBar, closeBefore: number | null): number {
  if (closeBefore === null) return bar.high - bar.low
  return Math.max(bar.high, closeBefore) - Math.min(bar.low, closeBefore)
}

/** Wilder's mean of the true range, for those that need it as a part. */
export class TrueRangeMean {
  readonly #mean: Series
  #closeBefore: number | null = null

  constructor(bars: number) {
    this.#mean = wilderMean(bars)
  }

  at(bar: IndicatorBar): number | null {
    return this.#mean.at(trueRange(bar, this.#closeBefore))
  }

  close(bar: IndicatorBar): void {
    this.#mean.close(trueRange(bar, this.#closeBefore))
    this.#closeBefore = bar.close
  }
}

/** Average true range (Wilder 1978). */
export const averageTrueRange = defineIndicator({
  name: 'atr',
  pane: 'own',
  unit: 'price',
  parameters: { length: length(14) },
  outputs: [{ name: 'range', shape: 'line' }],
  start: (values) => {
    const mean = new TrueRangeMean(values.length)
    return { at: (bar) => [mean.at(bar)], close: (bar) => mean.close(bar) }
  },
})
