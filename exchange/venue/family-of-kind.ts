import { isInAuction, takesOrders } from '../../src/domain/instrument/pre-listing'
import type { ProductKind } from '../../src/domain/instrument/product-kind'
import type { ProductFamily } from '../listings/product-family'
import type { Listing } from './listing'

/** Contracts are no family: their markets are in `listings.ts`. */
const FAMILY_OF: Readonly<Record<ProductKind, ProductFamily | null>> = {
  linearPerpetual: null,
  usdcPerpetual: null,
  inversePerpetual: null,
  linearFutures: null,
  usdcFutures: null,
  inverseFutures: null,
  usdcOption: 'option',
  usdtOption: 'option',
  spot: 'spot',
  spread: 'spread',
}

/** The family whose markets an instrument of this kind has its own among; `null` of contracts. */
export function familyOfKind(kind: ProductKind): ProductFamily | null {
  return FAMILY_OF[kind]
}

/** Whether its orders are gathered for an auction now: later its market has begun, earlier nothing is taken. */
export function gathersOrders({ instrument }: Pick<Listing, 'instrument'>): boolean {
  return isInAuction(instrument) && takesOrders(instrument)
}
