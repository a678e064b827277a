import type { OrderCancel, OrderChange } from '../domain/order/order-change'
import type {
  AutoAddMarginSetting,
  LeverageSetting,
  MarginChange,
  PositionModeSetting,
  TradingStop,
} from '../domain/position/position-settings'
import type { AlertChange, AlertTerms } from '../domain/market/price-alert'
import type { Candle, CandleInterval, CandleSource } from '../domain/market/market'
import type { Execution } from '../domain/order/execution'
import type { InstrumentSymbol, Order, OrderId, OrderLinkId, Side } from '../domain/order/order'
import type { AccountMarginMode } from '../domain/position/position'
import type { PublicTopic } from '../domain/market/public-topic'
import type { ForetoldOrder } from '../domain/account/foretold-order'
import type { NewOrder } from '../domain/order/new-order'
import type { FeeRates } from '../domain/account/fee-tier'
import type { Lending, LendingChange, LendingRoom, LoanCharge, SpotPower } from '../domain/account/lending'
import type { ApiKeyInfo, ApiKeyTerms, NewApiKey } from '../domain/account/api-key'
import type { PortfolioRead, WhatIfTrade } from '../domain/risk/portfolio-report'
import type { HubSession, HubStatus, Preferences, StorageKind } from './hub-events'
import type { ChangeRecord, IntentRecord, ReverseRecord } from './hub/store/stored-records'
import type { AlertReference, OrderIntent, Outcome, ReversePress, StrategyPress, StrategyReference } from './presses'
import type { HistoryRows, Read } from './read'
import type { Recording } from './recording'
import type { NamedAccount, VisitorAct } from './visitor-acts'
import type { ConnectionEvent } from './venue/connection-events'

export type { HistoryRows, Read }

export interface TabHello {
  readonly tabId: string
  readonly protocol: number
  readonly build: string
  /** Name of a Web Lock the tab holds for as long as it lives; the hub waits on it to notice its death. */
  readonly lockName: string
  readonly visible: boolean
  /** How often the page went and came back before (`HubBatch.view`); 0 for one that never was away. */
  readonly view: number
  /** Streams that the tab asks for at once, without a further call (`watch`); missing: none yet. */
  readonly watches?: readonly Watch[]
  /** Origins of REST and push of another venue (`HALYARD_API`, `HALYARD_WS`); missing: the page's own. First tab decides. */
  readonly apiBase?: string
  readonly wsBase?: string
  /** What kind of exchange is there (`HALYARD_VENUE`, `venues.ts`); missing: the sandbox. First tab decides. */
  readonly venue?: string
  /** Whose built-in lists stand in where nothing else is known (`HALYARD_REGION`); missing: `global`. First tab decides. */
  readonly region?: 'global' | 'eu'
  /** Language of the exchange's own texts; missing: `en`. */
  readonly language?: string
}

/** An error that nobody saw (decisions 30); the same again only counts. */
export interface Fault {
  readonly atMs: number
  readonly what: string
  readonly message: string
  readonly count: number
}

export interface StreamHealth {
  readonly topic: string
  /** `null` before the first message. */
  readonly seq: number | null
  /** Milliseconds since the newest message; `null` before the first. */
  readonly ageMs: number | null
  readonly watchers: number
  readonly isSynced: boolean
}

export interface TabHealth {
  readonly id: string
  readonly isSelf: boolean
  readonly isVisible: boolean
  readonly streams: number
  readonly batches: number
  /** Whether a batch is on its way to it. */
  readonly isWaiting: boolean
  /** Values that wait for the next batch. */
  readonly pending: number
}

/** What the hub knows of itself, at one moment. */
export interface Diagnostics {
  readonly atMs: number
  readonly epoch: string
  readonly build: string
  readonly protocol: number
  readonly term: number
  readonly upMs: number
  readonly status: HubStatus
  readonly streams: readonly StreamHealth[]
  readonly tabs: readonly TabHealth[]
  readonly queues: {
    readonly sending: number
    readonly unknown: number
    readonly reverses: number
    /** Order calls that may leave now. */
    readonly callsLeft: number
  }
  readonly storage: StorageKind
  /** Bytes of the hub's heap; `null` where the browser does not say. */
  readonly heapBytes: number | null
  /** Characters that the flight recorder holds. */
  readonly recorded: number
  /** What became of the connections, newest last. */
  readonly connections: readonly ConnectionEvent[]
  readonly faults: readonly Fault[]
}

/** Everything the journal knows of the signed-in account's presses: what was meant, and how it ended. No secrets. */
export interface Audit {
  readonly format: 'halyard-audit'
  readonly version: 1
  readonly build: string
  readonly savedAtMs: number
  readonly account: string | null
  readonly intents: readonly IntentRecord[]
  readonly changes: readonly ChangeRecord[]
  readonly reverses: readonly ReverseRecord[]
  readonly faults: readonly Fault[]
}

export type HubWelcome =
  | { readonly ok: true; readonly epoch: string; readonly build: string; readonly session: HubSession | null }
  | { readonly ok: false; readonly reason: 'protocol'; readonly protocol: number }

