import { barStart } from '../market/interval'
import { defineIndicator, type IndicatorBar } from './indicator'
import { choice, moment } from './parameters'
import { typicalPrice } from './price-source'

const INTERVAL_OF = { day: '1D', week: '1W', month: '1M' } as const
type Anchor = keyof typeof INTERVAL_OF | 'moment'

/** What distinguishes one stretch from the next; `null` before an anchor in time. UTC. */
function stretchOf(timeMs: number, anchor: Anchor, fromMs: number): number | null {
  if (anchor !== 'moment') return barStart(INTERVAL_OF[anchor], timeMs)
  return timeMs >= fromMs ? fromMs : null
}

/**
 * Volume-weighted average price since the stretch began: sum of typical price × volume, through sum of volume. A
 * stretch is the day, the week or the month in UTC, or all that follows a chosen moment. Without volume there is none.
 */
export const vwap = defineIndicator({
  name: 'vwap',
  pane: 'price',
  unit: 'price',
  parameters: { anchor: choice('day', ['day', 'week', 'month', 'moment']), from: moment },
  outputs: [{ name: 'average', shape: 'line' }],
  start: ({ anchor, from }) => {
    let closed = { stretch: null as number | null, value: 0, volume: 0 }
    const withBar = (bar: IndicatorBar): typeof closed => {
      const stretch = stretchOf(bar.time, anchor, from)
      if (stretch === null) return { stretch, value: 0, volume: 0 }
      const before = stretch === closed.stretch ? closed : { value: 0, volume: 0 }
      return { stretch, value: before.value + typicalPrice(bar) * bar.volume, volume: before.volume + bar.volume }
    }
    return {
      at: (bar) => {
        const { value, volume } = withBar(bar)
        return [volume > 0 ? value / volume : null]
      },
      close: (bar) => {
        closed = withBar(bar)
      },
    }
  },
})
