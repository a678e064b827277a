import { isContract } from '../../src/domain/instrument/contract'
import type { Instrument } from '../../src/domain/instrument/instrument'
import { isInAuction } from '../../src/domain/instrument/pre-listing'
import type { EngineCommand } from '../engine/commands'
import type { MatchingEngine } from '../engine/matching-engine'
import type { EngineEvent } from '../engine/events'
import type { EngineResult } from '../engine/result'
import { leaderOf } from '../listings/catalogue'
import type { ProductFamily } from '../listings/product-family'
import { DOLLARS_FOR } from '../listings/spot-lines'
import { DayDraws } from '../simulation/day-draws'
import { HeldLots } from '../simulation/holders'
import { summariseFeed } from '../simulation/feed-summary'
import { SymbolMarket } from '../simulation/symbol-market'
import { HOUSE_CREDIT_E8, HOUSE_LEVERAGE_E2, houseAccounts } from './accounts'
import { createAuctionOrders } from './auction-orders'
import { AuctionListing, type AuctionListingState } from './auction-listing'
import { createFamilies, statesOf, type FamilyStates } from './families'
import { familyOfKind, gathersOrders } from './family-of-kind'
import type { FamilyMarkets, FamilyPorts, OpenMarket } from './family-markets'
import { holdersOf } from './holders'
import type { VenueInput } from './venue-input'
import type { Emit } from './venue-port'
import { createMakerOrders } from './maker-orders'
import type { Listing } from './listing'
import { plainCopy } from './plain-copy'
import {
  anchorAt,
  firstAnchor,
  isQuiet,
  marketSetup,
  pastsOf,
  QUIET_STEPS,
  type Anchor,
  type SeededBy,
} from './market-setup'
import { ListedInstrument, type ListedInstrumentState } from './listed-instrument'

/** The symbol whose moves the others share in. */
const FACTOR_SYMBOL = 'BTCUSDT'
const TICK_MS = 100
/** What the insurance pool of a coin begins with, E8: a million dollars, or ten coins. */
const INSURANCE_E8 = { dollars: 1_000_000 * 1e8, coins: 10 * 1e8 }
const DOLLARS: ReadonlySet<string> = new Set(['USDT', 'USDC'])

type Feed = NonNullable<Extract<VenueInput, { type: 'tick' }>['feed']>
type Trade = Extract<EngineEvent, { type: 'trade' }>

export interface ListingsPorts extends SeededBy {
  /** What is listed beside contracts. */
  readonly families: readonly ProductFamily[]
  readonly startMs: number
  /** Symbol that a recorded feed drives; `null` without one. */
  readonly feedSymbol: string | null
  readonly engine: MatchingEngine
  /** Runs a command and lets the venue hear its events before it returns. */
  handle(command: EngineCommand): EngineResult
  listing(symbol: string): Listing
  nowMs(): number
}

/** The listed instruments of a snapshot, by symbol. Plain data that shares structure with the live ones, so the caller copies it. */
export interface ListingsState {
  readonly rooms: Readonly<Record<string, ListedInstrumentState>>
  readonly auctions: Readonly<Record<string, AuctionListingState>>
  readonly families: FamilyStates | null
}

/**
 * Every instrument that trades or gathers orders for its auction, and the makers that quote in it. Contracts have their
 * markets here, each other family its own.
 */
export class Listings {
  /** In the order in which they take their turns in a step. */
  readonly listed = new Map<string, ListedInstrument>()
  /** Contracts whose orders are gathered for the auction before their listing. */
  readonly auctions = new Map<string, AuctionListing>()
  readonly #ports: ListingsPorts
  readonly #families: readonly FamilyMarkets[]
  readonly #draws = new DayDraws()
  #feedAnchor: Anchor | null
  /** Lots printed so far in this run of the program (the house's desk reads the difference). Not part of the state. */
  #tradedLots = 0
  /** Whether the last step's tickers were heard by nobody. Not part of the state. */
  #isUntold = false

