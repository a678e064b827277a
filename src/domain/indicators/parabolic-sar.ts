import { defineIndicator, type IndicatorBar } from './indicator'
import { decimal } from './parameters'

interface Stop {
  readonly isLong: boolean
  readonly sar: number
  /** Highest price of a long stretch, lowest of a short one. */
  readonly extreme: number
  readonly factor: number
}

/**
 * Parabolic stop and reverse (Wilder 1978): SAR = SAR' + factor × (extreme − SAR'), never beyond the lows (highs, when
 * short) of the two bars before. A low below it turns the stretch: the stop goes to the extreme, and the factor
 * begins anew. The factor grows by its step at each new extreme. The second bar is long if it closed higher.
 */
export const parabolicSar = defineIndicator({
  name: 'sar',
  pane: 'price',
  unit: 'price',
  parameters: {
    step: decimal(0.02, { min: 0.001, max: 1, step: 0.001 }),
    max: decimal(0.2, { min: 0.001, max: 1, step: 0.001 }),
  },
  outputs: [{ name: 'stop', shape: 'dots' }],
  start: ({ step, max }) => {
    let stop: Stop | null = null
    /** The last closed bar, and the one before it. */
    let last: IndicatorBar | null = null
    let second: IndicatorBar | null = null

    const first = (bar: IndicatorBar, before: IndicatorBar): Stop =>
      bar.close > before.close
        ? { isLong: true, sar: before.low, extreme: Math.max(bar.high, before.high), factor: step }
        : { isLong: false, sar: before.high, extreme: Math.min(bar.low, before.low), factor: step }

    const follow = ({ isLong, sar, extreme, factor }: Stop, bar: IndicatorBar, before: IndicatorBar): Stop => {
      const moved = sar + factor * (extreme - sar)
      const earlier = second ?? before
      const bound = isLong ? Math.min(moved, before.low, earlier.low) : Math.max(moved, before.high, earlier.high)
      if (isLong ? bar.low < bound : bar.high > bound) {
        return isLong
          ? { isLong: false, sar: Math.max(extreme, bar.high), extreme: bar.low, factor: step }
          : { isLong: true, sar: Math.min(extreme, bar.low), extreme: bar.high, factor: step }
      }
      const isFurther = isLong ? bar.high > extreme : bar.low < extreme
      return {
        isLong,
        sar: bound,
        extreme: isFurther ? (isLong ? bar.high : bar.low) : extreme,
        factor: isFurther ? Math.min(max, factor + step) : factor,
      }
    }

    const next = (bar: IndicatorBar): Stop | null => {
      if (last === null) return null
      return stop === null ? first(bar, last) : follow(stop, bar, last)
    }
    return {
      at: (bar) => [next(bar)?.sar ?? null],
      close: (bar) => {
        stop = next(bar)
        second = last
        last = bar
      },
    }
  },
})
