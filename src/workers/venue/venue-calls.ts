import type { ApiKeyInfo, ApiKeyTerms, NewApiKey } from '../../domain/account/api-key'
import type { ForetoldOrder } from '../../domain/account/foretold-order'
import type { FeeRates } from '../../domain/account/fee-tier'
import type {
  LendingChange,
  LendingRoom,
  LendingSetting,
  LentCoin,
  LoanCharge,
  SpotPower,
} from '../../domain/account/lending'
import type { AccountKind, Wallet } from '../../domain/account/wallet'
import type { Leverage, Price, Qty } from '../../domain/decimal'
import type { CollateralTier } from '../../domain/risk/collateral'
import type { Contract } from '../../domain/instrument/contract'
import type { SingleMarket } from '../../domain/instrument/market-type'
import type { SpotPair } from '../../domain/instrument/spot-pair'
import type { AlertChange, AlertTerms, PriceAlert } from '../../domain/market/price-alert'
import type { Candle, CandleInterval, CandleSource } from '../../domain/market/market'
import type { Execution } from '../../domain/order/execution'
import type { NewOrder } from '../../domain/order/new-order'
import type { InstrumentSymbol, Order, OrderId, Side } from '../../domain/order/order'
import type { OrderCancel, OrderChange } from '../../domain/order/order-change'
import type { NewStrategy, Strategy } from '../../domain/order/strategy'
import type { AccountMarginMode, Position } from '../../domain/position/position'
import type {
  AutoAddMarginSetting,
  LeverageSetting,
  MarginChange,
  PositionModeSetting,
  TradingStop,
} from '../../domain/position/position-settings'
import type { PortfolioRead, WhatIfTrade } from '../../domain/risk/portfolio-report'
import type { Unreadable } from '../../base/unreadable'
import type { HubSession, Preferences } from '../hub-events'
import type { Read } from '../read'
import type { NamedAccount, VisitorAct } from '../visitor-acts'
import type { Answer, VenueCall } from './venue-http'

/** What a refusal says to the hub itself, beyond what it says to the user. */
export type RefusalMeaning =
  /** Nobody is signed in any more. */
  | 'sessionEnded'
  /** The venue cannot say what became of the call … */
  | 'unanswered'
  /** … because it waited for itself too long. */
  | 'timedOut'
  /** Its compliance rules forbid the call. */
  | 'compliance'
  /** Too many calls. */
  | 'rateLimited'
  /** The id names something that is there already. */
  | 'duplicateId'
  /** Some parts of a split order were not taken; the others stand. */
  | 'splitPartly'
  /** It is as was asked for already. */
  | 'unchanged'
  /** No open order is known under the id. */
  | 'orderGone'
  /** What was sent is not as it has to be … */
  | 'badRequest'
  /** … in its contract, which is not there, or has no position. */
  | 'unknownSymbol'

/** What a refusal is recognised by. */
export interface RefusalCode {
  readonly code: number | null
  readonly message?: string
  readonly ext?: Readonly<Record<string, unknown>>
}

/** A page of a list. */
export interface Page<T> {
  readonly rows: readonly T[]
  /** What the next page is asked for with; `null` at the end. */
  readonly nextCursor: string | null
  /**
   * As of what of the rows' own `seq` this page is complete: a change that it does not show came later. `null` where the
   * venue does not say; then nothing follows from an absence.
   */
  readonly asOfSeq: number | null
}

/** When, by the venue, something was seen or not seen: its sequence, or its time where it has none. */
export interface AsOf {
  readonly seq: number
  readonly timeMs: number
}

export interface PageQuery {
  readonly cursor: string | null
  /** At most so many rows. */
  readonly limit: number
}

/** A page of the past, newest first; `null` for every contract. */
export interface HistoryPageQuery extends PageQuery {
  readonly symbol: InstrumentSymbol | null
}

export interface CandleQuery {
  readonly symbol: InstrumentSymbol
  readonly interval: CandleInterval
  readonly source: CandleSource
  /** Start of the last bar asked for; `null`: the newest. */
  readonly endMs: number | null
  readonly limit: number
}

export interface InstrumentList {
  readonly version: string
  readonly instruments: readonly Contract[]
  /** Rows that cannot be read, or may not stand beside those before them: the rest of the list stands. */
  readonly refused: readonly { readonly row: string; readonly error: Unreadable }[]
}

/** The spot lists by their names in spec §4: the combined one, and those of the third and second form. */
export type SpotListName = 'all' | 'v3' | 'v2'

