import type { Wallet } from '../domain/account/wallet'
import type { Instrument } from '../domain/instrument/instrument'
import type { Candle, CandleInterval, CandleSource, Ticker, Trade } from '../domain/market/market'
import type { Execution } from '../domain/order/execution'
import type { InstrumentSymbol, Order, OrderId, OrderLinkId, Side } from '../domain/order/order'
import type { NewStrategy, Strategy } from '../domain/order/strategy'
import type { MarginMode, Position } from '../domain/position/position'
import type { PublicTopic } from '../wire/push/topics'
import type { CreateOrder, OrderReference, ReplaceOrder } from '../wire/rest/create-order'
import type { ChangeRecord, IntentRecord, ReverseRecord } from './hub/vault'
import type { Recording } from './recording'
import type { Leverage, Qty } from '../domain/decimal'
import type { AddMargin, SetAutoAddMargin, SetLeverage, SetPositionMode } from '../wire/rest/position-settings'
import type { SetTpSl } from '../wire/rest/trading-stop'

/** Decisions 36. One per channel; what the page shows is the worse of the two. */
export type FeedState = 'connecting' | 'live' | 'stale' | 'resync' | 'offline' | 'elsewhere'

/** A user's press, complete and immutable before the first await (I11). `id` is client-tag and orderLinkId in one. */
export interface OrderIntent {
  readonly id: OrderLinkId
  readonly order: CreateOrder
  readonly pressedAtMs: number
  /** Account the ticket showed at the press; the hub refuses when another one is signed in. */
  readonly account: string
}

/** Why an order was not taken. `code` is the exchange's return code, or `null` when the hub itself refused. */
export interface Rejection {
  readonly code: number | null
  readonly reason:
    | 'refusedByExchange'
    | 'offline'
    | 'notLive'
    | 'rulesUnconfirmed'
    | 'cannotRecord'
    | 'duplicate'
    | 'wrongAccount'
    | 'rateLimited'
    | 'signedOut'
    /** Two look-ups after the landing time agree that the exchange never took it. */
    | 'notTaken'
    /** A later amend of the same order took its place, so what became of it cannot be seen. */
    | 'overwritten'
    /** The order was finished before the change reached it (O11). */
    | 'orderEnded'
    /** There is no position any more that could be guarded (O16). */
    | 'positionClosed'
    /** Another reverse is on its way (O14). */
    | 'reversing'
  readonly message: string
  readonly ext: Readonly<Record<string, unknown>>
}

/** Three outcomes (decisions 9): unknown is neither failed nor done, and resolves later through the account stream. */
export type Outcome<T> =
  | { readonly kind: 'accepted'; readonly value: T }
  | { readonly kind: 'refused'; readonly rejection: Rejection }
  | { readonly kind: 'unknown' }

/** A press that has no order yet, or whose fate is not known. Shown as an order row. */
export interface IntentState {
  readonly id: OrderLinkId
  readonly order: CreateOrder
  readonly pressedAtMs: number
  readonly state: 'sending' | 'unknown' | 'notPlaced' | 'refused' | 'accepted'
  readonly rejection: Rejection | null
}

export interface StrategyReference {
  readonly symbol: InstrumentSymbol
  readonly strategyId: string
}

/** A press that starts a strategy: like an order's, complete and immutable before the first await (I11). */
export interface StrategyPress {
  readonly id: OrderLinkId
  readonly strategy: NewStrategy
  readonly pressedAtMs: number
  /** Account the ticket showed at the press. */
  readonly account: string
}

/** A press that changes what is there already, or starts a strategy, which only lists of its own show. A cancel of all names the orders that it meant. */
export type Change =
  | { readonly kind: 'amend'; readonly order: ReplaceOrder }
  | { readonly kind: 'cancel'; readonly order: OrderReference }
  | { readonly kind: 'cancelAll'; readonly symbol: InstrumentSymbol | null; readonly orderIds: readonly OrderId[] }
  | ({ readonly kind: 'leverage' } & SetLeverage)
  | { readonly kind: 'tpSl'; readonly terms: SetTpSl }
  | { readonly kind: 'marginMode'; readonly mode: MarginMode }
  | ({ readonly kind: 'positionMode' } & SetPositionMode)
  | ({ readonly kind: 'margin' } & AddMargin)
  | ({ readonly kind: 'autoAddMargin' } & SetAutoAddMargin)
  | { readonly kind: 'openStrategy'; readonly strategy: NewStrategy }
  | ({ readonly kind: 'cancelStrategy' } & StrategyReference)

