import type { Candle, Ticker, Trade } from '../../src/domain/market/market'
import type { EngineEvent } from '../engine/events'
import type { SymbolMarket } from '../simulation/symbol-market'
import type { OpenMarket } from './family-markets'
import type { Listing } from './listing'
import { ListedInstrument, type ListedInstrumentState, type RoomPorts } from './listed-instrument'
import type { Pasts } from './market-setup'
import type { CandleQuery, VenueEvent } from './venue-port'

export interface SpotMarketParts {
  readonly listing: Listing
  readonly market: SymbolMarket
  readonly pasts: Pasts
  readonly best: RoomPorts['best']
  readonly followedPrice: () => number | null
  /** Lots of a print. */
  readonly onLots: (lots: number) => void
}

/** One pair: its market, its bars, its prints. Nobody holds a position, so there is no open interest. */
export class SpotMarket implements OpenMarket {
  readonly listed: ListedInstrument
  readonly #onLots: (lots: number) => void
  readonly followedPrice: () => number | null

  constructor(
    { listing, market, pasts, best, followedPrice, onLots }: SpotMarketParts,
    saved: ListedInstrumentState | undefined,
  ) {
    this.listed = new ListedInstrument(
      listing,
      market,
      pasts,
      { best, openInterestLots: () => 0, heldLots: () => 0 },
      saved,
    )
    this.#onLots = onLots
    this.followedPrice = followedPrice
  }

  get listing(): Listing {
    return this.listed.listing
  }

  set listing(listing: Listing) {
    this.listed.listing = listing
  }

  ticker(nowMs: number, seq: number): Ticker {
    return this.listed.ticker(nowMs, seq)
  }

  recentTrades(limit: number): readonly Trade[] {
    return this.listed.recentTrades(limit)
  }

  candles(query: CandleQuery, nowMs: number): readonly Candle[] {
    return this.listed.candles(query, nowMs)
  }

  drawCandles(query: CandleQuery, nowMs: number, hasTime: () => boolean): boolean {
    return this.listed.drawCandles(query, nowMs, hasTime)
  }

  onTrade(event: Extract<EngineEvent, { type: 'trade' }>): void {
    this.#onLots(event.lots)
    this.listed.onTrade(event)
  }

  roll(nowMs: number, emit: (event: VenueEvent) => void): void {
    this.listed.roll(nowMs, emit)
  }
}
