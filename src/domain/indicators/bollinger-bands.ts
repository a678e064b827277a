import { defineIndicator } from './indicator'
import { decimal, length } from './parameters'
import { priceOf, priceSource } from './price-source'
import { WindowSums } from './window'

/**
 * Bollinger Bands: the mean of `length` prices, and `width` standard deviations of the population above and below it
 * (J. Bollinger, Bollinger on Bollinger Bands, 2001).
 */
export const bollingerBands = defineIndicator({
  name: 'boll',
  pane: 'price',
  unit: 'price',
  parameters: {
    length: length(20),
    width: decimal(2, { min: 0.1, max: 10, step: 0.1 }),
    source: priceSource,
  },
  outputs: [
    { name: 'middle', shape: 'line' },
    { name: 'upper', shape: 'line' },
    { name: 'lower', shape: 'line' },
  ],
  fills: [['upper', 'lower']],
  start: (values) => {
    const sums = new WindowSums(values.length)
    return {
      at: (bar) => {
        if (!sums.isFull) return [null, null, null]
        const price = priceOf(bar, values.source)
        const middle = sums.mean(price)
        const distance = values.width * Math.sqrt(sums.variance(price))
        return [middle, middle + distance, middle - distance]
      },
      close: (bar) => sums.close(priceOf(bar, values.source)),
    }
  },
})
