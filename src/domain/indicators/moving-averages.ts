import { defineIndicator, type Formula } from './indicator'
import { length } from './parameters'
import { priceOf, priceSource, type PriceSource } from './price-source'
import type { Series } from './series'
import { exponentialMean } from './smoothing'
import { Mean, WindowSums } from './window'

function overPrice(series: Series, source: PriceSource): Formula {
  return {
    at: (bar) => [series.at(priceOf(bar, source))],
    close: (bar) => series.close(priceOf(bar, source)),
  }
}

/** Simple moving average: the mean of the last `length` prices. */
export const movingAverage = defineIndicator({
  name: 'ma',
  pane: 'price',
  unit: 'price',
  parameters: { length: length(20), source: priceSource },
  outputs: [{ name: 'average', shape: 'line' }],
  start: (values) => overPrice(new Mean(values.length), values.source),
})

/** Exponential moving average, begun with the mean of the first `length` prices. */
export const exponentialAverage = defineIndicator({
  name: 'ema',
  pane: 'price',
  unit: 'price',
  parameters: { length: length(20), source: priceSource },
  outputs: [{ name: 'average', shape: 'line' }],
  start: (values) => overPrice(exponentialMean(values.length), values.source),
})

/** Weighted moving average: weights 1 for the oldest of `length` prices up to `length` for the newest. */
export const weightedAverage = defineIndicator({
  name: 'wma',
  pane: 'price',
  unit: 'price',
  parameters: { length: length(20), source: priceSource },
  outputs: [{ name: 'average', shape: 'line' }],
  start: (values) => {
    const sums = new WindowSums(values.length)
    const average: Series = {
      at: (price) => (sums.isFull ? sums.weightedMean(price) : null),
      close: (price) => sums.close(price),
    }
    return overPrice(average, values.source)
  },
})
