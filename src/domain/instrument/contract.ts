import type { Future } from './future'
import type { Instrument } from './instrument'
import type { Perpetual } from './perpetual'
import { isContractKind } from './product-kind'

/** What is held as a position on margin, by leverage and risk tiers. */
export type Contract = Perpetual | Future

export function isContract(instrument: Instrument): instrument is Contract {
  return isContractKind(instrument.kind)
}
