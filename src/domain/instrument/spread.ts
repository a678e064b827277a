import type { Price, Qty } from '../decimal'
import type { InstrumentSymbol } from '../order/order'
import type { Delivery } from './future'
import type { Listed } from './listed'
import type { ProductKind } from './product-kind'

/** A perpetual against spot, a future against spot, a later future against an earlier one, a future against its perpetual. */
export type SpreadKind = 'fundingRateArb' | 'carryTrade' | 'futureSpread' | 'perpBasis'

export interface SpreadLeg {
  readonly symbol: InstrumentSymbol
  readonly kind: ProductKind
  /** Of which the spread's own tick and lot are whole multiples; `null` where a list does not say them, as v5's. */
  readonly steps: { readonly tickSize: Price; readonly lotSize: Qty } | null
}

/**
 * Two instruments traded as one, at the price of the first less the price of the second (semantics.md §4). Who buys it buys
 * the first and sells the second. Prices may be zero or below: `minPrice` is negative. No position of it is held: a fill
 * makes one of each leg.
 */
export interface Spread extends Listed {
  readonly kind: 'spread'
  readonly spreadKind: SpreadKind
  readonly legs: readonly [first: SpreadLeg, second: SpreadLeg]
  /** It ends with the leg that ends first; `null` where none does. */
  readonly delivery: Delivery | null
}

export function isSpread<T extends { readonly kind: ProductKind }>(
  listed: T,
): listed is Extract<T, { readonly kind: 'spread' }> {
  return listed.kind === 'spread'
}