export interface SpotList {
  /** That the venue names when it is in force; `null` of the second form. */
  readonly version: string | null
  readonly pairs: readonly SpotPair[]
  readonly refused: InstrumentList['refused']
}

export interface SessionTerms {
  readonly account: string
  readonly name: string
  readonly kind: AccountKind
  /** Whether what comes after its deadline is refused here. */
  readonly keepsValidUntil: boolean
}

/** How a press ended whose answer was lost; `answer` is `null` where none had arrived. */
export interface FirstAnswer extends AsOf {
  readonly answer: {
    readonly code: number
    readonly message: string
    readonly ext: Readonly<Record<string, unknown>>
  } | null
  /** From this time on the exchange has forgotten no press; of an older one `null` says nothing. */
  readonly knownFromMs: number
}

/** One order, by one of its names. */
export interface OrderName {
  readonly symbol: InstrumentSymbol
  readonly orderId?: string
  readonly orderLinkId?: string
}

export interface SessionCalls {
  /** Opens this browser's account, or returns to it. */
  session(): VenueCall<SessionTerms>
  /**
   * What a visitor does with paper accounts in the app's own browser: its pages have no cookie to do it by. Rejects when
   * the file with it does not come. @returns the accounts of `list`; of any other act none
   */
  asVisitor<Ports extends VisitorPorts>(
    act: VisitorAct,
    session: VisitorSession<Ports>,
    ask: AskWith<Ports>,
  ): Promise<Read<readonly NamedAccount[]>>
  /** A token for one log-in on the private socket. */
  oneTimeToken(): VenueCall<string>
  preferences(): VenueCall<Preferences>
  setPreferences(chosen: Partial<Preferences>): VenueCall<null>
  /** Rejects when the file with them does not come. */
  keys(): Promise<KeyCalls>
}

/** Of programs' keys. */
export interface KeyCalls {
  list(): VenueCall<readonly ApiKeyInfo[]>
  create(terms: ApiKeyTerms): VenueCall<NewApiKey>
  end(apiKey: string): VenueCall<null>
}

/** What a hub's session asks by. */
export interface VisitorPorts {
  readonly calls: { session(): VenueCall<SessionTerms> }
  readonly rest: { userToken: string | null }
}

/** The session of a hub, as far as a visitor's act changes it. */
export interface VisitorSession<Ports extends VisitorPorts = VisitorPorts> {
  readonly current: HubSession | null
  isOpening: boolean
  open(): Promise<void>
  begin(terms: SessionTerms): void
  end(): void
  readonly ports: Ports
}

/** Asks the venue. @param what the call is named in the log */
export type AskWith<Ports> = <T>(ports: Ports, what: string, call: VenueCall<T>) => Promise<Read<T>>

export interface MarketCalls {
  instruments(): VenueCall<InstrumentList>
  instrument(symbol: InstrumentSymbol): VenueCall<Contract>
  /** What is listed one by one; `null` where the venue has none of that name. */
  single(symbol: InstrumentSymbol): VenueCall<SingleMarket | null>
  spotList(list: SpotListName): VenueCall<SpotList>
  /** Oldest first. @param nowMs time of the venue, which says whether the newest bar is closed */
  candles(query: CandleQuery, nowMs: number): VenueCall<readonly Candle[]>
}

export interface AccountCalls {
  openOrders(page: PageQuery): VenueCall<Page<Order>>
  /** Those of one contract in one page, to see what a cancel of all has left. */
  openOrdersOf(symbol: InstrumentSymbol | null): VenueCall<AsOf & { readonly orders: readonly Order[] }>
  /** One order, open or ended. */
  order(name: OrderName): VenueCall<AsOf & { readonly order: Order | null }>
  endedOrders(page: HistoryPageQuery): VenueCall<Page<Order>>
  positions(page: PageQuery): VenueCall<Page<Position>>
  /** Those of one contract, empty ones included. */
  positionsOf(symbol: InstrumentSymbol): VenueCall<AsOf & { readonly positions: readonly Position[] }>
  marginMode(): VenueCall<AsOf & { readonly mode: AccountMarginMode }>
  wallets(): VenueCall<readonly Wallet[]>
  /** What an account with portfolio margin is margined by, an underlying each; empty with any other mode. */
  portfolio(trades: readonly WhatIfTrade[]): VenueCall<PortfolioRead>
  /** What an order would do to the account; refused as the order would be. Places nothing. */
  foretell(order: NewOrder): VenueCall<ForetoldOrder>
  /** What the account pays now, in all contracts of this one's category. */
  feeRates(symbol: InstrumentSymbol): VenueCall<readonly FeeRates[]>
  executions(page: HistoryPageQuery): VenueCall<Page<Execution>>
  /** @param symbol `null`: of the whole account */
  strategies(symbol: InstrumentSymbol | null): VenueCall<AsOf & { readonly strategies: readonly Strategy[] }>
  /** Those of the account, newest first. */
  alerts(): VenueCall<AsOf & { readonly alerts: readonly PriceAlert[] }>
  strategyOrders(strategyId: string, symbol: InstrumentSymbol, page: PageQuery): VenueCall<Page<Order>>
  /** @param id that of the press */
  firstAnswer(id: string): VenueCall<FirstAnswer>
}

