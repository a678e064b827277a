import type { HeaderFigureId, ProductView } from './product-view'

/** Nothing is held, so there is no mark, no funding and no open interest. */
const FIGURES: readonly HeaderFigureId[] = ['index', 'change', 'high', 'low', 'volume', 'turnover']

export const SPOT: ProductView = {
  word: 'contract.spot',
  isDated: false,
  ticketModes: [],
  hasMark: false,
  hasOnePress: false,
  headerFigures: () => FIGURES,
}
