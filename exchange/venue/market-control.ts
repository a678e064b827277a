import type { VenueInput, VenueResult } from './contract'
import { refuse } from './result'
import type { SymbolRoom } from './symbol-room'

/* What control may do to a running market; a symbol without one has no room. */

type SetPrice = Extract<VenueInput, { type: 'setPrice' }>

/** The index or the last price jumps to what was said, or both; the market goes on from there. */
export function setPrice(room: SymbolRoom | undefined, input: SetPrice, nowMs: number): VenueResult {
  if (room === undefined) return refuse({ kind: 'unknownSymbol' })
  const { minPriceTicks: minTicks, maxPriceTicks: maxTicks } = room.listing.engine
  const prices: { index: number | null; last: number | null } = { index: null, last: null }
  for (const which of ['index', 'last'] as const) {
    const text = input[which]
    if (text === undefined) continue
    const ticks = Math.round(Number(text) / room.listing.ticks.size)
    if (!(ticks >= minTicks && ticks <= maxTicks)) return refuse({ kind: 'priceInvalid', minTicks, maxTicks })
    prices[which] = ticks
  }
  if (prices.index === null && prices.last === null) return refuse({ kind: 'nothingToChange' })
  room.market.pin(nowMs, prices)
  room.takeLast()
  room.samplePrices()
  return { ok: true }
}

/** @param rate what the next settlement pays, a fraction of one */
export function setFunding(room: SymbolRoom | undefined, rate: string): VenueResult {
  if (room === undefined) return refuse({ kind: 'unknownSymbol' })
  const rateE8 = Math.round(Number(rate) * 1e8)
  if (!Number.isSafeInteger(rateE8)) return refuse({ kind: 'amountInvalid' })
  room.market.pinFunding(rateE8)
  return { ok: true }
}
