import type { PreListing } from './auction-phase'
import type { Delivery, Future } from './future'
import type { OptionContract } from './option'
import type { FundingTerms, Perpetual } from './perpetual'
import type { SpotPair } from './spot-pair'
import type { Spread } from './spread'

/**
 * What is traded and its limits. Every number is the exchange's; the app trades only on confirmed ones (I17).
 *
 * A reader that needs what only some have asks by `kind`, or by the functions below; a new member of this union makes
 * the compiler name every reader that has to say what it does with it.
 */
export type Instrument = Perpetual | Future | OptionContract | SpotPair | Spread

/** How an instrument ends; `null` where it never does. */
export function deliveryOf(instrument: Instrument): Delivery | null {
  return 'delivery' in instrument ? instrument.delivery : null
}

/** What a contract pays between longs and shorts while it is held; `null` where nothing is paid. */
export function fundingOf(instrument: Instrument): FundingTerms | null {
  return 'funding' in instrument ? instrument.funding : null
}

/** The phases before a listing; `null` for what is listed, or is never auctioned. */
export function preListingOf(instrument: Instrument): PreListing | null {
  return 'preListing' in instrument ? instrument.preListing : null
}
