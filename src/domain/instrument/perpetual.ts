import type { Rate } from '../decimal'
import type { PreListing } from './auction-phase'
import type { Leveraged, Listed } from './listed'
import type { PerpetualKind } from './product-kind'

/** What longs pay shorts, or shorts longs (semantics.md §1.6). Rates are shares of the value at the mark price. */
export interface FundingTerms {
  readonly intervalMinutes: number
  readonly upperRate: Rate
  readonly lowerRate: Rate
}

/** A contract without an end, which funding holds near its index. */
export interface Perpetual extends Listed, Leveraged {
  readonly kind: PerpetualKind
  readonly funding: FundingTerms
  /** Only before the listing. */
  readonly preListing: PreListing | null
}
