import { premiumTerms } from './market-setup'
import { fundingOf } from '../../src/domain/instrument/instrument'
import type { Qty } from '../../src/domain/decimal'
import { isBornHere } from '../listings/catalogue'
import { MINUTE_MS } from '../../src/domain/market/interval'
import { heldLots } from '../simulation/holders'
import { pastFundingRateE8 } from '../simulation/past-figures'
import type { InterestQuery, PastFunding, PastInterest, PastQuery } from './venue-port'
import { holdersOf } from './holders'
import type { Listing } from './listing'
import { rateOf } from './shapes'

/** Finest grid that v5 asks open interest for; the gateway records it so. */
export const OPEN_INTEREST_STEP_MS = 5 * MINUTE_MS

/** Fundings from before the first start, newest first: none of a contract that is not funded, or was born later. */
export function pastFundings(
  listing: Listing,
  past: { readonly seed: number; readonly startMs: number },
  query: PastQuery,
): readonly PastFunding[] {
  const { instrument } = listing
  const funding = fundingOf(instrument)
  if (funding === null) return []
  const terms = {
    intervalMinutes: funding.intervalMinutes,
    upper: Number(funding.upperRate),
    lower: Number(funding.lowerRate),
  }
  const { symbol } = instrument
  const premium = premiumTerms(instrument, past.seed)!
  return timesBefore(past.startMs, listing, { ...query, stepMs: terms.intervalMinutes * MINUTE_MS }).map((timeMs) => ({
    symbol,
    rate: rateOf(pastFundingRateE8(premium, terms, timeMs)),
    timeMs,
  }))
}

/**
 * Open interest of any time up to the query's end at whole steps, newest first: what the public holds. What accounts and
 * makers here hold besides is recorded by the gateway.
 */
export function pastInterest(listing: Listing, seed: number, query: InterestQuery): readonly PastInterest[] {
  const holders = holdersOf(listing, seed)
  if (holders === null) return []
  const { lots } = listing
  return stepsDown(listing.instrument.launchTimeMs, query).map((timeMs) => ({
    timeMs,
    openInterest: lots.toText<Qty>(heldLots(holders, timeMs)),
  }))
}

/** Whole steps within the query, from the listing to before `untilMs`, newest first. */
function timesBefore(
  untilMs: number,
  { instrument }: Listing,
  query: PastQuery & { readonly stepMs: number },
): readonly number[] {
  if (isBornHere(instrument)) return []
  const endMs = Math.min(Math.ceil(untilMs / query.stepMs - 1) * query.stepMs, query.endMs ?? untilMs)
  return stepsDown(instrument.launchTimeMs, { ...query, endMs })
}

/** Whole steps from the end of the query down to the listing, as many as it asks for. */
export function stepsDown(launchMs: number, query: InterestQuery): readonly number[] {
  const { stepMs, limit, startMs, endMs } = query
  const from = Math.max(launchMs, startMs ?? 0)
  const times: number[] = []
  for (let at = Math.floor(endMs / stepMs) * stepMs; at >= from && times.length < limit; at -= stepMs) times.push(at)
  return times
}
