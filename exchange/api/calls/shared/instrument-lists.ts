import type { Instrument } from '../../../../src/domain/instrument/instrument'
import type { ProductKind } from '../../../../src/domain/instrument/product-kind'

/** The lists in which clients find instruments. Each has a version that follows from its rows. */
export const INSTRUMENT_LISTS = ['contract', 'option', 'spot', 'spread'] as const
export type InstrumentList = (typeof INSTRUMENT_LISTS)[number]

const LIST_OF: Readonly<Record<ProductKind, InstrumentList>> = {
  linearPerpetual: 'contract',
  usdcPerpetual: 'contract',
  inversePerpetual: 'contract',
  linearFutures: 'contract',
  usdcFutures: 'contract',
  inverseFutures: 'contract',
  usdcOption: 'option',
  usdtOption: 'option',
  spot: 'spot',
  spread: 'spread',
}

export function listOf({ kind }: Pick<Instrument, 'kind'>): InstrumentList {
  return LIST_OF[kind]
}
