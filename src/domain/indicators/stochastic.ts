import { defineIndicator, type IndicatorBar } from './indicator'
import { length } from './parameters'
import { atOf, closeOf } from './series'
import { Extreme, Mean } from './window'

/** Where a close lies between the lowest low (0) and the highest high (1) of some bars; in the middle of no range. */
class PlaceInRange {
  readonly #highest: Extreme
  readonly #lowest: Extreme

  constructor(bars: number) {
    this.#highest = new Extreme(bars, 'highest')
    this.#lowest = new Extreme(bars, 'lowest')
  }

  at({ high, low, close }: IndicatorBar): number | null {
    const highest = this.#highest.at(high)
    const lowest = this.#lowest.at(low)
    if (highest === null || lowest === null) return null
    return highest === lowest ? 0.5 : (close - lowest) / (highest - lowest)
  }

  close({ high, low }: IndicatorBar): void {
    this.#highest.close(high)
    this.#lowest.close(low)
  }
}

/** Stochastic oscillator (G. Lane): %K is the place in the range × 100 as a mean of `smooth` bars, %D the mean of %K. */
export const stochastic = defineIndicator({
  name: 'stochastic',
  pane: 'own',
  unit: { decimals: 2 },
  parameters: { length: length(14), smooth: length(1), signal: length(3) },
  outputs: [
    { name: 'k', shape: 'line' },
    { name: 'd', shape: 'line' },
  ],
  levels: [20, 80],
  start: (values) => {
    const place = new PlaceInRange(values.length)
    const smooth = new Mean(values.smooth)
    const signal = new Mean(values.signal)
    const rawAt = (bar: IndicatorBar): number | null => {
      const share = place.at(bar)
      return share === null ? null : 100 * share
    }
    return {
      at: (bar) => {
        const k = atOf(smooth, rawAt(bar))
        return [k, atOf(signal, k)]
      },
      close: (bar) => {
        const raw = rawAt(bar)
        closeOf(signal, atOf(smooth, raw))
        closeOf(smooth, raw)
        place.close(bar)
      },
    }
  },
})

/**
 * KDJ: K = K' + (raw − K') / smooth, D = D' + (K − D') / signal, both from 50, and J = 3 K − 2 D. `raw` is the place in
 * the range × 100.
 */
export const kdj = defineIndicator({
  name: 'kdj',
  pane: 'own',
  unit: { decimals: 2 },
  parameters: { length: length(9), smooth: length(3), signal: length(3) },
  outputs: [
    { name: 'k', shape: 'line' },
    { name: 'd', shape: 'line' },
    { name: 'j', shape: 'line' },
  ],
  levels: [20, 80],
  start: (values) => {
    const place = new PlaceInRange(values.length)
    let before = { k: 50, d: 50 }
    const next = (bar: IndicatorBar): typeof before | null => {
      const share = place.at(bar)
      if (share === null) return null
      const k = before.k + (100 * share - before.k) / values.smooth
      return { k, d: before.d + (k - before.d) / values.signal }
    }
    return {
      at: (bar) => {
        const now = next(bar)
        return now === null ? [null, null, null] : [now.k, now.d, 3 * now.k - 2 * now.d]
      },
      close: (bar) => {
        before = next(bar) ?? before
        place.close(bar)
      },
    }
  },
})

/** Williams %R (L. Williams, 1973): from −100 at the lowest low to 0 at the highest high. */
export const williamsR = defineIndicator({
  name: 'williams',
  pane: 'own',
  unit: { decimals: 2 },
  parameters: { length: length(14) },
  outputs: [{ name: 'r', shape: 'line' }],
  levels: [-80, -20],
  start: (values) => {
    const place = new PlaceInRange(values.length)
    return {
      at: (bar) => {
        const share = place.at(bar)
        return [share === null ? null : 100 * share - 100]
      },
      close: (bar) => place.close(bar),
    }
  },
})