/** A change whose end is not known yet. */
export interface ChangeState {
  readonly id: OrderLinkId
  readonly change: Change
  readonly pressedAtMs: number
  readonly state: 'sending' | 'unknown'
}

/** A press of "Reverse": the position as it was shown, and the names of both legs, made before anything leaves. */
export interface ReversePress {
  readonly id: OrderLinkId
  readonly account: string
  readonly symbol: InstrumentSymbol
  readonly positionIdx: 0 | 1 | 2
  readonly side: Side
  readonly size: Qty
  readonly closeId: OrderLinkId
  readonly openId: OrderLinkId
  /** Leverage of the new position; `null` leaves it as it is. */
  readonly leverage: Leverage | null
  readonly pressedAtMs: number
}

/** A reverse that has not ended. `notReopened`: closed, and what opens the other side was not sent or not taken (O13). */
export interface ReverseState {
  readonly press: ReversePress
  readonly stage: 'closing' | 'opening' | 'notReopened'
  /** What the closing order really filled; `null` while that is not known. */
  readonly filledQty: Qty | null
  readonly rejection: Rejection | null
}

/** One line for a toast; made once, shown in one tab. Text is built by the tab from these parts. */
export interface Notice {
  readonly id: string
  readonly kind:
    | 'orderPlaced'
    | 'orderAmended'
    | 'orderCanceled'
    | 'orderFilled'
    | 'orderPartiallyFilled'
    | 'orderRejected'
    /** Some parts of a split order were not taken; the others stand (spec §8, 39303; reliability O15). */
    | 'orderSplitFailed'
    | 'orderUnknown'
    | 'orderNotPlaced'
    | 'changeUnknown'
    | 'changeRefused'
    /** The same ticket was just sent from another tab (O8). */
    | 'orderRepeated'
    | 'reverseNotReopened'
    | 'liquidated'
    /** A strategy came to its end, whoever ended it. */
    | 'strategyEnded'
  readonly order: Order | null
  readonly intent: IntentState | null
  readonly rejection: Rejection | null
  readonly timeMs: number
  /** Of `changeUnknown` and `changeRefused`. */
  readonly change?: Change['kind']
  /** Of `orderSplitFailed`: what was not taken, and what it is counted in. */
  readonly split?: { readonly failedQty: Qty; readonly coin: string }
  /** Of `strategyEnded`. */
  readonly strategy?: Strategy
}

/**
 * The part of a book that a tab draws: whole ticks and lots of `instrument`, best first,
 * `[ticks, lots, ticks, lots …]`. `group` is the number of ticks a row stands for (1 = as it is).
 */
export interface BookView {
  readonly symbol: InstrumentSymbol
  readonly group: number
  readonly bids: Float64Array
  readonly asks: Float64Array
  /** Levels known beyond the view count as "more"; an empty side is a real empty side. */
  readonly updateId: number
  readonly timeMs: number
}

export interface ChannelStatus {
  readonly state: FeedState
  /** Server time of the newest data (not heartbeat) of the channel; `null` before the first. */
  readonly lastDataAtMs: number | null
  /** Local `Date.now()` at which the newest data of the channel arrived. */
  readonly lastDataLocalMs: number | null
  readonly seq: number
  readonly reconnects: number
  /** Round trip of the last ping, milliseconds. */
  readonly latencyMs: number | null
}

export interface HubStatus {
  readonly publicChannel: ChannelStatus
  readonly privateChannel: ChannelStatus
  /** The page's `data-feed-state`: the worse of the two. */
  readonly state: FeedState
  readonly tabs: number
  /** Server clock minus local clock, milliseconds (median of the last five). */
  readonly clockOffsetMs: number
  readonly dropped: number
  readonly resyncs: number
}

