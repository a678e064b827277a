import { Exact, toText, type DecimalText, type Price } from '../decimal'
import type { Side } from './order'

/** How far a market order may trade beyond the best opposite price: a distance in price, or per cent of it. */
export type SlippageTolerance =
  | { readonly unit: 'price'; readonly value: DecimalText }
  | { readonly unit: 'percent'; readonly value: DecimalText }

/** Ask + tolerance for a buy, bid − tolerance for a sell (semantics.md §1.9). Unrounded. */
export function slippageLimit(side: Side, best: Price, tolerance: SlippageTolerance): Price {
  const away = tolerance.unit === 'price' ? new Exact(tolerance.value) : new Exact(best).times(tolerance.value).div(100)
  return toText<Price>(side === 'buy' ? away.plus(best) : new Exact(best).minus(away))
}
