import type { Contract } from '../../domain/instrument/contract'
import type { ListedMarket } from '../../domain/instrument/market-type'
import { isContractKind, kindOfName } from '../../domain/instrument/product-kind'
import type { ByKind } from './by-kind'
import { FUTURES } from './future'
import { PERPETUALS } from './perpetual'
import type { ContractView, ProductView } from './product-view'
import { SPOT } from './spot'

const CONTRACTS: Readonly<Record<Contract['kind'], ContractView>> = { ...PERPETUALS, ...FUTURES }
const VIEWS: ByKind<ProductView> = { ...CONTRACTS, spot: SPOT }

/** How products of a kind are shown. */
export function productView(kind: ListedMarket['kind']): ProductView {
  return VIEWS[kind]
}

/** The same of what is held as a position. */
export function contractView(kind: Contract['kind']): ContractView {
  return CONTRACTS[kind]
}

/** What is traded on the page of a name, known before its rules have come; the most common kind where the name says none. */
export function kindOfPage(symbol: string): ListedMarket['kind'] {
  const kind = kindOfName(symbol)
  return kind === 'spot' || isContractKind(kind) ? kind : 'linearPerpetual'
}
