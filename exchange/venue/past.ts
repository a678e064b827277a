import { premiumTerms } from './market-setup'
import { fundingOf } from '../../src/domain/instrument/instrument'
import type { Qty } from '../../src/domain/decimal'
import { isBornHere, referencePrice } from '../listings/catalogue'
import { MINUTE_MS } from '../../src/domain/market/interval'
import { pastFundingRateE8, pastOpenInterestLots, type PastOf } from '../simulation/past-figures'
import type { PastFunding, PastInterest, PastQuery } from './venue-port'
import type { Listing } from './listing'
import { rateOf } from './shapes'

/** What is held on a usual day, as a share of what is traded in it: about what this market's own traders come to hold. */
const HELD_SHARE = 0.004
/** Finest grid that v5 asks open interest for; the gateway records it so. */
export const OPEN_INTEREST_STEP_MS = 5 * MINUTE_MS

/** Fundings from before the first start, newest first: none of a contract that is not funded, or was born later. */
export function pastFundings(listing: Listing, past: Omit<PastOf, 'symbol'>, query: PastQuery): readonly PastFunding[] {
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

/** Open interest from before the first start at whole steps of time, newest first. */
export function pastInterest(
  listing: Listing,
  past: Omit<PastOf, 'symbol'>,
  query: PastQuery & { readonly stepMs: number },
): readonly PastInterest[] {
  const { instrument, lots } = listing
  const usualLots = (Number(referencePrice(instrument).volume24h) * HELD_SHARE) / lots.size
  // What the step of the start held is recorded.
  const recordedMs = Math.floor(past.startMs / OPEN_INTEREST_STEP_MS) * OPEN_INTEREST_STEP_MS
  return timesBefore(recordedMs, listing, query).map((timeMs) => ({
    timeMs,
    openInterest: lots.toText<Qty>(pastOpenInterestLots({ ...past, symbol: instrument.symbol }, usualLots, timeMs)),
  }))
}

/** Whole steps within the query, from the listing to before `untilMs`, newest first. */
function timesBefore(
  untilMs: number,
  { instrument }: Listing,
  query: PastQuery & { readonly stepMs: number },
): readonly number[] {
  if (isBornHere(instrument)) return []
  const { stepMs, limit } = query
  const from = Math.max(instrument.launchTimeMs, query.startMs ?? 0)
  const times: number[] = []
  let at = Math.min(Math.ceil(untilMs / stepMs) - 1, Math.floor((query.endMs ?? untilMs) / stepMs)) * stepMs
  for (; at >= from && times.length < limit; at -= stepMs) times.push(at)
  return times
}
