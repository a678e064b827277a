import type { Contract } from '../../domain/instrument/contract'
import { FUTURES } from './future'
import { PERPETUALS } from './perpetual'
import type { ProductView } from './product-view'

const VIEWS: Readonly<Record<Contract['kind'], ProductView>> = { ...PERPETUALS, ...FUTURES }

/** How products of a kind are shown. */
export function productView(kind: Contract['kind']): ProductView {
  return VIEWS[kind]
}
