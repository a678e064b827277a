import type { HeaderFigureId, ProductView } from './product-view'

/** Nothing is held of a spread itself: what its legs cost, and what they imply, stand where a contract has its mark. */
const FIGURES: readonly HeaderFigureId[] = ['legs', 'delivery', 'high', 'low', 'volume']

export const SPREAD: ProductView = {
  word: 'contract.spread',
  isDated: false,
  ticketModes: [],
  hasMark: true,
  hasOnePress: false,
  headerFigures: () => FIGURES,
}
