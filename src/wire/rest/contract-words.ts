import type { InstrumentStatus } from '../../domain/instrument/listed'
import type { ContractKind } from '../../domain/instrument/product-kind'
import { invert } from '../json'

/** The lists of contracts, in their order, and their word on the wire. */
export const CONTRACT_TYPE_WORD = {
  linearPerpetual: 'LinearPerpetual',
  usdcPerpetual: 'UsdcPerpetual',
  inversePerpetual: 'InversePerpetual',
  linearFutures: 'LinearFutures',
  usdcFutures: 'UsdcFutures',
  inverseFutures: 'InverseFutures',
} as const satisfies Readonly<Record<ContractKind, string>>
export const CONTRACT_TYPES = Object.values(CONTRACT_TYPE_WORD)
export type ContractTypeWord = (typeof CONTRACT_TYPE_WORD)[ContractKind]
export const CONTRACT_KIND_OF = invert<ContractKind>(CONTRACT_TYPE_WORD)

export const INSTRUMENT_STATUS_WORD: Readonly<Record<InstrumentStatus, string>> = {
  trading: 'Trading',
  preLaunch: 'PreLaunch',
  delivering: 'Delivering',
  closed: 'Closed',
  comingSoon: 'ComingSoon',
}
export const INSTRUMENT_STATUS_OF = invert(INSTRUMENT_STATUS_WORD)
