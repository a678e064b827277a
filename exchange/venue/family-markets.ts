import type { Price } from '../../src/domain/decimal'
import type { Candle, Ticker, Trade } from '../../src/domain/market/market'
import type { OptionFill } from '../../src/domain/order/execution'
import type { EngineCommand } from '../engine/commands'
import type { EngineEvent } from '../engine/events'
import type { MatchingEngine } from '../engine/matching-engine'
import type { EngineResult } from '../engine/result'
import type { ProductFamily } from '../listings/product-family'
import type { Listing } from './listing'
import type { ListedInstrument } from './listed-instrument'
import type { SeededBy } from './market-setup'
import type { Emit, CandleQuery } from './venue-port'

/** What the venue asks of an open market, whatever is traded there. */
export interface OpenMarket {
  /** `ListingLife` brings it up to date. */
  listing: Listing
  /** The market of its own whose price control may set; left out where the price follows from others'. */
  readonly listed?: ListedInstrument
  ticker(nowMs: number, seq: number): Ticker
  /** Newest last. */
  recentTrades(limit: number): readonly Trade[]
  candles(query: CandleQuery, nowMs: number): readonly Candle[]
  /** See `Venue.drawCandles`; left out where no past is drawn. */
  drawCandles?(query: CandleQuery, nowMs: number, hasTime: () => boolean): boolean
  /** Of a pair: the price of now that its index follows; `null` while that has no market. */
  followedPrice?(): number | null
  /** Of an option: what a fill at a price stands on; left out of what has no such figures. */
  fillFigures?(ticks: number): OptionFill | null
  /**
   * What its ticker said counts as told, whoever heard it, and the next one is told where that has changed. Of steps that
   * nobody heard it is worked out here, once after the last of them: a replay of a day would do it a million times.
   */
  noteTicker?(): void
  /** A print of the instrument. */
  onTrade(event: Extract<EngineEvent, { type: 'trade' }>): void
  /** A new minute began. */
  roll(nowMs: number, emit: Emit): void
}

/** The markets of one family: who quotes there, what marks them, how they end. Deterministic, as all of the venue. */
export interface FamilyMarkets {
  readonly family: ProductFamily
  readonly open: ReadonlyMap<string, OpenMarket>
  /**
   * Opens the markets of listings that trade: at the start all of them (what a snapshot keeps goes on, the rest begins),
   * later one that opens.
   */
  openMarkets(listings: readonly Listing[]): void
  /** Ends a market: what is held is settled in the engine, what is at rest is cancelled. @returns the price, if there is one */
  endMarket(symbol: string): Price | null
  /** One step, after the contracts have taken theirs. */
  step(nowMs: number): void
  /** What is new in tickers and candles, after each step. @param emit `null`: nobody hears, and it counts as told */
  tell(nowMs: number, seq: number, emit: Emit | null): void
  /** Once an hour: the makers' credit. */
  refill(): void
  /** Shares structure with the live markets, so the caller copies it. */
  state(): unknown
}

/** What a family's markets are built on. */
export interface FamilyPorts extends SeededBy {
  readonly startMs: number
  readonly engine: MatchingEngine
  /** Runs a command and lets the venue read its events before it returns. */
  handle(command: EngineCommand): EngineResult
  listing(symbol: string): Listing
  /** The market of a contract; `undefined` while it has none. */
  contract(symbol: string): ListedInstrument | undefined
  nowMs(): number
}