/** How a book is drawn: levels a side, and how many ticks a level stands for. */
export interface BookShape {
  readonly rows: number
  readonly group: number
}

/** A stream a tab wants, with how it wants it drawn. A book may be drawn in several ways at once, each with a group of its own. */
export type Watch =
  | ({ readonly topic: Extract<PublicTopic, { kind: 'book' }>; readonly others?: readonly BookShape[] } & BookShape)
  | { readonly topic: Exclude<PublicTopic, { kind: 'book' }> }

export interface HistoryQuery {
  readonly symbol: InstrumentSymbol | null
  readonly limit: number
  readonly cursor: string | null
  /** Whether a table shows them: its first page is kept, and given as old as it is without the exchange. */
  readonly isKept?: boolean
}

export interface StrategyOrdersQuery {
  readonly symbol: InstrumentSymbol
  readonly strategyId: string
  readonly cursor: string | null
}

export interface CandleRange {
  readonly symbol: InstrumentSymbol
  readonly interval: CandleInterval
  readonly source: CandleSource
  /** Bars that start at or before this; `null` is now. */
  readonly endMs: number | null
  readonly limit: number
}

/** The life of a tab at the hub, over Comlink. */
export interface HubSessionApi {
  /** First call of a tab; `port` carries `HubBatch` down and `BatchAck` up. */
  hello(hello: TabHello, port: MessagePort): Promise<HubWelcome>
  /** Said on `pagehide`, so that the port is freed at once and the page stays cacheable (B9a). */
  goodbye(tabId: string): Promise<void>
  /** @param view of the page from now on: a number that rises each time that it goes or comes back */
  setVisible(tabId: string, visible: boolean, view: number): Promise<void>
  /** The page has painted a batch of this view: from now on its presses count (decisions 44). */
  drawn(tabId: string, view: number): Promise<void>
  /** Replaces the tab's whole list of streams. */
  watch(tabId: string, watches: readonly Watch[]): Promise<void>
  /**
   * Answers at once; a hub that does not answer within 3 s hangs (B4). `isKnown`: whether it has batches for the tab; a
   * hub of an older build does not say.
   */
  ping(tabId: string): Promise<{ readonly epoch: string; readonly isKnown?: boolean }>
}

/** What a tab may ask of the hub. Every call has a deadline on the tab's side. */
export interface HubCommands {
  placeOrder(intent: OrderIntent): Promise<Outcome<OrderId>>
  amendOrder(id: OrderLinkId, order: OrderChange): Promise<Outcome<OrderId>>
  cancelOrder(id: OrderLinkId, order: OrderCancel): Promise<Outcome<OrderId>>
  /** Closes a position and opens its opposite (decisions 14). @returns the opening order */
  reverse(press: ReversePress): Promise<Outcome<OrderId>>
  /** The user's own press on "closed, not reopened": opens the other side now, under a new name. */
  reopenReverse(id: OrderLinkId, openId: OrderLinkId, pressedAtMs: number): Promise<Outcome<OrderId>>
  /** Leaves it closed. */
  dismissReverse(id: OrderLinkId): Promise<void>
  /** `active` leaves what waits for a trigger. @returns how many were cancelled */
  cancelAll(symbol: InstrumentSymbol | null, only: 'active' | null): Promise<Outcome<number>>
  setLeverage(terms: LeverageSetting): Promise<Outcome<null>>
  /** Starts a TWAP, chase-limit or iceberg order. @returns its id */
  openStrategy(press: StrategyPress): Promise<Outcome<string>>
  /** Ends one, with the order that it has open. */
  cancelStrategy(id: OrderLinkId, strategy: StrategyReference): Promise<Outcome<string>>
  /** Take-profit, stop-loss and trailing stop of a position. */
  setTpSl(terms: TradingStop): Promise<Outcome<null>>
  setMarginMode(mode: AccountMarginMode): Promise<Outcome<null>>
  setPositionMode(terms: PositionModeSetting): Promise<Outcome<null>>
  addMargin(terms: MarginChange): Promise<Outcome<null>>
  setAutoAddMargin(terms: AutoAddMarginSetting): Promise<Outcome<null>>
  /** Borrows, repays, or says what counts as collateral. */
  changeLending(change: LendingChange): Promise<Outcome<null>>
  /** Sets a price alert. */
  addAlert(terms: AlertTerms): Promise<Outcome<null>>
  /** Gives one other terms, as a line that was dragged; it waits anew. */
  amendAlert(change: AlertChange): Promise<Outcome<null>>
  removeAlert(alert: AlertReference): Promise<Outcome<null>>
  /** The user dismisses a refused or not-placed intent, or asks for the same one to be sent again. */
  dismissIntent(id: OrderLinkId): Promise<void>
  resendIntent(id: OrderLinkId): Promise<Outcome<OrderId>>
  setPreferences(chosen: Partial<Preferences>): Promise<void>
  /** What the visitor does with paper accounts, in the app's own browser. @returns the accounts of `list` */
  asVisitor(act: VisitorAct): Promise<Read<readonly NamedAccount[]>>
  /** The programs' keys of the account in use. */
  apiKeys(): Promise<Read<readonly ApiKeyInfo[]>>
  /** Makes one; its secret is in this answer alone. An answer without a code may stand for a key that was made. */
  createApiKey(terms: ApiKeyTerms): Promise<Read<NewApiKey>>
  /** Ends one of them. */
  endApiKey(apiKey: string): Promise<Read<null>>
  /** What the account pays now, in all contracts of this one's category. */
  feeRates(symbol: InstrumentSymbol): Promise<Read<readonly FeeRates[]>>
  /** What an order would do to the account; refused as the order would be. Places nothing. */
  foretell(order: NewOrder): Promise<Read<ForetoldOrder>>
  lending(): Promise<Read<Lending>>
  /** What margins an account with portfolio margin, and would with trades that are not made; of any other account empty. */
  portfolio(trades: readonly WhatIfTrade[]): Promise<Read<PortfolioRead>>
  lendingRoom(coin: string): Promise<Read<LendingRoom>>
  /** With what an order of a pair could be placed, of its own and with what it may borrow. */
  spotPower(symbol: InstrumentSymbol, side: Side): Promise<Read<SpotPower>>
  /** What debts were charged, newest first. */
  loanCharges(query: Omit<HistoryQuery, 'symbol'>): Promise<Read<HistoryRows<LoanCharge>>>
  candles(range: CandleRange): Promise<Read<readonly Candle[]>>
  orderHistory(query: HistoryQuery): Promise<Read<HistoryRows<Order>>>
  executionHistory(query: HistoryQuery): Promise<Read<HistoryRows<Execution>>>
  /** The orders that a strategy sent, newest first. */
  strategyOrders(query: StrategyOrdersQuery): Promise<Read<HistoryRows<Order>>>
  diagnostics(): Promise<Diagnostics>
  audit(): Promise<Audit>
  /** The flight recorder's last minutes of this tab; of the tab that showed a market last, where this one showed none. */
  recording(): Promise<Recording>
  /** An error of the tab that nobody sees: into the hub's log, beside its own. */
  reportFault(what: string, message: string): Promise<void>
  /** Take the private channel back after `elsewhere` (decisions 20). */
  takeOver(): Promise<void>
}