/** Everything that flows to tabs. Sent in batches over a MessagePort; each value survives structured clone. */
export type HubEvent =
  | { readonly type: 'status'; readonly status: HubStatus }
  | { readonly type: 'session'; readonly session: HubSession | null }
  | { readonly type: 'ticker'; readonly ticker: Ticker; readonly stale: boolean }
  | { readonly type: 'book'; readonly book: BookView; readonly stale: boolean }
  | {
      readonly type: 'trades'
      readonly symbol: InstrumentSymbol
      readonly trades: readonly Trade[]
      readonly isSnapshot: boolean
    }
  | {
      readonly type: 'candles'
      readonly symbol: InstrumentSymbol
      readonly interval: CandleInterval
      readonly source: CandleSource
      readonly candles: readonly Candle[]
    }
  /** Tells a chart that bars may be missing: ask for history again (F18). */
  | {
      readonly type: 'candleReset'
      readonly symbol: InstrumentSymbol
      readonly interval: CandleInterval
      readonly source: CandleSource
    }
  | { readonly type: 'orders'; readonly orders: readonly Order[]; readonly isSnapshot: boolean }
  | { readonly type: 'positions'; readonly positions: readonly Position[]; readonly isSnapshot: boolean }
  | { readonly type: 'wallet'; readonly wallet: Wallet | null }
  | { readonly type: 'executions'; readonly executions: readonly Execution[]; readonly isSnapshot: boolean }
  | { readonly type: 'preferences'; readonly preferences: Preferences }
  /** Newest first: those that run, and the last ones that ended. */
  | { readonly type: 'strategies'; readonly strategies: readonly Strategy[] }
  /** Presses that are not orders yet, changes and reverses that have not ended. */
  | {
      readonly type: 'intents'
      readonly intents: readonly IntentState[]
      readonly changes: readonly ChangeState[]
      readonly reverses: readonly ReverseState[]
    }
  | { readonly type: 'notice'; readonly notice: Notice }
  /** `confirmed` false: from a cache or the built-in list, view only (I17). */
  | {
      readonly type: 'instruments'
      readonly instruments: readonly Instrument[]
      readonly confirmed: boolean
      readonly asOfMs: number | null
    }

/** One message to a tab. `epoch` names the hub's life; another epoch means: say hello again (B5). */
export interface HubBatch {
  readonly epoch: string
  readonly seq: number
  readonly events: readonly HubEvent[]
}

/** A tab's answer on the same port; the next batch is sent only after it (one in flight, conflated meanwhile). */
export interface BatchAck {
  readonly ack: number
}

export interface HubSession {
  readonly account: string
  readonly name: string
  readonly kind: string
}

