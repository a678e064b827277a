import { TrueRangeMean } from './average-true-range'
import { defineIndicator, type IndicatorBar } from './indicator'
import { decimal, length } from './parameters'

interface Bands {
  readonly upper: number
  readonly lower: number
  readonly isUp: boolean
  readonly close: number
}

/**
 * SuperTrend (O. Seban): bands at hl2 ± factor × ATR. The upper band only falls, and the lower one only rises, until a
 * bar closes beyond it. The trend turns up at a close above the upper band and down at one below the lower band, and
 * its line is the band on the other side of the price. It begins as a fall.
 */
export const superTrend = defineIndicator({
  name: 'supertrend',
  pane: 'price',
  unit: 'price',
  parameters: { length: length(10), factor: decimal(3, { min: 0.1, max: 20, step: 0.1 }) },
  outputs: [
    { name: 'up', shape: 'line' },
    { name: 'down', shape: 'line' },
  ],
  start: ({ length: bars, factor }) => {
    const range = new TrueRangeMean(bars)
    let before: Bands | null = null
    const next = (bar: IndicatorBar): Bands | null => {
      const atr = range.at(bar)
      if (atr === null) return null
      const middle = (bar.high + bar.low) / 2
      const [upper, lower] = [middle + factor * atr, middle - factor * atr]
      const { close } = bar
      if (before === null) return { upper, lower, isUp: false, close }
      const kept = {
        upper: upper < before.upper || before.close > before.upper ? upper : before.upper,
        lower: lower > before.lower || before.close < before.lower ? lower : before.lower,
      }
      return { ...kept, isUp: before.isUp ? close >= kept.lower : close > kept.upper, close }
    }
    return {
      at: (bar) => {
        const bands = next(bar)
        if (bands === null) return [null, null]
        return bands.isUp ? [bands.lower, null] : [null, bands.upper]
      },
      close: (bar) => {
        before = next(bar)
        range.close(bar)
      },
    }
  },
})
