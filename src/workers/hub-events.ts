import type { AccountKind, Wallet } from '../domain/account/wallet'
import type { Price, Qty } from '../domain/decimal'
import type { Contract } from '../domain/instrument/contract'
import type { SingleMarket } from '../domain/instrument/market-type'
import type { SpotPair } from '../domain/instrument/spot-pair'
import type { PriceAlert } from '../domain/market/price-alert'
import type { Candle, CandleInterval, CandleSource, Ticker, Trade } from '../domain/market/market'
import type { Execution } from '../domain/order/execution'
import type { InstrumentSymbol, Order } from '../domain/order/order'
import type { Strategy } from '../domain/order/strategy'
import type { Position } from '../domain/position/position'
import type { Change, ChangeState, IntentState, Rejection, ReverseState } from './presses'

/** Of a list of symbols: pending until something came or failed, resolved by an answer or a stored copy (spec §4). */
export type ListStatus = 'pending' | 'resolved' | 'rejected'

/** Decisions 36. One per channel; what the page shows is the worse of the two. */
export type FeedState = 'connecting' | 'live' | 'stale' | 'resync' | 'offline' | 'elsewhere'

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
    /** What guards a position has fired, and waits since its fill would liquidate the rest of the account. */
    | 'orderHeldBack'
    /** Some parts of a split order were not taken; the others stand (spec §8, 39303; reliability O15). */
    | 'orderSplitFailed'
    | 'orderUnknown'
    | 'orderNotPlaced'
    /** A call that nobody pressed for, or one whose refusal concerns more than the press. */
    | 'callRefused'
    | 'changeUnknown'
    | 'changeRefused'
    /** The same ticket was just sent from another tab (O8). */
    | 'orderRepeated'
    | 'reverseNotReopened'
    /** The exchange has gone back to an earlier state, as after a backup was restored. */
    | 'exchangeWentBack'
    /** A strategy came to its end, whoever ended it. */
    | 'strategyEnded'
    /** A price alert of the account has fired. */
    | 'priceAlert'
    /** A position was delivered at the end of what it was in: nobody's order closed it. */
    | 'delivered'
  readonly order: Order | null
  readonly intent: IntentState | null
  readonly rejection: Rejection | null
  readonly timeMs: number
  /** Of `orderCanceled`: the other leg over the same amount, which was cancelled with it. */
  readonly pair?: Order
  /** Of `orderPlaced`: the price that it was placed with, where the answer said it. */
  readonly placedPrice?: Price
  /** Of `orderAmended`: the order as it was, where that is known. */
  readonly before?: Order
  /** Of `changeUnknown` and `changeRefused`. */
  readonly change?: Change['kind']
  /** Of `orderSplitFailed`: what was not taken, what it is counted in, and how many of how many parts were taken. */
  readonly split?: {
    readonly failedQty: Qty
    readonly coin: string
    readonly counts?: { readonly parts: number; readonly placed: number } | null
  }
  /** Of `strategyEnded`. */
  readonly strategy?: Strategy
  /** Of `priceAlert`: as it is since. */
  readonly alert?: PriceAlert
  /** Of `delivered`. */
  readonly execution?: Execution
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

/**
 * As of when each of the account's values is known: the time of its last message, and the last moment at which its
 * channel was whole. In the time of this computer.
 */
export interface AccountTimes {
  readonly orders: number
  readonly positions: number
  readonly wallets: number
}

/** The same of everything that is watched, by what it is (`valueOf`) or the account's own names. */
export type ValueTimes = Readonly<Record<string, number>> & Partial<AccountTimes>

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
  /** Missing in recordings of older builds, as is what follows. */
  readonly storage?: StorageKind
  readonly asOf?: ValueTimes
}

/**
 * Whether presses are remembered beyond this hub: on disk; not at all, as the browser gave no storage; or the newest one
 * could not be written down (D3). `opening` until that is known.
 */
export type StorageKind = 'opening' | 'disk' | 'memory' | 'failing'

/** Everything that flows to tabs. Sent in batches over a MessagePort; each value survives structured clone. */
export type HubEvent =
  | { readonly type: 'status'; readonly status: HubStatus }
  /**
   * `hasEnded`: nobody is signed in because somebody signed out, and not because the hub has yet to ask. `kept`: whose
   * rows are shown meanwhile, as they were last known.
   */
  | {
      readonly type: 'session'
      readonly session: HubSession | null
      readonly hasEnded?: boolean
      readonly kept?: HubSession | null
    }
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
  /** Price alerts, newest first, those that are over included. Nothing is said of them while they are not known. */
  | { readonly type: 'alerts'; readonly alerts: readonly PriceAlert[] }
  /** Presses that are not orders yet, changes and reverses that have not ended. */
  | {
      readonly type: 'intents'
      readonly intents: readonly IntentState[]
      readonly changes: readonly ChangeState[]
      readonly reverses: readonly ReverseState[]
    }
  | { readonly type: 'notice'; readonly notice: Notice }
  /** What the exchange announces to everybody, the whole list, as it was sent: a tab reads it (`AnnouncementsModel`). */
  | { readonly type: 'announcements'; readonly data: unknown }
  /** `confirmed` false: from a cache or the built-in list, view only (I17). */
  | {
      readonly type: 'instruments'
      readonly instruments: readonly Contract[]
      readonly confirmed: boolean
      readonly asOfMs: number | null
      readonly status: ListStatus
      /** That the exchange last named; `null` before, and while nobody is connected to it. */
      readonly versionInForce: string | null
    }
  /** The spot pairs; `confirmed` as above. */
  | {
      readonly type: 'spotPairs'
      readonly pairs: readonly SpotPair[]
      readonly confirmed: boolean
      readonly status: ListStatus
      readonly asOfMs: number | null
    }

  /** Those of them that a tab has looked at: `confirmed` as above, `missing` are names that the exchange does not list. */
  | {
      readonly type: 'singles'
      readonly markets: readonly SingleMarket[]
      readonly confirmed: readonly InstrumentSymbol[]
      readonly missing: readonly InstrumentSymbol[]
    }

/** One message to a tab. `epoch` names the hub instance; another epoch means: say hello again (B5). */
export interface HubBatch {
  readonly epoch: string
  readonly seq: number
  /** Of the page, as the hub knew it when it made this: a batch of the view of now was made after the page's return. */
  readonly view: number
  readonly events: readonly HubEvent[]
}

/** A tab's answer on the same port; the next batch is sent only after it (one in flight, conflated meanwhile). */
export interface BatchAck {
  readonly ack: number
}

export interface HubSession {
  readonly account: string
  readonly name: string
  readonly kind: AccountKind
}

/** What a member chose once for all his browsers (spec §7, pref-setting). */
export interface Preferences {
  /** Whether "Reverse" shows what it will do before it does it. */
  readonly asksBeforeReverse: boolean
  /** … and closing a position at market … */
  readonly asksBeforeClose: boolean
  /** … and "Cancel all" … */
  readonly asksBeforeCancelAll: boolean
  /** … and the button that cancels an order on the chart. */
  readonly asksBeforeChartCancel: boolean
}
