import { err, ok, type Result } from '../../src/base/result'
import type { Price, Qty } from '../../src/domain/decimal'
import type { VenueRefusal } from './venue-port'
import type { Listing } from './listing'

export function readPrice(price: Price, listing: Listing): Result<number, VenueRefusal> {
  const ticks = listing.ticks.toCount(price)
  if (ticks === null || ticks % listing.grid !== 0) {
    return err({ kind: 'notMultiple', field: 'price', step: listing.instrument.tickSize })
  }
  return ok(ticks)
}

export function readQty(qty: Qty, listing: Listing): Result<number, VenueRefusal> {
  const lots = listing.lots.toCount(qty)
  if (lots === null) return err({ kind: 'notMultiple', field: 'qty', step: listing.instrument.lotSize })
  return ok(lots)
}
