import { defineIndicator } from './indicator'
import { length } from './parameters'
import { typicalPrice } from './price-source'
import { WindowSums } from './window'

/** Lambert's constant: most values then lie between −100 and 100. */
const SCALE = 0.015

/**
 * Commodity channel index (D. Lambert, 1980): (typical price − its mean) / (0.015 × mean deviation). Where nothing
 * moved it is 0. The deviation is one pass over the window, `length` bars.
 */
export const commodityChannel = defineIndicator({
  name: 'cci',
  pane: 'own',
  unit: { decimals: 2 },
  parameters: { length: length(20) },
  outputs: [{ name: 'index', shape: 'line' }],
  levels: [-100, 100],
  start: (values) => {
    const sums = new WindowSums(values.length)
    return {
      at: (bar) => {
        if (!sums.isFull) return [null]
        const price = typicalPrice(bar)
        const deviation = sums.meanDeviation(price)
        // Below a rounding of the price itself nothing moved.
        if (deviation <= Math.abs(price) * 1e-12) return [0]
        return [(price - sums.mean(price)) / (SCALE * deviation)]
      },
      close: (bar) => sums.close(typicalPrice(bar)),
    }
  },
})
