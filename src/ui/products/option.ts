import { options } from './by-kind'
import type { ContractView, HeaderFigureId } from './product-view'

/** An option's own figures are of the model: what a day brought says little of it. */
const FIGURES: readonly HeaderFigureId[] = [
  'mark',
  'volatility',
  'quotes',
  'delta',
  'gamma',
  'vega',
  'theta',
  'forward',
  'delivery',
  'openInterest',
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
