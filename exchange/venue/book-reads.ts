import type { Price, Qty } from '../../src/domain/decimal'
import type { MatchingEngine } from '../engine/matching-engine'
import type { Listing } from './listing'
import type { Venue } from './venue-port'

/** @param listing left out, the symbol is unknown */
export function bookOf(
  engine: MatchingEngine,
  listing: Listing | undefined,
  levels: number,
): ReturnType<Venue['book']> {
  if (listing === undefined) return { bids: [], asks: [] }
  const { bids, asks } = engine.book(listing.instrument.symbol, levels)
  const text = ([ticks, lots]: readonly [number, number]) =>
    [listing.ticks.toText<Price>(ticks) as string, listing.lots.toText<Qty>(lots) as string] as const
  return { bids: bids.map(text), asks: asks.map(text) }
}

/** @param listing left out, the symbol is unknown */
export function priceBandOf(engine: MatchingEngine, listing: Listing | undefined): ReturnType<Venue['priceBand']> {
  const band = listing === undefined ? null : engine.priceBand(listing.instrument.symbol)
  if (listing === undefined || band === null) return null
  const price = (ticks: number): Price => listing.ticks.toText<Price>(ticks)
  return { maxBuy: price(band.maxBuyTicks), minSell: price(band.minSellTicks) }
}
