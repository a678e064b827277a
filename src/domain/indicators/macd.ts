import { defineIndicator, type IndicatorBar } from './indicator'
import { length } from './parameters'
import { priceOf, priceSource } from './price-source'
import { atOf, closeOf } from './series'
import { exponentialMean } from './smoothing'

/**
 * Moving average convergence divergence (G. Appel): EMA(fast) − EMA(slow), its own EMA as the signal, and what lies
 * between the two.
 */
export const macd = defineIndicator({
  name: 'macd',
  pane: 'own',
  unit: 'price',
  parameters: { fast: length(12), slow: length(26), signal: length(9), source: priceSource },
  outputs: [
    { name: 'histogram', shape: 'histogram' },
    { name: 'macd', shape: 'line' },
    { name: 'signal', shape: 'line' },
  ],
  levels: [0],
  start: (values) => {
    const fast = exponentialMean(values.fast)
    const slow = exponentialMean(values.slow)
    const signal = exponentialMean(values.signal)
    const differenceAt = (bar: IndicatorBar): number | null => {
      const price = priceOf(bar, values.source)
      const [quick, calm] = [fast.at(price), slow.at(price)]
      return quick === null || calm === null ? null : quick - calm
    }
    return {
      at: (bar) => {
        const difference = differenceAt(bar)
        const smooth = atOf(signal, difference)
        return [difference === null || smooth === null ? null : difference - smooth, difference, smooth]
      },
      close: (bar) => {
        closeOf(signal, differenceAt(bar))
        const price = priceOf(bar, values.source)
        fast.close(price)
        slow.close(price)
      },
    }
  },
})
