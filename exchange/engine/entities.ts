import { assert } from '../../src/base/assert'
import type { CarriedTerms, OrderStatus, OrderType, Side, TimeInForce } from '../../src/domain/order/order'
import type { AccountKind } from '../../src/domain/account/wallet'
import type { AccountRole, EngineFees, MarginMode, PositionIdx } from './accounts/account-settings'
import { Book, type Level } from './matching/book'
import { ExactSum } from './exact-sum'
import type { EngineBalance } from './records/position-records'
import type { AuctionState, EngineInstrument } from './instrument'
import { LinkIds, type LinkTable } from './orders/link-ids'
import { ClosingFeeMemo, LiquidationMemo, OrderMarginMemo } from './risk/margin-memo'
import type { OrderFields } from './orders/order-fields'
import { orderIdOf } from './orders/order-ids'
import { type Backing, OWN_COIN } from './risk/backing'
import type { CoinMargin } from './risk/coin-margin'
import { OrderLoss } from './risk/order-loss'
import type { Valuation } from './risk/valuation'
import type { Closing } from './records/order-records'
import type { EngineStop, EngineTpSl } from './orders/order-terms'
import type { SelfMatch } from './matching/self-match'
import type { MakerProtection } from './protection/maker-protection'
import type { Product } from './products/product'
import { productOf } from './products/product-of'
import type { LegsOf } from './products/legs'
import type { Direction } from './risk/formulas'
import { VALUE_MAX_E8 } from './scaled'
import { TriggerBook } from './triggers/trigger-book'

/* They know each other, so they stand in one file; everything that acts on them stands above it. */
/** The markets that a fill of a spread is made in. */
export type Legs = LegsOf<Market>

/** One instrument with its book, prices and holders. */
export class Market {
  readonly book = new Book<Order>()
  /** `null` before the first one; zero is a price. */
  markTicks: number | null = null
  indexTicks: number | null = null
  /** Mean of mid − mark over 30 seconds, in 1e-4 of a tick. */
  premiumE4 = 0
  /** Every position ever opened here, in order of opening; most questions skip the empty ones. */
  readonly holders: Position[] = []
  longLots = 0
  /** Price of the last trade; `null` before the first. */
  lastTicks: number | null = null
  readonly triggers = new TriggerBook<Order>()
  /** When the queue of auto-deleveraging was last ranked. */
  rankedAtMs = 0
  readonly product: Product
  /** Of a spread; `null` for all others. */
  legs: Legs | null = null
  /** The coin that orders may pay with beside the settle coin: a pair's base coin, also where the pair is a spread's leg. */
  exchangedCoin: string | null

  constructor(
    public instrument: EngineInstrument,
    readonly valuation: Valuation,
  ) {
    this.product = productOf(instrument)
    this.exchangedCoin = instrument.baseCoin ?? null
  }

  /** The phase of its call auction; `null` while orders meet at once. */
  get auction(): AuctionState | null {
    return this.instrument.auction ?? null
  }

  /**
   * The mark of what is liquidated, settled or paid funding for. Before its first one the last price: a cross account may
   * end by another contract's mark, and whoever holds a position here has traded.
   */
  get knownMarkTicks(): number {
    const ticks = this.markTicks ?? this.lastTicks
    assert(ticks !== null, `${this.instrument.symbol} has no price yet`)
    return ticks
  }

  /** The most of `lots` that may trade in one fill, so that its value stays exact: worth `VALUE_MAX_E8` at most. */
  fillable(lots: number, ticks: number): number {
    if (this.valueOf(lots, ticks) <= VALUE_MAX_E8) return lots
    const most = this.product.mostLots(this.instrument.valueUnitE8, ticks)
    return Math.max(1, Math.min(lots, most))
  }

  /** Value in E8 of the settle coin. `ticks` > 0. */
  valueOf(lots: number, ticks: number): number {
    return this.product.valueOf(this.instrument.valueUnitE8, lots, ticks)
  }
}

