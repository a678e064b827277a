import type { IndicatorBar, IndicatorValues } from '../../../domain/indicators/indicator'
import { yieldShare, type NamedSpread } from '../../../domain/market/spread-row'
import type { StudyIndicator } from '../port/chart-port'
import type { Comparison } from './comparison-kinds'

/** Decimals of a ratio: that of two prices has no tick. */
const RATIO_DECIMALS = 6
/** Of per cent a year. */
const YIELD_DECIMALS = 2

/** What a comparison is made of beside the chart's own bars. */
export interface Compared {
  /** The closes of its series, of the bars that start there; `null` where one has none. */
  closesAt(timeMs: number): IndicatorValues
  readonly spread: NamedSpread | null
}

/** A comparison as something to draw: values for each bar that all of its series have, and none for the others. */
export function comparisonIndicator({ kind }: Comparison, { closesAt, spread }: Compared): StudyIndicator {
  const valuesOf = ({ time, close }: IndicatorBar): IndicatorValues => {
    const closes = closesAt(time)
    const [other] = closes
    if (kind === 'legs') return closes
    if (other === null || other === undefined) return [null]
    if (kind === 'difference') return [close - other]
    // Spreads may be priced at nought.
    if (kind === 'ratio') return [other === 0 ? null : close / other]
    if (kind === 'yield') return [spread === null ? null : percentOf(yieldShare(close, other, spread, time))]
    return [other]
  }
  return {
    pane: kind === 'mark' || kind === 'index' || kind === 'symbol' ? 'price' : 'own',
    unit: kind === 'ratio' ? { decimals: RATIO_DECIMALS } : kind === 'yield' ? { decimals: YIELD_DECIMALS } : 'price',
    outputs: (kind === 'legs' ? (['upper', 'lower'] as const) : (['average'] as const)).map((name) => ({
      name,
      shape: 'line',
    })),
    levels: kind === 'yield' ? [0] : [],
    fills: [],
    start: () => ({ at: valuesOf, close: () => undefined }),
  }
}

const percentOf = (share: number | null): number | null => (share === null ? null : share * 100)