export interface TabHello {
  readonly tabId: string
  readonly protocol: number
  readonly build: string
  /** Name of a Web Lock the tab holds for as long as it lives; the hub waits on it to notice its death. */
  readonly lockName: string
  readonly visible: boolean
  /** Origins of REST and push of another venue (`HALYARD_API`, `HALYARD_WS`); missing: the page's own. First tab decides. */
  readonly apiBase?: string
  readonly wsBase?: string
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
  readonly storage: 'disk' | 'memory'
  /** Bytes of the hub's heap; `null` where the browser does not say. */
  readonly heapBytes: number | null
  /** Characters that the flight recorder holds. */
  readonly recorded: number
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

/** What a member chose once for all his browsers (spec §7, pref-setting). */
export interface Preferences {
  /** Whether "Reverse" shows what it will do before it does it. */
  readonly asksBeforeReverse: boolean
}

export type HubWelcome =
  | { readonly ok: true; readonly epoch: string; readonly build: string; readonly session: HubSession | null }
  | { readonly ok: false; readonly reason: 'protocol'; readonly protocol: number }

/** A stream a tab wants, with how it wants it drawn. */
export type Watch =
  | { readonly topic: Extract<PublicTopic, { kind: 'book' }>; readonly rows: number; readonly group: number }
  | { readonly topic: Exclude<PublicTopic, { kind: 'book' }> }

export interface HistoryQuery {
  readonly symbol: InstrumentSymbol | null
  readonly limit: number
  readonly cursor: string | null
}
export interface StrategyOrdersQuery {
  readonly symbol: InstrumentSymbol
  readonly strategyId: string
  readonly cursor: string | null
}
export interface HistoryRows<T> {
  readonly rows: readonly T[]
  readonly nextCursor: string | null
}
/** A read that may fail: the spec's `hasError` (decisions 8). Rows from a snapshot on disk carry the time they were true. */
export type Read<T> =
  | { readonly hasError: false; readonly value: T; readonly asOfMs: number; readonly fromCache: boolean }
  | { readonly hasError: true; readonly message: string; readonly code: number | null }

export interface CandleRange {
  readonly symbol: InstrumentSymbol
  readonly interval: CandleInterval
  readonly source: CandleSource
  /** Bars that start at or before this; `null` is now. */
  readonly endMs: number | null
  readonly limit: number
}

/** What a tab may ask of the hub, over Comlink. Every call has a deadline on the tab's side. */
export interface HubApi {
  /** First call of a tab; `port` carries `HubBatch` down and `BatchAck` up. */
  hello(hello: TabHello, port: MessagePort): Promise<HubWelcome>
  /** Said on `pagehide`, so that the port is freed at once and the page stays cacheable (B9a). */
  goodbye(tabId: string): Promise<void>
  setVisible(tabId: string, visible: boolean): Promise<void>
  /** Replaces the tab's whole list of streams. */
  watch(tabId: string, watches: readonly Watch[]): Promise<void>
  placeOrder(intent: OrderIntent): Promise<Outcome<OrderId>>
  amendOrder(id: OrderLinkId, order: ReplaceOrder): Promise<Outcome<OrderId>>
  cancelOrder(id: OrderLinkId, order: OrderReference): Promise<Outcome<OrderId>>
  /** Closes a position and opens its opposite (decisions 14). @returns the opening order */
  reverse(press: ReversePress): Promise<Outcome<OrderId>>
  /** The user's own press on "closed, not reopened": opens the other side now, under a new name. */
  reopenReverse(id: OrderLinkId, openId: OrderLinkId, pressedAtMs: number): Promise<Outcome<OrderId>>
  /** Leaves it closed. */
  dismissReverse(id: OrderLinkId): Promise<void>
  /** `active` leaves what waits for a trigger. @returns how many were cancelled */
  cancelAll(symbol: InstrumentSymbol | null, only: 'active' | null): Promise<Outcome<number>>
  setLeverage(terms: SetLeverage): Promise<Outcome<null>>
  /** Starts a TWAP, chase-limit or iceberg order. @returns its id */
  openStrategy(press: StrategyPress): Promise<Outcome<string>>
  /** Ends one, with the order that it has open. */
  cancelStrategy(id: OrderLinkId, strategy: StrategyReference): Promise<Outcome<string>>
  /** Take-profit, stop-loss and trailing stop of a position. */
  setTpSl(terms: SetTpSl): Promise<Outcome<null>>
  setMarginMode(mode: MarginMode): Promise<Outcome<null>>
  setPositionMode(terms: SetPositionMode): Promise<Outcome<null>>
  addMargin(terms: AddMargin): Promise<Outcome<null>>
  setAutoAddMargin(terms: SetAutoAddMargin): Promise<Outcome<null>>
  /** The user dismisses a refused or not-placed intent, or asks for the same one to be sent again. */
  dismissIntent(id: OrderLinkId): Promise<void>
  resendIntent(id: OrderLinkId): Promise<Outcome<OrderId>>
  setPreferences(preferences: Preferences): Promise<void>
  candles(range: CandleRange): Promise<Read<readonly Candle[]>>
  orderHistory(query: HistoryQuery): Promise<Read<HistoryRows<Order>>>
  executionHistory(query: HistoryQuery): Promise<Read<HistoryRows<Execution>>>
  /** The orders that a strategy sent, newest first. */
  strategyOrders(query: StrategyOrdersQuery): Promise<Read<HistoryRows<Order>>>
  diagnostics(): Promise<Diagnostics>
  audit(): Promise<Audit>
  /** The flight recorder's last minutes of this tab. */
  recording(): Promise<Recording>
  /** An error of the tab that nobody sees: into the hub's log, beside its own. */
  reportFault(what: string, message: string): Promise<void>
  /** Take the private channel back after `elsewhere` (decisions 20). */
  takeOver(): Promise<void>
  /**
   * Answers at once; a hub that does not answer within 3 s hangs (B4). `isKnown`: whether it has batches for the tab; a
   * hub of an older build does not say.
   */
  ping(tabId: string): Promise<{ readonly epoch: string; readonly isKnown?: boolean }>
}
