import type { NewOrder } from '../../src/domain/order/new-order'
import { assertNever } from '../../src/base/assert'
import type { Price } from '../../src/domain/decimal'
import type { EngineCommand } from '../engine/commands'
import type { MatchingEngine } from '../engine/matching-engine'
import type { EngineResult } from '../engine/result'
import { createEngine, restoreEngine } from '../engine/create-engine'
import { catalogue } from '../listings/catalogue'
import { standingInstruments } from '../listings/families'
import { LENT_COINS } from './lent-coins'
import { quoteGroupsOf } from '../listings/spot-pairs'
import { HOUR_MS, MINUTE_MS } from '../../src/domain/market/interval'
import { AccountReads } from './account-reads'
import { WalletEvent } from './account-events'
import { bookOf, priceBandOf } from './book-reads'
import { Collector } from './collector'
import type { VenueInput } from './venue-input'
import type { InterestQuery, OpenOrderPage, PastQuery, Venue, VenueEvent, VenueOutput, VenueResult } from './venue-port'
import { holderCountsOf } from './holders'
import { type Follows, followsAll } from './follows'
import { insurancePools } from './insurance'
import { Lending } from './lending'
import { MakerProtections } from './maker-protections'
import type { Listing } from './listing'
import { lifeRows } from './life-rows'
import { anchorsOf, listAll, ListingLife } from './listing-life'
import { setFunding, setPrice } from './market-control'
import { Listings } from './listings'
import { pastFundings, pastInterest } from './past'
import { plainCopy } from './plain-copy'
import { OrderInputs } from './order-inputs'
import { readSetting } from './read-setting'
import { outcome, refuse } from './result'
import { AlgoOrders, OWN_SIDE_LEVELS } from './algo-orders/algo-orders'
import { toStrategy } from './algo-orders/strategy-shapes'
import { Users } from './users'
import { misfitOf, rulesOf, seededBy, orderRules, type VenueGenesis, type VenueState } from './venue-state'

/** A new exchange: instruments of the region, makers with their credit, a past, and a first book. */
export function createVenue(genesis: VenueGenesis): Venue {
  return new SandboxVenue(genesis, null)
}

/** What a ledger's first line says, as the exchange that began with it at `startMs`. */
export function venueOf(genesis: Extract<VenueInput, { readonly type: 'genesis' }>, startMs: number): Venue {
  const { type: _type, ...terms } = genesis
  return createVenue({ ...terms, markets: terms.markets ?? 'linear', startMs })
}

/**
 * The inverse of `Venue.snapshot`.
 *
 * @param state what `snapshot` gave, or what JSON made of it
 * @throws Error naming the place that is not of this build's form, so that a field this build counts on and the snapshot
 *   lacks is found now, and not as NaN in somebody's wallet: the journal then goes back to an earlier one, or the ledger
 */
export function restoreVenue(state: unknown): Venue {
  const misfit = misfitOf(state)
  if (misfit !== null) throw new Error(`another build wrote it: ${misfit}`)
  const saved = state as VenueState
  return new SandboxVenue(saved.genesis, saved)
}

class SandboxVenue implements Venue {
  readonly #engine: MatchingEngine
  /** `ListingLife` changes it; here it is only read. */
  readonly #listings: ReadonlyMap<string, Listing>
  readonly #markets: Listings
  readonly #life: ListingLife
  readonly #users: Users
  readonly #strategies: AlgoOrders
  readonly #orders: OrderInputs
  readonly #reads: AccountReads
  readonly lending: Lending
  readonly makerProtections: MakerProtections
  #seq: number
  #nowMs: number
  #isFollowed: Follows | null = followsAll
  readonly #collector: Collector

