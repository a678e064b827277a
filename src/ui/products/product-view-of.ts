import type { HeldMarket, TradedMarket } from '../../domain/instrument/market-type'
import { isContractKind, isOptionKind, kindOfName } from '../../domain/instrument/product-kind'
import type { ByKind } from './by-kind'
import { FUTURES } from './future'
import { OPTIONS } from './option'
import { PERPETUALS } from './perpetual'
import type { ContractView, ProductView } from './product-view'
import { SPOT } from './spot'
import { SPREAD } from './spread'

const CONTRACTS: Readonly<Record<HeldMarket['kind'], ContractView>> = { ...PERPETUALS, ...FUTURES, ...OPTIONS }
const VIEWS: ByKind<ProductView> = { ...CONTRACTS, spot: SPOT, spread: SPREAD }

/** How products of a kind are shown. */
export function productView(kind: TradedMarket['kind']): ProductView {
  return VIEWS[kind]
}

/** The same of what is held as a position. */
export function contractView(kind: HeldMarket['kind']): ContractView {
  return CONTRACTS[kind]
}

/** What is traded on the page of a name, known before its rules have come; the most common kind where the name says none. */
export function kindOfPage(symbol: string): TradedMarket['kind'] {
  const kind = kindOfName(symbol)
  return kind === 'spot' || kind === 'spread' || isContractKind(kind) || isOptionKind(kind) ? kind : 'linearPerpetual'
}
