import type { HeaderFigureId } from './product-view'

/** The header of a contract: its two reference prices, what is its own, and the day's figures. */
export function contractFigures(own: readonly HeaderFigureId[]): readonly HeaderFigureId[] {
  return ['mark', 'index', ...own, 'change', 'high', 'low', 'turnover', 'openInterest']
}