/** One coin of one account. */
export class Cash {
  readonly wallet = new ExactSum()
  readonly cumRealised = new ExactSum()
  /** Money that came from outside. */
  readonly credited = new ExactSum()
  /** Positions settled in this coin, oldest first. */
  readonly positions: Position[] = []
  /** Positions whose orders hold back this coin without being settled in it: of pairs whose base it is, and their spreads. */
  readonly basePositions: Position[] = []
  /** The balance last told while nothing was held in this coin. */
  flatRow: EngineBalance | null = null

  constructor(
    readonly account: Account,
    readonly coin: string,
  ) {}

  get walletE8(): number {
    return this.wallet.e8
  }

  /** Adds to the wallet; negative takes. */
  receive(amountE8: number): void {
    this.wallet.add(amountE8)
    if (this.walletE8 < 0) this.account.mayOwe = true
  }
}

/** One account in one contract (in hedge mode: in one direction of it): its position and its open orders. */
export class Position {
  /** Signed: negative is short. Rests are what rounding leaves out of a value (`Product.valueRestE8`). */
  lots = 0
  costE8 = 0
  costRestE8 = 0
  leverageE2: number
  realisedE8 = 0
  cumRealisedE8 = 0
  createdAtMs = 0
  updatedAtMs = 0
  /** Isolated only: margin beyond the initial one. */
  extraMarginE8 = 0
  isAutoAddMargin = false
  /** Contracts with session settlement only: the cost that no settlement resets. */
  openCostE8 = 0
  openCostRestE8 = 0
  /** Fees and funding that the open part has paid; each closing takes its share with it. */
  openFeeE8 = 0
  fundingE8 = 0
  /** All funding since it was opened, that of closed parts included; part of `realisedE8`. */
  fundingPaidE8 = 0
  /** See `EnginePosition.adlRank`. */
  adlRank = 0
  /** The other direction in hedge mode. */
  sibling: Position | null = null
  /** Running sums of the ordinary (not reduce-only) orders at rest: leaves, and leaves × their own price. */
  buyLots = 0
  buyValueE8 = 0
  sellLots = 0
  sellValueE8 = 0
  /** Leaves of the reduce-only ones (ADR-1041). */ reducingLots = 0
  openBuys = 0
  openSells = 0
  openReduceOnly = 0
  /** Of the same orders; see `OrderLoss`. */
  readonly orderLoss = new OrderLoss()
  readonly orderMargin = new OrderMarginMemo()
  readonly closingFee = new ClosingFeeMemo()
  readonly liquidation = new LiquidationMemo()
  /** Open orders, oldest first. */
  firstOrder: Order | null = null
  lastOrder: Order | null = null
  /** Take-profits, stop-losses and the trailing stop of the position, oldest first; they stand in the list above too. */
  readonly guards: Order[] = []
  /** The side that the guards were made for: 1 long, −1 short. */
  guardedSide = 0
  /** Set while its `position` event waits for the end of the command. */
  isTouched = false
  /** The coin that its fills exchange for the settle coin; `null` where they move no other one: a spread's are its legs'. */
  readonly base: Cash | null

  constructor(
    readonly account: Account,
    readonly market: Market,
    readonly cash: Cash,
    readonly positionIdx: PositionIdx = 0,
    /** See `Market.exchangedCoin`. */
    readonly exchanged: Cash | null = null,
  ) {
    this.base = market.legs === null ? exchanged : null
    this.leverageE2 = Math.min(account.defaultLeverageE2, market.instrument.maxLeverageE2)
  }

  /** Counts a resting order's leaves into the sums (`sign` 1) or out of them (`sign` −1). */
  count(order: Order, lots: number, sign: 1 | -1): void {
    const { market } = this
    if (order.reduceOnly) {
      if (market.valuation.rules.countsReducing) this.reducingLots += sign * lots
      return
    }
    // Makers' orders are not counted: the exchange funds those.
    if (this.account.role === 'user') this.orderLoss.count(market, order, lots, sign)
    const leaves = order.lots - order.filledLots
    const valueE8 = market.product.partValueE8(market.instrument.valueUnitE8, leaves, lots, order.ticks)
    if (order.side === 'buy') {
      this.buyLots += sign * lots
      this.buyValueE8 += sign * valueE8
    } else {
      this.sellLots += sign * lots
      this.sellValueE8 += sign * valueE8
    }
  }

