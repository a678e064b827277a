import { isInAuction, takesOrders } from '../../src/domain/instrument/pre-listing'
import type { EngineCommand } from '../engine/commands'
import type { MatchingEngine } from '../engine/contract'
import type { EngineEvent } from '../engine/events'
import type { EngineResult } from '../engine/result'
import { leaderOf } from '../market/catalogue'
import { DayDraws } from '../market/day-draws'
import { summariseFeed } from '../market/feed-summary'
import { SymbolMarket } from '../market/symbol-market'
import { HOUSE_CREDIT_E8, HOUSE_LEVERAGE_E2, houseAccounts } from './accounts'
import { createAuctionDesk } from './auction-desk'
import { AuctionRoom, type AuctionRoomState } from './auction-room'
import type { VenueEvent, VenueInput } from './contract'
import { createHouseDesk } from './house-desk'
import type { Listing } from './listing'
import { anchorAt, firstAnchor, isQuiet, marketSetup, pastsOf, QUIET_STEPS, type Anchor } from './market-setup'
import { SymbolRoom, type SymbolRoomState } from './symbol-room'

/** The symbol whose moves the others share in. */
const FACTOR_SYMBOL = 'BTCUSDT'
const TICK_MS = 100
/** What the insurance pool of a coin begins with, E8: a million dollars, or ten coins. */
const INSURANCE_E8 = { dollars: 1_000_000 * 1e8, coins: 10 * 1e8 }
const DOLLARS: ReadonlySet<string> = new Set(['USDT', 'USDC'])

type Feed = NonNullable<Extract<VenueInput, { type: 'tick' }>['feed']>
type Trade = Extract<EngineEvent, { type: 'trade' }>

export interface MarketRoomsPorts {
  readonly seed: number
  /** Symbol that a recorded feed drives; `null` without one. */
  readonly feedSymbol: string | null
  readonly engine: MatchingEngine
  /** Runs a command and lets the venue hear its events before it returns. */
  handle(command: EngineCommand): EngineResult
  listing(symbol: string): Listing
  nowMs(): number
}

/** The rooms of a snapshot, by symbol. Plain data; shares structure with the live rooms, so the caller copies it. */
export interface MarketRoomsState {
  readonly rooms: Readonly<Record<string, SymbolRoomState>>
  readonly auctions: Readonly<Record<string, AuctionRoomState>>
}

/** The markets of a venue: a room for each contract that trades or gathers orders, and the house that quotes in them. */
export class MarketRooms {
  /** In the order in which they take their turns in a step. */
  readonly rooms = new Map<string, SymbolRoom>()
  /** Contracts whose orders are gathered for the auction before their listing. */
  readonly auctions = new Map<string, AuctionRoom>()
  readonly #ports: MarketRoomsPorts
  readonly #draws = new DayDraws()
  #feedAnchor: Anchor | null
  /** Lots printed so far in this run of the program (the house's desk reads the difference). Not part of the state. */
  #tradedLots = 0

  constructor(ports: MarketRoomsPorts, feedAnchor: Anchor | null) {
    this.#ports = ports
    this.#feedAnchor = feedAnchor
  }

  /** Set once the recorded feed spoke: its symbol's past leads up to the recording's first price. */
  get feedAnchor(): Anchor | null {
    return this.#feedAnchor
  }

  /**
   * Opens the market of every contract that has one. Those that `saved` does not know are new listings: they begin.
   *
   * @param anchors where markets began whose contracts have a life; others begin at the catalogue's price at `startMs`
   */
  start(
    listings: readonly Listing[],
    from: {
      readonly anchors: ReadonlyMap<string, Anchor | null>
      readonly startMs: number
      readonly saved: MarketRoomsState
    },
  ): void {
    const { anchors, startMs, saved } = from
    const bySymbol = new Map<string, Listing>(listings.map((listing) => [listing.instrument.symbol, listing]))
    // As they stood: in each step the markets take their turns in this order.
    const order = new Set([...Object.keys(saved.rooms), ...bySymbol.keys()])
    for (const listing of [...order].flatMap((symbol) => bySymbol.get(symbol) ?? [])) {
      const { symbol, status } = listing.instrument
      // Before its listing a contract has a market from its auction's price on.
      if (status !== 'trading' && !(status === 'preLaunch' && anchors.get(symbol) != null)) continue
      const anchor = anchors.get(symbol) ?? this.fedAnchor(listing) ?? firstAnchor(listing, startMs)
      this.openRoom(listing, anchor, saved.rooms[symbol])
    }
    const fresh = [...this.rooms.values()].filter((room) => saved.rooms[room.listing.instrument.symbol] === undefined)
    this.#fundInsurance(fresh)
    this.begin(fresh)
    for (const listing of listings) {
      const { symbol } = listing.instrument
      if (gathersOrders(listing)) this.openAuction(symbol, saved.auctions[symbol])
    }
    // What the histories were drawn from is not needed after a start.
    this.#draws.release()
  }