/** Loans and collateral. */
export interface LendingCalls {
  lentCoins(): VenueCall<readonly Omit<LentCoin, 'repaysItself' | 'leverage' | 'slices'>[]>
  /** By coin. */
  collateralSlices(): VenueCall<ReadonlyMap<string, readonly CollateralTier[]>>
  /** Whether orders of pairs may borrow. */
  isSpotMargin(): VenueCall<boolean>
  /** Coins whose free part repays them by itself. */
  selfRepaid(): VenueCall<ReadonlySet<string>>
  /** By coin. */
  borrowLeverages(): VenueCall<ReadonlyMap<string, Leverage>>
  /** With what an account could trade a pair on a side. */
  spotPower(symbol: InstrumentSymbol, side: Side): VenueCall<Pick<SpotPower, 'coin' | 'own' | 'most'>>
  /** Whether a setting is as the change would have it. */
  isLendingSet(setting: LendingSetting): VenueCall<AsOf & { readonly isSet: boolean }>
  borrowable(coin: string): VenueCall<LendingRoom['borrowable']>
  repayable(coin: string): VenueCall<LendingRoom['repayable']>
  loanCharges(page: PageQuery): VenueCall<Page<LoanCharge>>
  /** Goes out once, with `pressHeaders`, as those of `TradingCalls`. */
  changeLending(change: LendingChange): VenueCall<null>
}

/** What of a split order was not taken. */
export interface FailedParts {
  /** In units of the order. */
  readonly failedQty: Qty
  /** How many orders it was to be, and how many were taken; `null` where the venue does not say. */
  readonly counts: { readonly parts: number; readonly placed: number } | null
  /** Why the first of the others was refused; `null` where the venue names no reason. */
  readonly why: (Pick<Answer, 'message' | 'ext'> & { readonly code: number }) | null
}

/** Calls that change what the account keeps. Each goes out once, with `pressHeaders`. */
export interface TradingCalls {
  /** @param kind of the account that it is for: some venues have calls of their own for a kind */
  createOrder(order: NewOrder, kind: AccountKind | null): VenueCall<OrderId>
  /** What of a split order was not taken, and why; of an answer that means `splitPartly`. */
  failedParts(answer: Answer): FailedParts
  /** Of an answer that took an order: the limit price that it was placed with; `null` where the venue does not say. */
  placedPrice(answer: Answer): Price | null
  amendOrder(order: OrderChange): VenueCall<OrderId>
  cancelOrder(order: OrderCancel): VenueCall<OrderId>
  /** How many were cancelled. @param only `active`: orders that wait in the book; `null`: every open one */
  cancelAll(symbol: InstrumentSymbol | null, only: 'active' | null): VenueCall<number>
  setTpSl(terms: TradingStop): VenueCall<null>
  setLeverage(terms: LeverageSetting): VenueCall<null>
  setMarginMode(mode: AccountMarginMode): VenueCall<null>
  setPositionMode(terms: PositionModeSetting): VenueCall<null>
  addMargin(terms: MarginChange): VenueCall<null>
  setAutoAddMargin(terms: AutoAddMarginSetting): VenueCall<null>
  /** The strategy's id, also of the next. */
  openStrategy(strategy: NewStrategy): VenueCall<string>
  cancelStrategy(strategyId: string, symbol: InstrumentSymbol): VenueCall<string>
  /** The alert bears the id of its press. */
  addAlert(terms: AlertTerms): VenueCall<null>
  amendAlert(change: AlertChange): VenueCall<null>
  removeAlert(alertId: string): VenueCall<null>
}

/** Everything that a hub asks of a venue by call. */
export interface VenueCalls extends SessionCalls, MarketCalls, AccountCalls, LendingCalls, TradingCalls {
  /** @param validUntilMs time of the venue after which it is to refuse the call; `null` for none */
  pressHeaders(id: string, validUntilMs: number | null): Readonly<Record<string, string>>
  /** @returns `null` for a refusal that says nothing to the hub */
  meaning(refusal: RefusalCode): RefusalMeaning | null
}
