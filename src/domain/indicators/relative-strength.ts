import { defineIndicator } from './indicator'
import { length } from './parameters'
import { priceOf, priceSource } from './price-source'
import { wilderMean } from './smoothing'

/**
 * Relative strength index (Wilder 1978): 100 × rises / (rises + falls), both as Wilder's mean of the changes. Where
 * nothing moved at all it is 50.
 */
export const relativeStrength = defineIndicator({
  name: 'rsi',
  pane: 'own',
  unit: { decimals: 2 },
  parameters: { length: length(14), source: priceSource },
  outputs: [{ name: 'strength', shape: 'line' }],
  levels: [30, 70],
  start: (values) => {
    const rises = wilderMean(values.length)
    const falls = wilderMean(values.length)
    let before: number | null = null
    return {
      at: (bar) => {
        if (before === null) return [null]
        const change = priceOf(bar, values.source) - before
        const rise = rises.at(Math.max(0, change))
        const fall = falls.at(Math.max(0, -change))
        if (rise === null || fall === null) return [null]
        return [rise + fall === 0 ? 50 : (100 * rise) / (rise + fall)]
      },
      close: (bar) => {
        const price = priceOf(bar, values.source)
        if (before !== null) {
          rises.close(Math.max(0, price - before))
          falls.close(Math.max(0, before - price))
        }
        before = price
      },
    }
  },
})