  constructor(
    private readonly genesis: VenueGenesis,
    saved: VenueState | null,
  ) {
    this.#seq = saved?.seq ?? 0
    this.#nowMs = saved?.nowMs ?? genesis.startMs
    const handle = (command: EngineCommand): EngineResult => this.#handle(command)
    const nowMs = (): number => this.#nowMs
    this.#users = new Users(saved, handle)
    // Asked for each event of an order: straight from the map.
    const { byAccount } = this.#users
    this.#collector = new Collector({
      listing: (symbol) => this.#listing(symbol),
      isUser: (account) => byAccount.has(account),
      onTrade: (trade) => this.#markets.onTrade(trade),
      optionFill: (symbol, ticks) => this.#markets.find(symbol)?.fillFigures?.(ticks) ?? null,
    })
    const { markets = 'linear', sets = 'former', families = [] } = genesis
    const rows = lifeRows(saved, { startMs: genesis.startMs, markets, families })
    const listings = listAll(
      [...catalogue(genesis.region, markets, sets), ...standingInstruments(genesis.region, families)],
      rows,
      saved?.tickSizes ?? {},
      this.#nowMs,
    )
    this.#listings = listings
    const instruments = [...listings.values()].map((listing) => listing.engine)
    const rules = rulesOf(genesis)
    this.#engine =
      saved === null
        ? createEngine(instruments, LENT_COINS, rules)
        : restoreEngine(instruments, saved.engine, LENT_COINS, rules)
    this.lending = new Lending({ engine: this.#engine, handle })
    this.makerProtections = new MakerProtections({ engine: this.#engine, handle, nowMs })
    this.#markets = new Listings(
      {
        ...seededBy(genesis),
        families,
        startMs: genesis.startMs,
        feedSymbol: genesis.feedSymbol,
        engine: this.#engine,
        handle,
        listing: (symbol) => this.#listing(symbol),
        nowMs,
      },
      saved?.feedAnchor ?? null,
      saved?.families ?? null,
    )
    this.#strategies = new AlgoOrders(
      {
        handle,
        order: (account, orderId) => this.#engine.findOrder(account, { orderId }),
        levels: (symbol, side) => this.#engine.book(symbol, OWN_SIDE_LEVELS)[side === 'buy' ? 'bids' : 'asks'],
        maxMarketLots: (symbol) => this.#listing(symbol).engine.maxMarketLots,
        lastOrder: (orderId) => this.#collector.lastOrder(orderId),
        ...orderRules(genesis),
        changed: (one) => {
          const strategy = toStrategy(one, this.#listing(one.terms.symbol))
          this.#collector.push({ type: 'strategy', account: one.account, strategy })
        },
      },
      saved === null ? null : plainCopy(saved.strategies),
    )
    this.#orders = new OrderInputs({
      engine: this.#engine,
      strategies: this.#strategies,
      ...orderRules(genesis),
      listings,
      handle,
      isOpen: (symbol) => this.#markets.isOpen(symbol),
      order: (account, orderId) => this.#collector.lastOrder(orderId) ?? this.findOrder(account, { orderId }),
      nowMs,
    })
    this.#reads = new AccountReads({
      engine: this.#engine,
      listings,
      markets: this.#markets,
      users: this.#users,
      strategies: this.#strategies,
      lending: this.lending,
      lastSeq: () => this.#seq,
    })
    this.#life = new ListingLife(rows, listings, {
      families,
      engine: this.#engine,
      markets: this.#markets,
      strategies: this.#strategies,
      collector: this.#collector,
      handle,
      nowMs,
    })
    this.#markets.start([...listings.values()], {
      anchors: anchorsOf(rows),
      startMs: genesis.startMs,
      saved: { rooms: saved?.rooms ?? {}, auctions: plainCopy(saved?.preListings.auctions ?? {}) },
    })
    // Nobody listens yet.
    this.#collector.finish(this.#nowMs, this.#walletOf)
  }

  apply(input: VenueInput, nowMs: number, isFollowed: Follows | null = followsAll): VenueOutput {
    if (input.type !== 'tick' || isFollowed !== null) this.#markets.noteTold()
    this.#seq += 1
    this.#isFollowed = isFollowed
    const minuteBegan = Math.floor(nowMs / MINUTE_MS) !== Math.floor(this.#nowMs / MINUTE_MS)
    if (minuteBegan) this.#markets.roll(nowMs, (event) => this.#collector.push(event))
    const hourBegan = Math.floor(nowMs / HOUR_MS) !== Math.floor(this.#nowMs / HOUR_MS)
    const beforeMs = this.#nowMs
    this.#nowMs = nowMs
    if (minuteBegan) this.lending.charge(beforeMs, nowMs)
    if (minuteBegan) this.#markets.payFundings(nowMs)
    if (minuteBegan && this.genesis.markets === 'all') this.#life.turn(nowMs)
    const result = this.#run(input)
    if (input.type !== 'tick') this.#strategies.endWithOrders(nowMs)
    if (hourBegan && input.type === 'tick') this.#markets.refillHouse()
    const events = this.#collector.finish(nowMs, this.#walletOf)
    const emit = isFollowed && ((event: VenueEvent) => void events.push(event))
    if (input.type === 'tick') this.#markets.tell(nowMs, this.#seq, emit)
    return { result, events }
  }

  instruments() {
    return [...this.#listings.values()].map((listing) => listing.instrument)
  }

  readonly quoteGroups = () => quoteGroupsOf(this.instruments())
  readonly priceUnit = (symbol: string) => this.#listings.get(symbol)?.ticks.step ?? null

  ticker(symbol: string) {
    const listed = this.#markets.find(symbol) ?? this.#markets.auctions.get(symbol)
    return listed?.ticker(this.#nowMs, this.#seq) ?? null
  }

  book(symbol: string, levels: number) {
    return bookOf(this.#engine, this.#listings.get(symbol), levels)
  }

  priceBand(symbol: string) {
    return this.#markets.find(symbol) === null ? null : priceBandOf(this.#engine, this.#listings.get(symbol))
  }

  recentTrades(symbol: string, limit: number) {
    return this.#markets.find(symbol)?.recentTrades(limit) ?? []
  }

  readonly candles: Venue['candles'] = (query) => this.#markets.find(query.symbol)?.candles(query, this.#nowMs) ?? []
  readonly drawCandles: Venue['drawCandles'] = (query, hasTime) =>
    this.#markets.find(query.symbol)?.drawCandles?.(query, this.#nowMs, hasTime) ?? true

  pastFundings(symbol: string, query: PastQuery) {
    const listing = this.#listings.get(symbol)
    return listing === undefined ? [] : pastFundings(listing, this.genesis, query)
  }

  pastInterest(symbol: string, query: InterestQuery) {
    const listing = this.#listings.get(symbol)
    return listing === undefined ? [] : pastInterest(listing, this.genesis.seed, query)
  }

  holderCounts(symbol: string, timeMs: number) {
    return holderCountsOf(this.#listings.get(symbol), this.genesis.seed, timeMs)
  }

  openOrders(account: string, symbol: string | null) {
    return this.#reads.openOrders(account, symbol)
  }

  openOrderPage(account: string, page: OpenOrderPage) {
    return this.#reads.openOrderPage(account, page)
  }

  readonly rowSeq = (): number => this.#engine.lastSeq()

  findOrder(account: string, reference: { readonly orderId?: string; readonly orderLinkId?: string }) {
    return this.#reads.findOrder(account, reference)
  }

  readonly strategies: Venue['strategies'] = (account) => this.#reads.strategies(account)

  positions(account: string, symbol: string | null) {
    return this.#reads.positions(account, symbol)
  }

  wallet(account: string) {
    return this.#reads.wallet(account)
  }

  readonly portfolio = (account: string) => this.#reads.portfolio(account)
  readonly usdPrice = (coin: string) => this.#reads.usdPrice(coin)
  readonly portfolioAfter: Venue['portfolioAfter'] = (...asked) => this.#reads.portfolioAfter(...asked)
  readonly mostHeld: Venue['mostHeld'] = (...asked) => this.#reads.mostHeld(...asked)

  previewOrder(account: string, linkId: string, order: NewOrder) {
    return this.#reads.previewOrder(account, linkId, order)
  }

  largestOrder(account: string, order: NewOrder) {
    return this.#reads.largestOrder(account, order)
  }

  readonly marginMode = (account: string) => this.#engine.marginMode(account)
  readonly feeTier = (account: string) => this.#users.feeTier(account)

  accounts() {
    return [...this.#users.byAccount].map(([account, { kind, name }]) => ({ account, kind, name }))
  }

  readonly conservation = () => this.#engine.conservation()

  readonly insurance = () => insurancePools(this.#engine, [...this.#listings.values()], this.#nowMs)

  readonly deliveries = (symbol: string | null) => this.#life.deliveries(symbol)

  snapshot(): unknown {
    const { dated, preListed, delivered } = this.#life.rows()
    // The engine and the listed instruments copy what they give away; auctions and families go on changing.
    const { rooms, auctions, families } = this.#markets.state()
    const state: VenueState = {
      version: 1,
      genesis: this.genesis,
      engine: this.#engine.snapshot(),
      seq: this.#seq,
      nowMs: this.#nowMs,
      ...this.#users.state(),
      strategies: plainCopy(this.#strategies.state()),
      tickSizes: this.#life.tickSizes(),
      feedAnchor: this.#markets.feedAnchor,
      dated,
      ...(delivered.length === 0 ? {} : { delivered }),
      preListings: { rows: preListed, auctions: plainCopy(auctions) },
      rooms,
      ...(families === null ? {} : { families: plainCopy(families) }),
    }
    return state
  }

  #run(input: VenueInput): VenueResult {
    switch (input.type) {
      case 'genesis':
        return { ok: true }
      case 'openAccount':
        return this.#users.open(input)
      case 'faucet':
        return this.#users.fund(input.account, input.coin, input.amount)
      case 'place':
        return this.#orders.place(input)
      case 'replace':
        return this.#orders.replace(input)
      case 'cancel':
        return this.#orders.cancel(input)
      case 'cancelAll':
        return this.#orders.cancelAll(input)
      case 'setTpSl':
        return this.#orders.setTpSl(input)
      case 'setLeverage':
        return this.#orders.setLeverage(input)
      case 'openStrategy':
        return this.#orders.openStrategy(input)
      case 'cancelStrategy':
        return this.#orders.cancelStrategy(input)
      case 'setMarginMode':
      case 'setPositionMode':
      case 'addMargin':
      case 'setAutoAddMargin': {
        const read = readSetting(input)
        return read.ok ? outcome(this.#handle(read.value)) : refuse(read.error)
      }
      case 'lending':
        return this.lending.change(input.account, input.change)
      case 'makerProtection':
        return this.makerProtections.change(input.account, input.change)
      case 'declined':
        return refuse(input.refusal)
      case 'tick':
        this.#markets.tick(input.feed ?? [])
        this.#handle({ type: 'reviewAccounts' })
        this.#strategies.step(this.#nowMs)
        return { ok: true }
      case 'setPrice':
        return setPrice(this.#markets, input, this.#nowMs)
      case 'setFunding':
        return setFunding(this.#markets.listed.get(input.symbol), input.rate)
      case 'setFeeTier':
        return this.#users.setFeeTier(input.account, input.level)
      case 'setTickSize':
        return this.#life.setTickSize(input.symbol, input.tickSize as Price)
      case 'expire':
        return this.#life.expire(input)
      default:
        return assertNever(input)
    }
  }

  readonly #listing = (symbol: string): Listing => this.#listings.get(symbol)!
  readonly #usdPriceOf = (coin: string): bigint => this.#markets.usdPriceE8(coin)
  readonly #walletOf = (account: string): VenueEvent | null => this.#walletEvent(account)

  #handle(command: EngineCommand): EngineResult {
    const { result, events } = this.#engine.handle(command, this.#nowMs)
    this.#collector.absorb(events)
    return result
  }

  #walletEvent(account: string): VenueEvent | null {
    const user = this.#users.byAccount.get(account)
    if (user === undefined || this.#isFollowed?.(account) !== true) return null
    const balances = this.#engine.balances(account)
    const mode = this.#engine.marginMode(account)
    return new WalletEvent(
      account,
      user.kind,
      balances,
      this.#usdPriceOf,
      this.#seq,
      mode,
      this.lending.shared(account),
    )
  }
}
