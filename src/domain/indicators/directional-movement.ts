import { trueRange } from './average-true-range'
import { defineIndicator, type IndicatorBar } from './indicator'
import { length } from './parameters'
import { atOf, closeOf } from './series'
import { wilderMean } from './smoothing'

/** The larger of the move up and the move down, if it is above zero; the other is none (Wilder 1978). */
function movementOf(bar: IndicatorBar, before: IndicatorBar): { readonly up: number; readonly down: number } {
  const up = bar.high - before.high
  const down = before.low - bar.low
  return { up: up > down && up > 0 ? up : 0, down: down > up && down > 0 ? down : 0 }
}

/**
 * Directional movement (Wilder 1978): +DI and −DI are 100 × Wilder's mean of the movement through that of the true
 * range, ADX is Wilder's mean of 100 × |+DI − −DI| / (+DI + −DI). The first bar has no movement and is left out.
 */
export const directionalMovement = defineIndicator({
  name: 'adx',
  pane: 'own',
  unit: { decimals: 2 },
  parameters: { length: length(14), smooth: length(14) },
  outputs: [
    { name: 'adx', shape: 'line' },
    { name: 'plus', shape: 'line' },
    { name: 'minus', shape: 'line' },
  ],
  levels: [25],
  start: (values) => {
    const ups = wilderMean(values.length)
    const downs = wilderMean(values.length)
    const ranges = wilderMean(values.length)
    const index = wilderMean(values.smooth)
    let before: IndicatorBar | null = null
    const directionAt = (bar: IndicatorBar): { readonly plus: number; readonly minus: number } | null => {
      if (before === null) return null
      const { up, down } = movementOf(bar, before)
      const [rise, fall, range] = [ups.at(up), downs.at(down), ranges.at(trueRange(bar, before.close))]
      if (rise === null || fall === null || range === null) return null
      return range === 0 ? { plus: 0, minus: 0 } : { plus: (100 * rise) / range, minus: (100 * fall) / range }
    }
    const spreadAt = (bar: IndicatorBar): number | null => {
      const direction = directionAt(bar)
      if (direction === null) return null
      const sum = direction.plus + direction.minus
      return sum === 0 ? 0 : (100 * Math.abs(direction.plus - direction.minus)) / sum
    }
    return {
      at: (bar) => {
        const direction = directionAt(bar)
        return [atOf(index, spreadAt(bar)), direction?.plus ?? null, direction?.minus ?? null]
      },
      close: (bar) => {
        closeOf(index, spreadAt(bar))
        if (before !== null) {
          const { up, down } = movementOf(bar, before)
          ups.close(up)
          downs.close(down)
          ranges.close(trueRange(bar, before.close))
        }
        before = bar
      },
    }
  },
})