  state(): MarketRoomsState {
    return {
      rooms: Object.fromEntries([...this.rooms].map(([symbol, room]) => [symbol, room.state()])),
      auctions: Object.fromEntries([...this.auctions].map(([symbol, auction]) => [symbol, auction.state()])),
    }
  }

  onTrade(trade: Trade): void {
    this.#tradedLots += trade.lots
    if (trade.isHidden !== true) this.rooms.get(trade.symbol)?.onTrade(trade)
  }

  tick(feed: Feed): void {
    this.#anchorFeed(feed)
    const leader = this.rooms.get(FACTOR_SYMBOL)
    const feedOf = (symbol: string) => (feed.length === 0 ? feed : feed.filter((step) => step.symbol === symbol))
    const factor = leader === undefined ? 0 : leader.step(this.#ports.nowMs(), null, feedOf(FACTOR_SYMBOL))
    const turn = Math.round(this.#ports.nowMs() / TICK_MS)
    let place = 0
    for (const auction of this.auctions.values()) if (turn % QUIET_STEPS === 0) auction.step()
    for (const [symbol, room] of this.rooms) {
      if (room === leader || isInAuction(room.listing.instrument)) continue
      if (!isQuiet(room.listing.instrument)) room.step(this.#ports.nowMs(), factor, feedOf(symbol))
      else if ((turn + place++) % QUIET_STEPS === 0) this.#stepQuietly(room, leader)
    }
  }

  /** What is new in tickers and candles, the prices of now included. */
  tell(nowMs: number, seq: number, emit: (event: VenueEvent) => void): void {
    for (const room of this.rooms.values()) {
      room.samplePrices()
      room.emitTicker(nowMs, seq, emit)
      room.emitCandles(emit)
    }
    for (const auction of this.auctions.values()) auction.emitTicker(nowMs, seq, emit)
  }

  /** Rarely traded symbols take turns. Those with a USDT perpetual of their coin follow it; others have a market of their own. */
  #stepQuietly(room: SymbolRoom, leader: SymbolRoom | undefined): void {
    const leaderPrice = this.leaderPrice(room.listing)
    if (leaderPrice !== null) {
      room.follow(this.#ports.nowMs(), leaderPrice)
      return
    }
    const leaderTicks = leader?.market.indexTicks ?? 0
    const factor = room.leaderTicks === 0 || leaderTicks === 0 ? 0 : Math.log(leaderTicks / room.leaderTicks)
    room.leaderTicks = leaderTicks
    room.step(this.#ports.nowMs(), factor, [])
  }

  /** The index that a contract follows; `null` for one with an index of its own. */
  leaderPrice({ instrument }: Listing): number | null {
    const leader = this.rooms.get(leaderOf(instrument) ?? '')
    return leader === undefined ? null : leader.market.indexTicks * leader.listing.ticks.size
  }

  /** The first price of the recording becomes the price that the histories of its coin lead up to. */
  #anchorFeed(feed: Feed): void {
    const { feedSymbol } = this.#ports
    const room = feedSymbol === null ? undefined : this.rooms.get(feedSymbol)
    if (this.#feedAnchor !== null || room === undefined) return
    const { price } = summariseFeed(
      feed.filter((step) => step.symbol === feedSymbol),
      room.listing.ticks.size,
    )
    if (price === null) return
    this.#feedAnchor = { startMs: this.#ports.nowMs(), startTicks: Math.round(price / room.listing.ticks.size) }
    for (const one of this.rooms.values()) {
      const anchor = this.fedAnchor(one.listing)
      if (anchor !== null)
        one.beginAgain(pastsOf(one.listing, this.#ports.seed, anchor, this.#draws), anchor.startTicks)
    }
  }

  /** Where the recorded feed began, for its symbol and those that follow it; `null` for others, and before it spoke. */
  fedAnchor(listing: Listing): Anchor | null {
    const { feedSymbol } = this.#ports
    if (this.#feedAnchor === null || feedSymbol === null) return null
    const { symbol } = listing.instrument
    if (symbol === feedSymbol) return this.#feedAnchor
    if (leaderOf(listing.instrument) !== feedSymbol) return null
    const { startMs, startTicks } = this.#feedAnchor
    return anchorAt(listing, startMs, startTicks * this.#ports.listing(feedSymbol).ticks.size)
  }

  isOpen(symbol: string): boolean {
    return this.rooms.has(symbol) || this.auctions.has(symbol)
  }

  openAuction(symbol: string, saved: AuctionRoomState | undefined): void {
    const listing = this.#ports.listing(symbol)
    this.#openHouse(listing)
    const auction = new AuctionRoom(
      listing,
      this.#ports.seed,
      createAuctionDesk(symbol, this.#ports.engine, (command) => this.#ports.handle(command)),
      saved,
    )
    this.auctions.set(symbol, auction)
    if (saved === undefined) auction.open()
  }

  /** Fills what meets at one price: there the contract's market begins, with what was filled in its first bar. */
  endAuction(symbol: string, listing: Listing): Anchor {
    const startTicks = this.auctions.get(symbol)!.priceTicks
    const anchor = { startMs: this.#ports.nowMs(), startTicks }
    this.auctions.delete(symbol)
    const room = this.openRoom(listing, anchor, undefined)
    const before = this.#tradedLots
    this.#ports.handle({ type: 'mark', symbol, markTicks: startTicks, indexTicks: startTicks })
    this.#ports.handle({ type: 'uncross', symbol })
    const lots = this.#tradedLots - before
    if (lots > 0) room.takeAuction(startTicks, lots)
    return anchor
  }

  #fundInsurance(rooms: readonly SymbolRoom[]): void {
    for (const coin of new Set(rooms.map(({ listing }) => listing.instrument.settleCoin))) {
      if (this.#ports.engine.insurancePool(coin).balanceE8 > 0) continue
      const amountE8 = DOLLARS.has(coin) ? INSURANCE_E8.dollars : INSURANCE_E8.coins
      this.#ports.handle({ type: 'credit', account: 'insurance', coin, amountE8 })
    }
  }

  /** A market opens: the house's accounts, then the first marks and quotes. */
  begin(rooms: readonly SymbolRoom[]): void {
    for (const { listing } of rooms) this.#openHouse(listing)
    for (const room of rooms) {
      room.market.open(this.#ports.nowMs(), this.leaderPrice(room.listing))
      room.samplePrices()
    }
  }

  #openHouse({ instrument }: Listing): void {
    const { makers, flows } = houseAccounts(instrument)
    for (const account of [...makers, ...flows]) {
      if (this.#ports.engine.hasAccount(account)) continue
      const defaultLeverageE2 = HOUSE_LEVERAGE_E2
      this.#ports.handle({ type: 'openAccount', account, role: 'maker', kind: 'uta2', defaultLeverageE2 })
      this.#credit(account, instrument.settleCoin)
    }
  }

  /** Fees and funding drain the house's accounts over weeks; once an hour those that run low get their credit again. */
  refillHouse(): void {
    for (const { listing } of this.rooms.values()) {
      const { makers, flows } = houseAccounts(listing.instrument)
      const coin = listing.instrument.settleCoin
      for (const account of [...makers, ...flows]) {
        const balance = this.#ports.engine.balances(account).find((one) => one.coin === coin)
        if ((balance?.walletE8 ?? 0) < HOUSE_CREDIT_E8 / 2) this.#credit(account, coin)
      }
    }
  }

  #credit(account: string, coin: string): void {
    this.#ports.handle({ type: 'credit', account, coin, amountE8: HOUSE_CREDIT_E8 })
  }

  openRoom(listing: Listing, anchor: Anchor, saved: SymbolRoomState | undefined): SymbolRoom {
    const { symbol } = listing.instrument
    const { seed } = this.#ports
    const setup = marketSetup(listing, seed, anchor)
    const market = new SymbolMarket(
      setup,
      createHouseDesk(symbol, this.#ports.engine, {
        handle: (command) => this.#ports.handle(command),
        tradedLots: () => this.#tradedLots,
      }),
      saved?.market,
    )
    const ports = {
      best: () => {
        const { bids, asks } = this.#ports.engine.book(symbol, 1)
        return { bid: bids[0] ?? null, ask: asks[0] ?? null }
      },
      openInterestLots: () => this.#ports.engine.openInterestLots(symbol),
    }
    const room = new SymbolRoom(listing, market, pastsOf(listing, seed, anchor, this.#draws), ports, saved)
    this.rooms.set(symbol, room)
    return room
  }

  usdPriceE8(coin: string): bigint {
    if (DOLLARS.has(coin)) return 100_000_000n
    const room = this.rooms.get(`${coin}USDT`)
    if (room === undefined) return 0n
    return BigInt(room.market.indexTicks) * BigInt(Math.round(room.listing.ticks.size * 1e8))
  }
}

/** Whether its orders are gathered for an auction now: later its market has begun, earlier nothing is taken. */
function gathersOrders({ instrument }: Listing): boolean {
  return isInAuction(instrument) && takesOrders(instrument)
}