  constructor(ports: ListingsPorts, feedAnchor: Anchor | null, families: FamilyStates | null) {
    this.#ports = ports
    this.#feedAnchor = feedAnchor
    const own: FamilyPorts = { ...ports, contract: (symbol) => this.listed.get(symbol) }
    this.#families = createFamilies(ports.families, own, families ?? {})
  }

  /** The market of an instrument; `null` where it has none. */
  find(symbol: string): OpenMarket | null {
    const contract = this.listed.get(symbol)
    if (contract !== undefined) return contract
    for (const { open } of this.#families) {
      const market = open.get(symbol)
      if (market !== undefined) return market
    }
    return null
  }

  /** A market whose price control may set; `undefined` where there is none, or its price follows from others'. */
  findPriced(symbol: string): ListedInstrument | undefined {
    return this.listed.get(symbol) ?? this.find(symbol)?.listed
  }

  *#openMarkets(): Iterable<OpenMarket> {
    yield* this.listed.values()
    for (const { open } of this.#families) yield* open.values()
  }

  /** The family that an instrument belongs to; `null` for contracts. */
  familyOf({ kind }: Instrument): FamilyMarkets | null {
    const family = familyOfKind(kind)
    return this.#families.find((one) => one.family === family) ?? null
  }

  /** A new minute began. */
  roll(nowMs: number, emit: Emit): void {
    for (const market of this.#openMarkets()) market.roll(nowMs, emit)
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
      readonly saved: Omit<ListingsState, 'families'>
    },
  ): void {
    const { anchors, startMs, saved } = from
    const bySymbol = new Map<string, Listing>(listings.map((listing) => [listing.instrument.symbol, listing]))
    // As they stood: in each step the markets take their turns in this order.
    const order = new Set([...Object.keys(saved.rooms), ...bySymbol.keys()])
    for (const listing of [...order].flatMap((symbol) => bySymbol.get(symbol) ?? [])) {
      if (!isContract(listing.instrument)) continue
      const { symbol, status } = listing.instrument
      // Before its listing a contract has a market from its auction's price on.
      if (status !== 'trading' && !(status === 'preLaunch' && anchors.get(symbol) != null)) continue
      const anchor = anchors.get(symbol) ?? this.fedAnchor(listing) ?? firstAnchor(listing, startMs)
      this.openMarket(listing, anchor, saved.rooms[symbol])
    }
    const fresh = [...this.listed.values()].filter(
      (listed) => saved.rooms[listed.listing.instrument.symbol] === undefined,
    )
    this.#fundInsurance(fresh)
    this.begin(fresh)
    for (const listing of listings) {
      const { symbol } = listing.instrument
      if (gathersOrders(listing)) this.openAuction(symbol, saved.auctions[symbol])
    }
    for (const family of this.#families)
      family.openMarkets(
        listings.filter(
          ({ instrument }) => familyOfKind(instrument.kind) === family.family && instrument.status === 'trading',
        ),
      )
    // What the histories were drawn from is not needed after a start.
    this.#draws.release()
  }

  state(): ListingsState {
    return {
      rooms: Object.fromEntries([...this.listed].map(([symbol, listed]) => [symbol, listed.state()])),
      auctions: Object.fromEntries([...this.auctions].map(([symbol, auction]) => [symbol, auction.state()])),
      families: statesOf(this.#families),
    }
  }

  onTrade(trade: Trade): void {
    this.#tradedLots += trade.lots
    if (trade.isHidden !== true) this.find(trade.symbol)?.onTrade(trade)
  }

  tick(feed: Feed): void {
    this.#anchorFeed(feed)
    const leader = this.listed.get(FACTOR_SYMBOL)
    const feedOf = (symbol: string) => (feed.length === 0 ? feed : feed.filter((step) => step.symbol === symbol))
    const factor = leader === undefined ? 0 : leader.step(this.#ports.nowMs(), null, feedOf(FACTOR_SYMBOL))
    const turn = Math.round(this.#ports.nowMs() / TICK_MS)
    let place = 0
    for (const auction of this.auctions.values()) if (turn % QUIET_STEPS === 0) auction.step()
    for (const [symbol, listed] of this.listed) {
      if (listed === leader || isInAuction(listed.listing.instrument)) continue
      if (!isQuiet(listed.listing.instrument)) listed.step(this.#ports.nowMs(), factor, feedOf(symbol))
      else if ((turn + place++) % QUIET_STEPS === 0) this.#stepQuietly(listed, leader)
    }
    for (const family of this.#families) family.step(this.#ports.nowMs())
  }

  /** A minute began: fundings that are due are paid by who holds now, whatever comes next (ADR-1040). */
  payFundings(nowMs: number): void {
    for (const { listing, market } of this.listed.values()) {
      if (!isInAuction(listing.instrument)) market.payFunding(nowMs)
    }
  }

  /** What is new in tickers and candles, the prices of now included. @param emit `null`: nobody hears */
  tell(nowMs: number, seq: number, emit: Emit | null): void {
    this.#isUntold = emit === null
    for (const listed of this.listed.values()) {
      listed.samplePrices()
      listed.emitTicker(nowMs, seq, emit)
      listed.emitCandles(emit)
    }
    for (const auction of this.auctions.values()) auction.emitTicker(nowMs, seq, emit)
    for (const family of this.#families) family.tell(nowMs, seq, emit)
  }

  /** Before anything but one more step that nobody hears; see `OpenMarket.noteTicker`. */
  noteTold(): void {
    if (!this.#isUntold) return
    this.#isUntold = false
    for (const market of this.#openMarkets()) (market.listed ?? market).noteTicker?.()
  }

  /** Rarely traded symbols take turns. Those with a USDT perpetual of their coin follow it; others have a market of their own. */
  #stepQuietly(listed: ListedInstrument, leader: ListedInstrument | undefined): void {
    const leaderPrice = this.leaderPrice(listed.listing)
    if (leaderPrice !== null) {
      listed.follow(this.#ports.nowMs(), leaderPrice)
      return
    }
    const leaderTicks = leader?.market.indexTicks ?? 0
    const factor = listed.leaderTicks === 0 || leaderTicks === 0 ? 0 : Math.log(leaderTicks / listed.leaderTicks)
    listed.leaderTicks = leaderTicks
    listed.step(this.#ports.nowMs(), factor, [])
  }

  /** The index that a contract follows; `null` for one with an index of its own. */
  leaderPrice({ instrument }: Listing): number | null {
    const leader = this.listed.get(leaderOf(instrument) ?? '')
    return leader === undefined ? null : leader.market.indexTicks * leader.listing.ticks.size
  }

  /** The first price of the recording becomes the price that the histories of its coin lead up to. */
  #anchorFeed(feed: Feed): void {
    const { feedSymbol } = this.#ports
    const listed = feedSymbol === null ? undefined : this.listed.get(feedSymbol)
    if (this.#feedAnchor !== null || listed === undefined) return
    const { price } = summariseFeed(
      feed.filter((step) => step.symbol === feedSymbol),
      listed.listing.ticks.size,
    )
    if (price === null) return
    this.#feedAnchor = { startMs: this.#ports.nowMs(), startTicks: Math.round(price / listed.listing.ticks.size) }
    for (const one of this.listed.values()) {
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
    return this.find(symbol) !== null || this.auctions.has(symbol)
  }

  openAuction(symbol: string, saved: AuctionListingState | undefined): void {
    const listing = this.#ports.listing(symbol)
    this.#openHouse(listing)
    const auction = new AuctionListing(
      listing,
      this.#ports.seed,
      createAuctionOrders(symbol, this.#ports.engine, (command) => this.#ports.handle(command)),
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
    const listed = this.openMarket(listing, anchor, undefined)
    const before = this.#tradedLots
    this.#ports.handle({ type: 'mark', symbol, markTicks: startTicks, indexTicks: startTicks })
    this.#ports.handle({ type: 'uncross', symbol })
    const lots = this.#tradedLots - before
    if (lots > 0) listed.takeAuction(startTicks, lots)
    return anchor
  }

  #fundInsurance(markets: readonly ListedInstrument[]): void {
    for (const coin of new Set(markets.map(({ listing }) => listing.instrument.settleCoin))) {
      if (this.#ports.engine.insurancePool(coin).balanceE8 > 0) continue
      const amountE8 = DOLLARS.has(coin) ? INSURANCE_E8.dollars : INSURANCE_E8.coins
      this.#ports.handle({ type: 'credit', account: 'insurance', coin, amountE8 })
    }
  }

  /** A market opens: the house's accounts, then the first marks and quotes. */
  begin(markets: readonly ListedInstrument[]): void {
    for (const { listing } of markets) this.#openHouse(listing)
    for (const listed of markets) {
      listed.market.open(this.#ports.nowMs(), this.leaderPrice(listed.listing))
      listed.samplePrices()
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
    for (const { listing } of this.listed.values()) {
      const { makers, flows } = houseAccounts(listing.instrument)
      const coin = listing.instrument.settleCoin
      for (const account of [...makers, ...flows]) {
        const balance = this.#ports.engine.balances(account).find((one) => one.coin === coin)
        if ((balance?.walletE8 ?? 0) < HOUSE_CREDIT_E8 / 2) this.#credit(account, coin)
      }
    }
    for (const family of this.#families) family.refill()
  }

  #credit(account: string, coin: string): void {
    this.#ports.handle({ type: 'credit', account, coin, amountE8: HOUSE_CREDIT_E8 })
  }

  openMarket(listing: Listing, anchor: Anchor, saved: ListedInstrumentState | undefined): ListedInstrument {
    const { symbol } = listing.instrument
    const { seed } = this.#ports
    const setup = marketSetup(listing, this.#ports, anchor)
    const market = new SymbolMarket(
      setup,
      createMakerOrders(symbol, this.#ports.engine, {
        handle: (command) => this.#ports.handle(command),
        tradedLots: () => this.#tradedLots,
      }),
      saved && plainCopy(saved.market),
    )
    const holders = holdersOf(listing, seed)
    const held = holders === null ? null : new HeldLots(holders)
    const ports = {
      best: () => {
        const { bids, asks } = this.#ports.engine.book(symbol, 1)
        return { bid: bids[0] ?? null, ask: asks[0] ?? null }
      },
      openInterestLots: () => this.#ports.engine.openInterestLots(symbol),
      heldLots: (timeMs: number) => held?.at(timeMs) ?? 0,
    }
    const listed = new ListedInstrument(listing, market, pastsOf(listing, seed, anchor, this.#draws), ports, saved)
    this.listed.set(symbol, listed)
    return listed
  }

  /** Index of a coin's USDT perpetual, dollars; `null` for a coin without one. */
  priceOf(coin: string): number | null {
    const listed = this.listed.get(`${coin}USDT`)
    return listed === undefined ? null : listed.market.indexTicks * listed.listing.ticks.size
  }

  usdPriceE8(coin: string): bigint {
    if (DOLLARS.has(coin)) return 100_000_000n
    const rate = DOLLARS_FOR[coin]
    if (rate !== undefined) return BigInt(Math.round(rate * 1e8))
    // By its pair, as the engine counts what coins back (`coin-table.ts`): one account has one price of a coin.
    const listed = this.findPriced(`${coin}/USDT`) ?? this.listed.get(`${coin}USDT`)
    if (listed === undefined) return 0n
    return BigInt(listed.market.indexTicks) * BigInt(Math.round(listed.listing.ticks.size * 1e8))
  }
}
