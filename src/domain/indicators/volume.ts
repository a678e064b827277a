import { defineIndicator } from './indicator'
import { length } from './parameters'
import { Mean } from './window'

/** The quantity traded in each bar, and its mean over `length` bars. */
export const volume = defineIndicator({
  name: 'vol',
  pane: 'own',
  unit: 'quantity',
  parameters: { length: length(20) },
  outputs: [
    { name: 'volume', shape: 'columns' },
    { name: 'average', shape: 'line' },
  ],
  start: (values) => {
    const mean = new Mean(values.length)
    return {
      at: (bar) => [bar.volume, mean.at(bar.volume)],
      close: (bar) => mean.close(bar.volume),
    }
  },
})

/** On-balance volume: plus the bar's volume where it closed higher, minus where lower (J. Granville, 1963). It begins at 0. */
export const onBalanceVolume = defineIndicator({
  name: 'obv',
  pane: 'own',
  unit: 'quantity',
  parameters: {},
  outputs: [{ name: 'balance', shape: 'line' }],
  start: () => {
    let balance = 0
    let before: number | null = null
    const next = ({ close, volume: traded }: { readonly close: number; readonly volume: number }): number =>
      before === null ? 0 : balance + Math.sign(close - before) * traded
    return {
      at: (bar) => [next(bar)],
      close: (bar) => {
        balance = next(bar)
        before = bar.close
      },
    }
  },
})