  /** +1 or −1 in the formulas of risk.ts: the position's direction, turned round where value falls with the price. */
  get direction(): Direction {
    const { sense } = this.market.product
    return this.lots > 0 ? sense : (-sense as Direction)
  }

  /** The rates of an account's level are those of contracts. */
  get takerRateE8(): number {
    const { product, instrument } = this.market
    return ((product.margin === null ? this.account.fees : null) ?? instrument).takerRateE8
  }

  get makerRateE8(): number {
    const { product, instrument } = this.market
    return ((product.margin === null ? this.account.fees : null) ?? instrument).makerRateE8
  }

  get key(): string {
    return positionKey(this.market.instrument.symbol, this.positionIdx)
  }

  link(order: Order): void {
    order.ownPrevious = this.lastOrder
    if (this.lastOrder === null) this.firstOrder = order
    else this.lastOrder.ownNext = order
    this.lastOrder = order
    if (order.side === 'buy') this.openBuys += 1
    else this.openSells += 1
    if (order.reduceOnly) this.openReduceOnly += 1
  }

  unlink(order: Order): void {
    if (order.ownPrevious === null) this.firstOrder = order.ownNext
    else order.ownPrevious.ownNext = order.ownNext
    if (order.ownNext === null) this.lastOrder = order.ownPrevious
    else order.ownNext.ownPrevious = order.ownPrevious
    order.ownPrevious = null
    order.ownNext = null
    if (order.side === 'buy') this.openBuys -= 1
    else this.openSells -= 1
    if (order.reduceOnly) this.openReduceOnly -= 1
  }
}

function positionKey(symbol: string, positionIdx: PositionIdx): string {
  return positionIdx === 0 ? symbol : `${symbol}#${positionIdx}`
}

export class Account {
  /** Set with what follows from it, by `takeMarginMode`. */
  marginMode: MarginMode = 'cross'
  /** `null` where each position holds a margin. */
  coinMargin: CoinMargin<Cash, Position> | null = null
  /** The rates of its level; `null`: each contract's own. */
  fees: EngineFees | null = null
  /** Hedge or one-way by symbol and by settle coin; a symbol's own setting goes first, one-way is the default. */
  readonly hedgeBySymbol = new Map<string, boolean>()
  readonly hedgeByCoin = new Map<string, boolean>()
  /** By `Position.key`. */ readonly positions = new Map<string, Position>()
  readonly cash = new Map<string, Cash>()
  /** The same, in the order in which the account first met them. */
  readonly coins: Cash[] = []
  /** Orders that wait for a maintenance rate, oldest first. */
  readonly rateCloses: Order[] = []
  readonly links: LinkIds
  /** Set while its `wallet` event waits for the end of the command. */
  isTouched = false
  /** Whether a wallet was negative when it was last looked at: nearly every command spares looking at them all. */
  mayOwe = false
  /** What backs its margin. */
  backing: Backing<Cash, Position> = OWN_COIN

  constructor(
    readonly id: string,
    readonly role: AccountRole,
    readonly kind: AccountKind,
    readonly defaultLeverageE2: number,
    links: LinkTable,
  ) {
    this.links = new LinkIds(links)
  }

  coin(coin: string): Cash {
    let cash = this.cash.get(coin)
    if (cash === undefined) {
      cash = new Cash(this, coin)
      this.cash.set(coin, cash)
      this.coins.push(cash)
    }
    return cash
  }

  /** Whether any symbol could be in hedge mode: most accounts never chose it. */
  get hasHedge(): boolean {
    return this.hedgeBySymbol.size > 0 || this.hedgeByCoin.size > 0
  }

