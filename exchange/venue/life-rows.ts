import { firstPriceOf } from '../listings/catalogue'
import { firstRows } from './dated-calendar'
import type { LifeRows } from './listing-life'
import { firstPreListings } from './pre-listings'
import type { VenueGenesis, VenueState } from './venue-state'

/** What comes and goes of an exchange's listings: as they were stored, or as they are at its first start. */
export function lifeRows(
  saved: VenueState | null,
  { startMs, markets, families }: Required<Pick<VenueGenesis, 'startMs' | 'markets' | 'families'>>,
): LifeRows {
  const isWhole = markets === 'all'
  return {
    dated: saved?.dated ?? (isWhole ? firstRows(startMs, families, firstPriceOf) : []),
    delivered: saved?.delivered ?? [],
    preListed: saved?.preListings.rows ?? (isWhole ? firstPreListings(startMs) : []),
  }
}
