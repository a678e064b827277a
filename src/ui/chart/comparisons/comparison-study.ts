import type { IndicatorBar } from '../../../domain/indicators/indicator'
import type { StudyIndicator } from '../port/chart-port'
import type { Comparison } from './comparison'

/** Decimals of a ratio: that of two prices has no tick. */
const RATIO_DECIMALS = 6

/**
 * A comparison as something to draw: one value for each bar that both series have, and none for the others.
 *
 * @param closeAt the other series' close of the bar that starts there
 */
export function comparisonIndicator({ kind }: Comparison, closeAt: (timeMs: number) => number | null): StudyIndicator {
  const valueOf = ({ time, close }: IndicatorBar): number | null => {
    const other = closeAt(time)
    if (other === null) return null
    if (kind === 'difference') return close - other
    // Spreads may be priced at nought.
    if (kind === 'ratio') return other === 0 ? null : close / other
    return other
  }
  return {
    pane: kind === 'difference' || kind === 'ratio' ? 'own' : 'price',
    unit: kind === 'ratio' ? { decimals: RATIO_DECIMALS } : 'price',
    outputs: [{ name: 'average', shape: 'line' }],
    levels: [],
    fills: [],
    start: () => ({ at: (bar) => [valueOf(bar)], close: () => undefined }),
  }
}
