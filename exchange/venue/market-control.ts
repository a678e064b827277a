import type { VenueInput } from './venue-input'
import type { VenueResult } from './venue-port'
import { refuse } from './result'
import type { OpenMarket } from './family-markets'
import type { ListedInstrument } from './listed-instrument'
import type { Listing } from './listing'

/* What control may do to a running market; a symbol without one is not listed. */

interface PricedMarkets {
  findPriced(symbol: string): ListedInstrument | undefined
  find(symbol: string): OpenMarket | null
  leaderPrice(listing: Listing): number | null
}

type SetPrice = Extract<VenueInput, { type: 'setPrice' }>

/** The index or the last price jumps to what was said, or both; the market goes on from there. */
export function setPrice(markets: PricedMarkets, input: SetPrice, nowMs: number): VenueResult {
  const listed = markets.findPriced(input.symbol)
  if (listed === undefined) return refuse({ kind: 'unknownSymbol' })
  const { minPriceTicks: minTicks, maxPriceTicks: maxTicks } = listed.listing.engine
  const prices: { index: number | null; last: number | null } = { index: null, last: null }
  for (const which of ['index', 'last'] as const) {
    const text = input[which]
    if (text === undefined) continue
    const ticks = Math.round(Number(text) / listed.listing.ticks.size)
    if (!(ticks >= minTicks && ticks <= maxTicks)) return refuse({ kind: 'priceInvalid', minTicks, maxTicks })
    prices[which] = ticks
  }
  if (prices.index === null && prices.last === null) return refuse({ kind: 'nothingToChange' })
  listed.market.pin(nowMs, prices, followedPrice(markets, listed, input))
  listed.takeLast()
  listed.samplePrices()
  return { ok: true }
}

/**
 * What the market follows, at its price of now: the coin may have been set since the market's last step, whose price would
 * then count that jump a second time. Of a contract `null` where a ledger's older line did not ask for it.
 */
function followedPrice(markets: PricedMarkets, { listing }: ListedInstrument, input: SetPrice): number | null {
  const pair = markets.find(input.symbol)?.followedPrice?.() ?? null
  if (pair !== null) return pair
  return input.besideLeader === true ? markets.leaderPrice(listing) : null
}

/** @param rate what the next settlement pays, a fraction of one */
export function setFunding(listed: ListedInstrument | undefined, rate: string): VenueResult {
  if (listed === undefined) return refuse({ kind: 'unknownSymbol' })
  const rateE8 = Math.round(Number(rate) * 1e8)
  if (!Number.isSafeInteger(rateE8)) return refuse({ kind: 'amountInvalid' })
  listed.market.pinFunding(rateE8)
  return { ok: true }
}
