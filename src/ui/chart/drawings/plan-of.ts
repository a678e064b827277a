import { Exact, toText, type Price } from '../../../domain/decimal'
import type { TradePlan } from '../../trading-kit/chart-line'
import type { Drawing } from './drawing'

/** The plan of a position that was drawn, its prices as text of the instrument's decimals; `null` of another drawing. */
export function planOf({ kind, points }: Drawing, priceDecimals: number): TradePlan | null {
  if (kind !== 'longPosition' && kind !== 'shortPosition') return null
  const [entry, target, stop] = points.map(({ price }) => toText<Price>(new Exact(price.toFixed(priceDecimals))))
  if (entry === undefined || target === undefined || stop === undefined) return null
  return { side: kind === 'longPosition' ? 'buy' : 'sell', entry, target, stop }
}
