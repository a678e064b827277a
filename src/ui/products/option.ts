import { options } from './by-kind'
import type { ContractView, HeaderFigureId } from './product-view'

/**
 * An option's own figures are of the model: what a day brought says little of it. Two stand above each other, and where
 * room is short the last pairs are left out.
 */
const FIGURES: readonly HeaderFigureId[] = [
  'mark',
  'volatility',
  'quotes',
  'delta',
  'delivery',
  'openInterest',
  'forward',
  'theta',
  'gamma',
  'vega',
]

export const OPTIONS = options<ContractView>({
  word: 'contract.option',
  positionWord: 'option',
  isDated: true,
  hasMark: true,
  hasOnePress: false,
  ticketModes: [],
  headerFigures: () => FIGURES,
})