export type HubApi = HubSessionApi & HubCommands
export type CommandName = keyof HubCommands

/** What the answer to a command of this type says, and so which kinds it may be of. */
type KindOf<F> = F extends (...args: never[]) => Promise<infer R>
  ? [R] extends [void]
    ? 'tell'
    : [R] extends [Outcome<unknown>]
      ? 'order' | 'cancel'
      : [R] extends [Read<unknown>]
        ? 'read'
        : 'ask'
  : never

/**
 * How each command is handled on its way; whoever passes commands on derives its list from this one.
 * - `order`: a press that is meant for what the page shows, and counts only while the page shows what is current.
 * - `cancel`: a press that takes something back: late is as good as soon.
 * - `read`: a question that may fail. `tell`: nothing comes back. `ask`: about the hub itself, rejects without one.
 */
export const COMMAND_KINDS = {
  placeOrder: 'order',
  amendOrder: 'order',
  cancelOrder: 'cancel',
  reverse: 'order',
  reopenReverse: 'order',
  dismissReverse: 'tell',
  cancelAll: 'cancel',
  setLeverage: 'order',
  openStrategy: 'order',
  cancelStrategy: 'cancel',
  setTpSl: 'order',
  setMarginMode: 'order',
  setPositionMode: 'order',
  addMargin: 'order',
  setAutoAddMargin: 'order',
  changeLending: 'order',
  addAlert: 'order',
  amendAlert: 'order',
  removeAlert: 'cancel',
  dismissIntent: 'tell',
  resendIntent: 'order',
  setPreferences: 'tell',
  asVisitor: 'read',
  apiKeys: 'read',
  createApiKey: 'read',
  endApiKey: 'read',
  feeRates: 'read',
  foretell: 'read',
  lending: 'read',
  portfolio: 'read',
  lendingRoom: 'read',
  spotPower: 'read',
  loanCharges: 'read',
  candles: 'read',
  orderHistory: 'read',
  executionHistory: 'read',
  strategyOrders: 'read',
  diagnostics: 'ask',
  audit: 'ask',
  recording: 'ask',
  reportFault: 'tell',
  takeOver: 'tell',
} as const satisfies { readonly [K in CommandName]: KindOf<HubCommands[K]> }

export type CommandKind = (typeof COMMAND_KINDS)[CommandName]

/** Any command, where it is only passed on. */
export type AnyCommand = (...args: readonly unknown[]) => Promise<unknown>

/** An object with every command, each made from its name and kind. */
export function everyCommand(make: (name: CommandName, kind: CommandKind) => AnyCommand): HubCommands {
  const entries = Object.entries(COMMAND_KINDS).map(([name, kind]) => [name, make(name as CommandName, kind)])
  return Object.fromEntries(entries) as unknown as HubCommands
}

/** Calls a command by its name. */
export function callCommand<T>(api: object, name: CommandName, args: readonly unknown[]): Promise<T> {
  return (api as { readonly [K in CommandName]: (...args: readonly unknown[]) => Promise<T> })[name](...args)
}
