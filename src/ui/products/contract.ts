import { Exact, toText } from '../../domain/decimal'
import type { HeaderFigureId, ProductView } from './product-view'

type Turnover = Pick<ProductView, 'turnoverCoin' | 'turnoverValue'>

/** A linear contract's turnover is money. */
export const LINEAR: Turnover = {
  turnoverCoin: () => null,
  turnoverValue: (ticker) => ticker.turnover24h,
}

/** An inverse contract's turnover is in its coin. */
export const INVERSE: Turnover = {
  turnoverCoin: ({ settleCoin }) => settleCoin,
  turnoverValue: ({ turnover24h, lastPrice }) =>
    turnover24h !== null && lastPrice !== null ? toText(new Exact(turnover24h).times(lastPrice)) : turnover24h,
}

/** The header of a contract: its two reference prices, what is its own, and the day's figures. */
export function contractFigures(own: readonly HeaderFigureId[]): readonly HeaderFigureId[] {
  return ['mark', 'index', ...own, 'change', 'high', 'low', 'turnover', 'openInterest']
}
