import { assertNever } from '../../src/base/assert'
import { FEE_TIERS } from '../../src/domain/account/fee-tier'
import type { AccountKind } from '../../src/domain/account/wallet'
import type { Price } from '../../src/domain/decimal'
import type { Instrument } from '../../src/domain/instrument/instrument'
import type { Order } from '../../src/domain/order/order'
import type { EngineCommand, EngineResult, MatchingEngine } from '../engine/contract'
import { createEngine, restoreEngine } from '../engine/create-engine'
import { catalogue, leaderOf, type Markets } from '../market/catalogue'
import { datedInstrument } from '../market/dated-instrument'
import { DayDraws } from '../market/day-draws'
import { summariseFeed } from '../market/feed-summary'
import { barEnd, HOUR_MS, MINUTE_MS } from '../market/intervals'
import { SymbolMarket } from '../market/symbol-market'
import { byRank, faucetAmount, HOUSE_CREDIT_E8, HOUSE_LEVERAGE_E2, houseAccounts, openUser } from './accounts'
import { WalletEvent } from './account-events'
import { candleWindow } from './candle-window'
import { Collector } from './collector'
import type { Venue, VenueEvent, VenueInput, VenueOutput, VenueRefusal, VenueResult } from './contract'
import { DatedCalendar, firstRows, type CalendarPorts, type DatedRow } from './dated-calendar'
import { createHouseDesk } from './house-desk'
import { createListing, engineFeesOf, withLife, withTickSize, type Listing } from './listing'
import { anchorAt, firstAnchor, isQuiet, marketSetup, pastsOf, QUIET_STEPS, type Anchor } from './market-setup'
import { readLeverageE2, readOrder, readReplacement, type PlaceCommand } from './read-order'
import { readSetTpSl } from './read-tpsl'
import { readSetting } from './read-setting'
import { moneyOf, toCandle, toOrder, toPosition, toTrade, toWallet } from './shapes'
import { maxLotsOf, placeSplit } from './split-order'
import { StrategyDesk, type StrategyDeskState } from './strategies/strategy-desk'
import { readStrategy, toStrategy } from './strategies/strategy-shapes'
import { SymbolRoom, type SymbolRoomState } from './symbol-room'

export interface VenueGenesis {
  readonly seed: number
  readonly region: string
  /** Symbol whose reference market a recorded feed will drive; `null` without one. */
  readonly feedSymbol: string | null
  readonly startMs: number
  /** Left out, linear perpetuals alone. */
  readonly markets?: Markets
}

interface VenueState {
  readonly version: 1
  readonly genesis: VenueGenesis
  readonly engine: unknown
  readonly seq: number
  readonly nowMs: number
  readonly users: readonly (readonly [account: string, kind: AccountKind, name: string])[]
  readonly feeLevels: readonly (readonly [account: string, level: number])[]
  readonly strategies: StrategyDeskState
  readonly tickSizes: Readonly<Record<string, Price>>
  readonly feedAnchor: Anchor | null
  readonly dated: readonly DatedRow[]
  readonly rooms: Readonly<Record<string, SymbolRoomState>>
}

/** A new exchange: instruments of the region, makers with their credit, a past, and a first book. */
export function createVenue(genesis: VenueGenesis): Venue {
  return new SandboxVenue(genesis, null)
}

/** @param state what `snapshot` gave. @throws Error when it is of another version */
export function restoreVenue(state: unknown): Venue {
  const saved = state as VenueState
  if (saved.version !== 1) throw new Error(`venue snapshot should have version 1, has ${String(saved.version)}`)
  return new SandboxVenue(saved.genesis, saved)
}

/** The symbol whose own moves are the common factor of the others. */
const FACTOR_SYMBOL = 'BTCUSDT'
const TICK_MS = 100
/** A chase looks past its own order to the next price. */
const OWN_SIDE_LEVELS = 2
/** What the insurance pool of a coin begins with, E8: a million dollars, or ten coins. */
const INSURANCE_E8 = { dollars: 1_000_000 * 1e8, coins: 10 * 1e8 }
const DOLLARS: ReadonlySet<string> = new Set(['USDT', 'USDC'])