  isHedged({ instrument }: Market): boolean {
    if (!this.hasHedge) return false
    if (instrument.allowsHedge !== true) return false
    return this.hedgeBySymbol.get(instrument.symbol) ?? this.hedgeByCoin.get(instrument.settleCoin) ?? false
  }

  /** The positions that the account has in a contract by its mode: one, or long and short. Opens what is missing. */
  sides(market: Market): readonly Position[] {
    return this.isHedged(market) ? [this.position(market, 1), this.position(market, 2)] : [this.position(market)]
  }

  /** Opens nothing. */
  findPosition(market: Market, positionIdx: PositionIdx): Position | null {
    return this.positions.get(positionKey(market.instrument.symbol, positionIdx)) ?? null
  }

  position(market: Market, positionIdx: PositionIdx = 0): Position {
    const key = positionKey(market.instrument.symbol, positionIdx)
    const known = this.positions.get(key)
    if (known !== undefined) return known
    const exchanged = market.exchangedCoin === null ? null : this.coin(market.exchangedCoin)
    const position = new Position(this, market, this.coin(market.instrument.settleCoin), positionIdx, exchanged)
    this.positions.set(key, position)
    exchanged?.basePositions.push(position)
    if (positionIdx !== 0) {
      position.sibling = this.positions.get(positionKey(market.instrument.symbol, positionIdx === 1 ? 2 : 1)) ?? null
      if (position.sibling !== null) position.sibling.sibling = position
    }
    position.cash.positions.push(position)
    market.holders.push(position)
    return position
  }
}

/** An order while the engine works on it. What leaves the engine is a copy (`toEngineOrder`). */
export class Order {
  readonly number: number
  readonly id: string
  readonly linkId: string
  readonly side: Side
  readonly orderType: OrderType
  ticks: number
  lots: number
  filledLots = 0
  filledValueE8 = 0
  filledRestE8 = 0
  feeE8 = 0
  status: OrderStatus = 'new'
  readonly timeInForce: TimeInForce
  readonly reduceOnly: boolean
  readonly closeOnTrigger: boolean
  readonly selfMatch: SelfMatch
  readonly createType: string
  cancelType: string | null = null
  rejectReason: string | null = null
  readonly createdAtMs: number
  updatedAtMs: number
  seq = 0
  /** Where it stands in the book; `null` when it does not rest. */
  level: Level<Order> | null = null
  previous: Order | null = null
  next: Order | null = null
  /** Its neighbours among the open orders of one account in one symbol, oldest first. */
  ownPrevious: Order | null = null
  ownNext: Order | null = null
  /** What makes it wait; replaced as a whole, never changed, so that copies may share it. */
  stop: EngineStop | null = null
  /** What it brings for the position. */
  tpSl: EngineTpSl | null = null
  /** Prices observed up to this one came before the trigger was set (`TriggerBook.observed`). */
  armedAt = 0
  /** What it keeps for its rows; replaced as a whole, never changed. */
  carried: CarriedTerms | null = null
  /** Market-maker protection that pulls it; `null` of one that is not marked. */
  protection: MakerProtection<Order> | null = null
  /** The own order that it met where that ended it. */
  smpOrderId: string | null = null
  /** What its fills closed, and how many of those fills were told; users only. */
  closing: Closing | null = null
  toldClosings = 0

  constructor(
    readonly position: Position,
    fields: OrderFields,
  ) {
    this.number = fields.number
    this.id = orderIdOf(fields.number)
    this.linkId = fields.linkId
    this.side = fields.side
    this.orderType = fields.orderType
    this.ticks = fields.ticks
    this.lots = fields.lots
    this.timeInForce = fields.timeInForce
    this.reduceOnly = fields.reduceOnly
    this.closeOnTrigger = fields.closeOnTrigger
    this.selfMatch = fields.selfMatch
    this.createType = fields.createType
    this.createdAtMs = fields.createdAtMs
    this.updatedAtMs = fields.createdAtMs
  }
}