class SandboxVenue implements Venue {
  readonly #genesis: VenueGenesis
  readonly #engine: MatchingEngine
  readonly #listings = new Map<string, Listing>()
  readonly #rooms = new Map<string, SymbolRoom>()
  readonly #calendar: DatedCalendar
  readonly #draws = new DayDraws()
  readonly #users = new Map<string, { readonly kind: AccountKind; readonly name: string }>()
  readonly #strategies: StrategyDesk
  /** Accounts above the lowest fee tier. */
  readonly #feeLevels: Map<string, number>
  #seq: number
  #nowMs: number
  readonly #collector: Collector
  /** Set once the recorded feed spoke: its symbol's past leads up to the recording's first price. */
  #feedAnchor: Anchor | null

  constructor(genesis: VenueGenesis, saved: VenueState | null) {
    this.#genesis = genesis
    this.#seq = saved?.seq ?? 0
    this.#nowMs = saved?.nowMs ?? genesis.startMs
    this.#feedAnchor = saved?.feedAnchor ?? null
    this.#collector = this.#collect()
    const markets = genesis.markets ?? 'linear'
    const rows = saved?.dated ?? (markets === 'all' ? firstRows(genesis.startMs) : [])
    const anchors = new Map(rows.map(({ contract, anchor }) => [contract.symbol, anchor]))
    const dated = rows.map((row) => this.#datedInstrument(row))
    for (const instrument of [...catalogue(genesis.region, markets), ...dated]) {
      const listing = createListing(instrument, instrument.tickSize)
      const tickSize = saved?.tickSizes[instrument.symbol]
      this.#listings.set(
        instrument.symbol,
        tickSize === undefined ? listing : (withTickSize(listing, tickSize) ?? listing),
      )
    }
    this.#feeLevels = new Map(saved?.feeLevels ?? [])
    this.#calendar = new DatedCalendar(rows, this.#calendarPorts())
    for (const [account, kind, name] of saved?.users ?? []) this.#users.set(account, { kind, name })
    const engineInstruments = [...this.#listings.values()].map((listing) => listing.engine)
    this.#engine =
      saved === null ? createEngine(engineInstruments) : restoreEngine(engineInstruments, copyOf(saved.engine))
    this.#strategies = new StrategyDesk(
      {
        handle: (command) => this.#handle(command),
        order: (account, orderId) => this.#engine.findOrder(account, { orderId }),
        levels: (symbol, side) => this.#engine.book(symbol, OWN_SIDE_LEVELS)[side === 'buy' ? 'bids' : 'asks'],
        maxMarketLots: (symbol) => this.#listing(symbol).engine.maxMarketLots,
      },
      saved === null ? null : copyOf(saved.strategies),
    )
    for (const listing of this.#listings.values()) {
      const { symbol, status } = listing.instrument
      if (status !== 'trading') continue
      const anchor = anchors.get(symbol) ?? this.#fedAnchor(listing) ?? firstAnchor(listing, genesis.startMs)
      const room = saved?.rooms[symbol]
      this.#rooms.set(symbol, this.#openRoom(listing, anchor, room === undefined ? undefined : copyOf(room)))
    }
    // Symbols that the snapshot does not know are new listings.
    const fresh = [...this.#rooms].filter(([symbol]) => saved?.rooms[symbol] === undefined)
    this.#fundInsurance(fresh.map(([, room]) => room))
    this.#openMarkets(fresh.map(([, room]) => room))
    this.#draws.release()
    // Nobody listens yet.
    this.#collector.finish(this.#nowMs, this.#walletOf)
  }

  apply(input: VenueInput, nowMs: number): VenueOutput {
    this.#seq += 1
    const minuteBegan = Math.floor(nowMs / MINUTE_MS) !== Math.floor(this.#nowMs / MINUTE_MS)
    if (minuteBegan) {
      for (const room of this.#rooms.values()) room.roll(nowMs, (event) => this.#collector.push(event))
    }
    const hourBegan = Math.floor(nowMs / HOUR_MS) !== Math.floor(this.#nowMs / HOUR_MS)
    this.#nowMs = nowMs
    if (minuteBegan && this.#genesis.markets === 'all') this.#calendar.turn(nowMs)
    const result = this.#run(input)
    if (hourBegan && input.type === 'tick') this.#refillHouse()
    const events = this.#collector.finish(nowMs, this.#walletOf)
    if (input.type === 'tick') {
      const emit = (event: VenueEvent) => void events.push(event)
      for (const room of this.#rooms.values()) {
        room.samplePrices()
        room.emitTicker(nowMs, this.#seq, emit)
        room.emitCandles(emit)
      }
    }
    return { result, events }
  }

  instruments() {
    return [...this.#listings.values()].map((listing) => listing.instrument)
  }

  ticker(symbol: string) {
    return this.#rooms.get(symbol)?.ticker(this.#nowMs, this.#seq) ?? null
  }

  book(symbol: string, levels: number) {
    const listing = this.#listings.get(symbol)
    if (listing === undefined) return { bids: [], asks: [] }
    const { bids, asks } = this.#engine.book(symbol, levels)
    const text = ([ticks, lots]: readonly [number, number]) =>
      [listing.ticks.toText<Price>(ticks) as string, listing.lots.toText<Price>(lots) as string] as const
    return { bids: bids.map(text), asks: asks.map(text) }
  }

  priceBand(symbol: string) {
    const listing = this.#listings.get(symbol)
    const band = this.#engine.priceBand(symbol)
    if (listing === undefined || band === null || !this.#rooms.has(symbol)) return null
    const price = (ticks: number): Price => listing.ticks.toText<Price>(ticks)
    return { maxBuy: price(band.maxBuyTicks), minSell: price(band.minSellTicks) }
  }

  recentTrades(symbol: string, limit: number) {
    const room = this.#rooms.get(symbol)
    return room === undefined ? [] : room.trades(limit).map((row) => toTrade(row, room.listing))
  }

  candles(query: Parameters<Venue['candles']>[0]) {
    const room = this.#rooms.get(query.symbol)
    if (room === undefined) return []
    const { interval, source, limit } = query
    const { fromMs, toMs } = candleWindow(query, this.#nowMs)
    return room
      .bars(source, interval, fromMs, toMs)
      .slice(-limit)
      .map((bar) => {
        const endMs = barEnd(interval, bar.startMs)
        return toCandle(bar, endMs, endMs <= room.openStart(), room.listing)
      })
  }

  openOrders(account: string, symbol: string | null) {
    const orders = this.#engine.openOrders(account, ...(symbol === null ? [] : [symbol]))
    return orders.map((order) => toOrder(order, this.#listing(order.symbol)))
  }

  findOrder(account: string, reference: { readonly orderId?: string; readonly orderLinkId?: string }): Order | null {
    const { orderId, orderLinkId } = reference
    const order = this.#engine.findOrder(account, {
      ...(orderId === undefined ? {} : { orderId }),
      ...(orderLinkId === undefined ? {} : { linkId: orderLinkId }),
    })
    return order === null ? null : toOrder(order, this.#listing(order.symbol))
  }

  strategies(account: string) {
    return this.#strategies.list(account).map((one) => toStrategy(one, this.#listing(one.terms.symbol)))
  }

  positions(account: string, symbol: string | null) {
    const positions = this.#engine.positions(account, ...(symbol === null ? [] : [symbol]))
    return positions.map((position) => toPosition(position, this.#listing(position.symbol)))
  }

  wallet(account: string) {
    const user = this.#users.get(account)
    if (user === undefined) return null
    return toWallet(user.kind, byRank(this.#engine.balances(account)), this.#usdPriceOf, this.#seq)
  }

  marginMode(account: string) {
    return this.#engine.marginMode(account)
  }

  feeTier(account: string) {
    return this.#feeLevels.get(account) ?? 0
  }

  accounts() {
    return [...this.#users].map(([account, { kind, name }]) => ({ account, kind, name }))
  }

  conservation() {
    return this.#engine.conservation()
  }

  insurance() {
    const coins = new Set([...this.#listings.values()].map(({ instrument }) => instrument.settleCoin))
    return [...coins].map((coin) => {
      const { balanceE8, isDeleveraging } = this.#engine.insurancePool(coin)
      return { coin, balance: moneyOf(balanceE8), isDeleveraging }
    })
  }

  deliveries() {
    return this.#calendar
      .rows()
      .flatMap(({ contract: { symbol }, deliveryPrice: price, endMs: timeMs }) =>
        price === null ? [] : [{ symbol, price, timeMs }],
      )
      .toSorted((a, b) => b.timeMs - a.timeMs)
  }

  snapshot(): unknown {
    const tickSizes: Record<string, Price> = {}
    for (const { instrument, grid } of this.#listings.values()) {
      if (grid !== 1) tickSizes[instrument.symbol] = instrument.tickSize
    }
    const state: VenueState = {
      version: 1,
      genesis: this.#genesis,
      engine: this.#engine.snapshot(),
      seq: this.#seq,
      nowMs: this.#nowMs,
      users: [...this.#users].map(([account, { kind, name }]) => [account, kind, name]),
      feeLevels: [...this.#feeLevels],
      strategies: copyOf(this.#strategies.state()),
      tickSizes,
      feedAnchor: this.#feedAnchor,
      dated: this.#calendar.rows(),
      rooms: copyOf(Object.fromEntries([...this.#rooms].map(([symbol, room]) => [symbol, room.state()]))),
    }
    // The engine copies what it gives away; only the rooms' part is theirs and goes on changing.
    return state
  }

  #run(input: VenueInput): VenueResult {
    switch (input.type) {
      case 'genesis':
        return { ok: true }
      case 'openAccount':
        return this.#openAccount(input.account, input.kind, input.name)
      case 'faucet': {
        const amount = faucetAmount(input.coin, input.amount)
        if (typeof amount === 'string') return refuse({ kind: amount })
        const { account, coin } = input
        return outcome(this.#handle({ type: 'credit', account, coin, amountE8: amount }))
      }
      case 'place': {
        const listing = this.#listings.get(input.order.symbol)
        if (listing === undefined) return refuse({ kind: 'unknownSymbol' })
        if (!this.#rooms.has(input.order.symbol)) return refuse({ kind: 'symbolNotTrading' })
        const read = readOrder(input, listing)
        return read.ok ? this.#place(read.value, listing, input.order.isSplit === true) : refuse(read.error)
      }
      case 'replace': {
        const listing = this.#listings.get(input.order.symbol)
        if (listing === undefined) return refuse({ kind: 'unknownSymbol' })
        const read = readReplacement(input, listing)
        return read.ok ? this.#orderOutcome(input.account, this.#handle(read.value)) : refuse(read.error)
      }
      case 'cancel': {
        const { symbol, orderId, orderLinkId } = input.order
        const { account } = input
        const cancel = { type: 'cancel', account, symbol, orderId, linkId: orderLinkId } as const
        return this.#orderOutcome(
          account,
          this.#handle(input.withPair === true ? { ...cancel, withPair: true } : cancel),
        )
      }
      case 'openStrategy':
        return this.#openStrategy(input)
      case 'cancelStrategy': {
        const ended = this.#strategies.cancel(input.account, input.strategyId, this.#nowMs)
        return ended.ok ? { ok: true, strategyId: ended.strategy.id } : refuse(ended.refusal)
      }
      case 'setTpSl': {
        const listing = this.#listings.get(input.order.symbol)
        if (listing === undefined) return refuse({ kind: 'unknownSymbol' })
        const read = readSetTpSl(input, listing)
        return read.ok ? this.#ordersOutcome(input.account, this.#handle(read.value)) : refuse(read.error)
      }
      case 'cancelAll': {
        const { account, symbol, filter, isDisconnect } = input
        const kind = { ...(filter === undefined ? {} : { filter }), ...(isDisconnect === true ? { isDisconnect } : {}) }
        return this.#ordersOutcome(account, this.#handle({ type: 'cancelAll', account, symbol, ...kind }))
      }
      case 'setLeverage': {
        const { account, symbol } = input
        const listing = this.#listings.get(symbol)
        if (listing === undefined) return refuse({ kind: 'unknownSymbol' })
        const { maxLeverageE2 } = listing.engine
        const leverageE2 = readLeverageE2(input.leverage)
        if (leverageE2 === null) return refuse({ kind: 'leverageInvalid', maxLeverageE2 })
        if (input.sellLeverage === undefined) {
          return outcome(this.#handle({ type: 'setLeverage', account, symbol, leverageE2 }))
        }
        const sellLeverageE2 = readLeverageE2(input.sellLeverage)
        if (sellLeverageE2 === null) return refuse({ kind: 'leverageInvalid', maxLeverageE2 })
        return outcome(this.#handle({ type: 'setLeverage', account, symbol, leverageE2, sellLeverageE2 }))
      }
      case 'setMarginMode':
      case 'setPositionMode':
      case 'addMargin':
      case 'setAutoAddMargin': {
        const read = readSetting(input)
        return read.ok ? outcome(this.#handle(read.value)) : refuse(read.error)
      }
      case 'tick':
        this.#tick(input.feed ?? [])
        this.#strategies.step(this.#nowMs)
        return { ok: true }
      case 'setPrice':
        return this.#setPrice(input)
      case 'setFunding': {
        const room = this.#rooms.get(input.symbol)
        if (room === undefined) return refuse({ kind: 'unknownSymbol' })
        const rateE8 = Math.round(Number(input.rate) * 1e8)
        if (!Number.isSafeInteger(rateE8)) return refuse({ kind: 'amountInvalid' })
        room.market.pinFunding(rateE8)
        return { ok: true }
      }
      case 'setFeeTier':
        return this.#setFeeTier(input.account, input.level)
      case 'setTickSize':
        return this.#setTickSize(input.symbol, input.tickSize as Price)
      case 'expire':
        if (!this.#listings.has(input.symbol)) return refuse({ kind: 'unknownSymbol' })
        if (!this.#calendar.expire(input.symbol, this.#nowMs)) return refuse({ kind: 'symbolNotTrading' })
        return { ok: true }
      default:
        return assertNever(input)
    }
  }

  #tick(feed: NonNullable<Extract<VenueInput, { type: 'tick' }>['feed']>): void {
    this.#anchorFeed(feed)
    const leader = this.#rooms.get(FACTOR_SYMBOL)
    const feedOf = (symbol: string) => (feed.length === 0 ? feed : feed.filter((step) => step.symbol === symbol))
    const factor = leader === undefined ? 0 : leader.step(this.#nowMs, null, feedOf(FACTOR_SYMBOL))
    const turn = Math.round(this.#nowMs / TICK_MS)
    let place = 0
    for (const [symbol, room] of this.#rooms) {
      if (room === leader) continue
      if (!isQuiet(room.listing.instrument)) room.step(this.#nowMs, factor, feedOf(symbol))
      else if ((turn + place++) % QUIET_STEPS === 0) this.#stepQuietly(room, leader)
    }
  }

  /** Rarely traded symbols take turns. Those with a USDT perpetual of their coin follow it; others have a market of their own. */
  #stepQuietly(room: SymbolRoom, leader: SymbolRoom | undefined): void {
    const leaderPrice = this.#leaderPrice(room.listing)
    if (leaderPrice !== null) {
      room.follow(this.#nowMs, leaderPrice)
      return
    }
    const leaderTicks = leader?.market.indexTicks ?? 0
    const factor = room.leaderTicks === 0 || leaderTicks === 0 ? 0 : Math.log(leaderTicks / room.leaderTicks)
    room.leaderTicks = leaderTicks
    room.step(this.#nowMs, factor, [])
  }

  /** The index that a contract follows; `null` for one with an index of its own. */
  #leaderPrice({ instrument }: Listing): number | null {
    const leader = this.#rooms.get(leaderOf(instrument) ?? '')
    return leader === undefined ? null : leader.market.indexTicks * leader.listing.ticks.size
  }

  /** The first price of the recording becomes the price that the histories of its coin lead up to. */
  #anchorFeed(feed: NonNullable<Extract<VenueInput, { type: 'tick' }>['feed']>): void {
    const { feedSymbol } = this.#genesis
    const room = feedSymbol === null ? undefined : this.#rooms.get(feedSymbol)
    if (this.#feedAnchor !== null || room === undefined) return
    const { price } = summariseFeed(
      feed.filter((step) => step.symbol === feedSymbol),
      room.listing.ticks.size,
    )
    if (price === null) return
    this.#feedAnchor = { startMs: this.#nowMs, startTicks: Math.round(price / room.listing.ticks.size) }
    for (const one of this.#rooms.values()) {
      const anchor = this.#fedAnchor(one.listing)
      if (anchor !== null)
        one.beginAgain(pastsOf(one.listing, this.#genesis.seed, anchor, this.#draws), anchor.startTicks)
    }
  }

  /** Where the recorded feed began, for its symbol and those that follow it; `null` for others, and before it spoke. */
  #fedAnchor(listing: Listing): Anchor | null {
    const { feedSymbol } = this.#genesis
    if (this.#feedAnchor === null || feedSymbol === null) return null
    const { symbol } = listing.instrument
    if (symbol === feedSymbol) return this.#feedAnchor
    if (leaderOf(listing.instrument) !== feedSymbol) return null
    const { startMs, startTicks } = this.#feedAnchor
    return anchorAt(listing, startMs, startTicks * this.#listing(feedSymbol).ticks.size)
  }

  #datedInstrument({ contract, status, endMs }: DatedRow): Instrument {
    return datedInstrument({ ...contract, expiryMs: endMs }, status, this.#nowMs)
  }

  #calendarPorts(): CalendarPorts {
    return {
      announce: (row) => {
        const instrument = this.#datedInstrument(row)
        this.#listings.set(instrument.symbol, createListing(instrument, instrument.tickSize))
        this.#tellListing(instrument.symbol)
      },
      open: (row) => {
        const listing = this.#restate(row)
        const anchor = anchorAt(listing, this.#nowMs, this.#leaderPrice(listing)!)
        const room = this.#openRoom(listing, anchor, undefined)
        this.#rooms.set(listing.instrument.symbol, room)
        this.#openMarkets([room])
        return anchor
      },
      deliver: (row) => {
        const { symbol } = row.contract
        const { instrument, ticks: grid } = this.#listing(symbol)
        const { delivery } = instrument
        const ticks = this.#rooms.get(symbol)!.market.deliveryTicks()
        this.#handle({ type: 'deliver', symbol, ticks, feeRateE8: Math.round(Number(delivery!.feeRate) * 1e8) })
        this.#strategies.stopIn(symbol, this.#nowMs)
        this.#rooms.delete(symbol)
        this.#restate(row)
        return grid.toText<Price>(ticks)
      },
      restate: (row) => void this.#restate(row),
      retire: ({ contract: { symbol } }) => {
        this.#engine.retireInstrument(symbol)
        this.#strategies.forget(symbol)
        this.#collector.push({ type: 'instrument', instrument: this.#listing(symbol).instrument })
        this.#listings.delete(symbol)
      },
    }
  }

  /** Brings a dated contract's listing to its row; tells it where something changed. */
  #restate(row: DatedRow): Listing {
    const { symbol } = row.contract
    const listing = this.#listing(symbol)
    const { status, delivery } = this.#datedInstrument(row)
    const before = listing.instrument
    if (before.status === status && before.delivery?.period === delivery?.period) return listing
    const changed = withLife(listing, { status, delivery })
    this.#listings.set(symbol, changed)
    this.#tellListing(symbol)
    return changed
  }

  #tellListing(symbol: string): void {
    const { instrument, engine } = this.#listing(symbol)
    this.#collector.absorb(this.#engine.updateInstrument(engine, this.#nowMs).events)
    this.#collector.push({ type: 'instrument', instrument })
  }

  #openAccount(account: string, kind: AccountKind, name: string): VenueResult {
    if (this.#users.has(account)) return { ok: true }
    this.#users.set(account, { kind, name })
    for (const command of openUser(account, kind)) this.#handle(command)
    return { ok: true }
  }

  #setPrice(input: Extract<VenueInput, { type: 'setPrice' }>): VenueResult {
    const room = this.#rooms.get(input.symbol)
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
    room.market.pin(this.#nowMs, prices)
    room.takeLast()
    room.samplePrices()
    return { ok: true }
  }

  /** Reduce-only orders are split unasked (semantics.md §1.9), and to no more than the position. */
  #place(command: PlaceCommand, listing: Listing, isSplit: boolean): VenueResult {
    const { account, reduceOnly } = command
    const maxLots = maxLotsOf(command, listing)
    const lots = reduceOnly ? Math.min(command.lots, this.#reducibleLots(command)) : command.lots
    if (lots <= maxLots || command.trigger !== undefined || !(isSplit || reduceOnly)) {
      return this.#orderOutcome(account, this.#handle(command))
    }
    return placeSplit({ ...command, lots }, listing, {
      handle: (part) => this.#handle(part),
      outcome: (result) => this.#orderOutcome(account, result),
    })
  }

  #reducibleLots({ account, symbol, side, positionIdx }: PlaceCommand): number {
    const held = this.#engine.positions(account, symbol).find((one) => (one.positionIdx ?? 0) === (positionIdx ?? 0))
    const lots = held?.lots ?? 0
    return Math.max(0, side === 'sell' ? lots : -lots)
  }

  #openStrategy({ account, linkId, strategy }: Extract<VenueInput, { type: 'openStrategy' }>): VenueResult {
    const listing = this.#listings.get(strategy.symbol)
    if (listing === undefined) return refuse({ kind: 'unknownSymbol' })
    if (!this.#rooms.has(strategy.symbol)) return refuse({ kind: 'symbolNotTrading' })
    const terms = readStrategy(strategy, listing)
    if (!terms.ok) return refuse(terms.error)
    const opened = this.#strategies.open(account, linkId, terms.value, this.#nowMs)
    return opened.ok ? { ok: true, strategyId: opened.strategy.id } : refuse(opened.refusal)
  }

  #setFeeTier(account: string, level: number): VenueResult {
    const tier = FEE_TIERS[level]
    if (tier === undefined) return refuse({ kind: 'unknownFeeTier', max: FEE_TIERS.length - 1 })
    const result = this.#handle({ type: 'setFees', account, fees: level === 0 ? null : engineFeesOf(tier) })
    if (!result.ok) return refuse(result.refusal)
    if (level === 0) this.#feeLevels.delete(account)
    else this.#feeLevels.set(account, level)
    return { ok: true }
  }

  #setTickSize(symbol: string, tickSize: Price): VenueResult {
    const listing = this.#listings.get(symbol)
    if (listing === undefined) return refuse({ kind: 'unknownSymbol' })
    const changed = withTickSize(listing, tickSize)
    if (changed === null) return refuse({ kind: 'notMultiple', field: 'price', step: listing.ticks.step })
    this.#listings.set(symbol, changed)
    const room = this.#rooms.get(symbol)
    if (room !== undefined) {
      room.listing = changed
      room.market.setGrid(changed.grid)
    }
    this.#collector.push({ type: 'instrument', instrument: changed.instrument })
    return { ok: true }
  }

  #fundInsurance(rooms: readonly SymbolRoom[]): void {
    for (const coin of new Set(rooms.map(({ listing }) => listing.instrument.settleCoin))) {
      if (this.#engine.insurancePool(coin).balanceE8 > 0) continue
      const amountE8 = DOLLARS.has(coin) ? INSURANCE_E8.dollars : INSURANCE_E8.coins
      this.#handle({ type: 'credit', account: 'insurance', coin, amountE8 })
    }
  }

  /** A market opens: the house's accounts, then the first marks and quotes. */
  #openMarkets(rooms: readonly SymbolRoom[]): void {
    for (const { listing } of rooms) {
      const { makers, flows } = houseAccounts(listing.instrument)
      for (const account of [...makers, ...flows]) {
        if (this.#engine.hasAccount(account)) continue
        const defaultLeverageE2 = HOUSE_LEVERAGE_E2
        this.#handle({ type: 'openAccount', account, role: 'maker', kind: 'uta2', defaultLeverageE2 })
        this.#credit(account, listing.instrument.settleCoin)
      }
    }
    for (const room of rooms) {
      room.market.open(this.#nowMs, this.#leaderPrice(room.listing))
      room.samplePrices()
    }
  }

  /** Fees and funding drain the house's accounts over weeks; once an hour those that run low get their credit again. */
  #refillHouse(): void {
    for (const { listing } of this.#rooms.values()) {
      const { makers, flows } = houseAccounts(listing.instrument)
      const coin = listing.instrument.settleCoin
      for (const account of [...makers, ...flows]) {
        const balance = this.#engine.balances(account).find((one) => one.coin === coin)
        if ((balance?.walletE8 ?? 0) < HOUSE_CREDIT_E8 / 2) this.#credit(account, coin)
      }
    }
  }

  #credit(account: string, coin: string): void {
    this.#handle({ type: 'credit', account, coin, amountE8: HOUSE_CREDIT_E8 })
  }

  #openRoom(listing: Listing, anchor: Anchor, saved: SymbolRoomState | undefined): SymbolRoom {
    const { symbol } = listing.instrument
    const { seed } = this.#genesis
    const setup = marketSetup(listing, seed, anchor)
    const market = new SymbolMarket(
      setup,
      createHouseDesk(symbol, this.#engine, {
        handle: (command) => this.#handle(command),
        tradedLots: () => this.#tradedLots,
      }),
      saved?.market,
    )
    const ports = {
      best: () => {
        const { bids, asks } = this.#engine.book(symbol, 1)
        return { bid: bids[0] ?? null, ask: asks[0] ?? null }
      },
      openInterestLots: () => this.#engine.openInterestLots(symbol),
    }
    return new SymbolRoom(listing, market, pastsOf(listing, seed, anchor, this.#draws), ports, saved)
  }

  readonly #usdPriceOf = (coin: string): bigint => this.#usdPriceE8(coin)
  readonly #walletOf = (account: string): VenueEvent | null => this.#walletEvent(account)

  /** Lots printed so far in this run of the program (the house's desk reads the difference). Not part of the state. */
  #tradedLots = 0

  #handle(command: EngineCommand): EngineResult {
    const { result, events } = this.#engine.handle(command, this.#nowMs)
    this.#collector.absorb(events)
    return result
  }

  #collect(): Collector {
    return new Collector({
      listing: (symbol) => this.#listing(symbol),
      isUser: (account) => this.#users.has(account),
      onTrade: (trade) => {
        this.#tradedLots += trade.lots
        this.#rooms.get(trade.symbol)?.onTrade(trade)
      },
    })
  }

  #listing(symbol: string): Listing {
    return this.#listings.get(symbol)!
  }

  #orderOutcome(account: string, result: EngineResult): VenueResult {
    if (!result.ok) return refuse(result.refusal)
    const { orderId } = result
    if (orderId === undefined) return { ok: true }
    const order = this.#collector.lastOrder(orderId) ?? this.findOrder(account, { orderId })
    return order === null ? { ok: true } : { ok: true, order }
  }

  #ordersOutcome(account: string, result: EngineResult): VenueResult {
    if (!result.ok) return refuse(result.refusal)
    const orders = (result.orderIds ?? []).map((orderId) => this.findOrder(account, { orderId }))
    return { ok: true, orders: orders.filter((order) => order !== null) }
  }

  #walletEvent(account: string): VenueEvent | null {
    const user = this.#users.get(account)
    if (user === undefined) return null
    return new WalletEvent(account, user.kind, this.#engine.balances(account), this.#usdPriceOf, this.#seq)
  }

  #usdPriceE8(coin: string): bigint {
    if (DOLLARS.has(coin)) return 100_000_000n
    const room = this.#rooms.get(`${coin}USDT`)
    if (room === undefined) return 0n
    return BigInt(room.market.indexTicks) * BigInt(Math.round(room.listing.ticks.size * 1e8))
  }
}

function refuse(refusal: VenueRefusal): VenueResult {
  return { ok: false, refusal }
}

function outcome(result: EngineResult): VenueResult {
  return result.ok ? { ok: true } : refuse(result.refusal)
}

/** A deep copy by way of JSON, which is what a snapshot becomes anyway. */
function copyOf<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T
}
