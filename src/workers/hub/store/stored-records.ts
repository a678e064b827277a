import type { Lending, LoanCharge } from '../../../domain/account/lending'
import type { Wallet } from '../../../domain/account/wallet'
import type { NewOrder } from '../../../domain/order/new-order'
import type { Contract } from '../../../domain/instrument/contract'
import type { SpotPair } from '../../../domain/instrument/spot-pair'
import type { Candle, Ticker, Trade } from '../../../domain/market/market'
import type { Execution } from '../../../domain/order/execution'
import type { Order, OrderId, OrderLinkId } from '../../../domain/order/order'
import type { Strategy } from '../../../domain/order/strategy'
import type { Position } from '../../../domain/position/position'
import type { AccountTimes, HubSession } from '../../hub-events'
import type { HistoryRows } from '../../read'
import type { Change, IntentState, Rejection, ReverseState } from '../../presses'
import type { SavedBook } from '../market/book-stream'

/** How a journalled press ended, and when this computer heard of it. */
export interface Ending {
  readonly atMs: number
  readonly orderId: OrderId | null
  readonly rejection: Rejection | null
}

export interface JournalRecord {
  readonly id: OrderLinkId
  readonly account: string
  readonly pressedAtMs: number
  readonly ending: Ending | null
}

/** A journalled press (O18): on disk before its request leaves. */
export interface IntentRecord extends JournalRecord {
  readonly order: NewOrder
  /** Exchange time after which the exchange refuses it; missing in rows of an older build. */
  readonly validUntilMs?: number | null
  readonly state: IntentState['state']
}

/** A journalled change of what is there already. */
export interface ChangeRecord extends JournalRecord {
  readonly change: Change
  readonly state: 'sending' | 'unknown' | 'accepted' | 'refused'
}

/** A journalled pair (decisions 14). */
export interface ReverseRecord extends JournalRecord {
  readonly press: ReverseState['press']
  readonly filledQty: ReverseState['filledQty']
  readonly state: ReverseState['stage'] | 'accepted' | 'refused'
}

export interface Journal {
  readonly intents: IntentRecord
  readonly changes: ChangeRecord
  readonly reverses: ReverseRecord
}

/** An account as it was last known: what a page shows of it, and nothing with which anybody could sign in. */
export interface AccountSnapshot {
  readonly session: HubSession
  /** Open ones. */
  readonly orders: readonly Order[]
  readonly positions: readonly Position[]
  /** As of when the orders are; missing in rows of an older build. */
  readonly strategies?: readonly Strategy[]
  readonly wallet: Wallet
  /** As of when each of them is known. */
  readonly asOf: AccountTimes
}

/** What an account's past is listed in, and the rows of each list. */
export interface AccountRecords {
  readonly orders: Order
  readonly executions: Execution
  readonly charges: LoanCharge
  /** What one strategy has sent. */
  readonly sent: Order
}

/** What is read of an account when it is looked at: of records the newest rows, of all markets or of one. */
export type AccountReads = { readonly [K in keyof AccountRecords]: HistoryRows<AccountRecords[K]> } & {
  /** What it owes, and on what terms. */
  readonly lending: Lending
}

/** An answer, and whose it is. */
export interface SavedRead<T> {
  readonly account: string
  readonly value: T
}

type SavedReads = { readonly [K in keyof AccountReads]: SavedRead<AccountReads[K]> }

/** What is kept for a page that opens without a network, by what it is. */
export interface SavedValues extends SavedReads {
  readonly ticker: Ticker
  /** A list of markets with their prices. */
  readonly tickers: readonly Ticker[]
  readonly book: SavedBook
  /** Oldest first. */
  readonly trades: readonly Trade[]
  /** Of the last price, oldest first. */
  readonly candle: readonly Candle[]
  readonly account: AccountSnapshot
}

/** A value and the time of its source, in the time of this computer: it is never younger for being read again. */
export interface Saved<T> {
  readonly value: T
  readonly asOfMs: number
}

export interface SavedPairs {
  readonly pairs: readonly SpotPair[]
  readonly asOfMs: number
}

/** @param of which one of its kind: a symbol, or what else tells it from others */
export type SavedEntry = {
  readonly [K in keyof SavedValues]: Saved<SavedValues[K]> & { readonly kind: K; readonly of: string }
}[keyof SavedValues]

export interface SavedInstruments {
  readonly instruments: readonly Contract[]
  readonly version: string
  readonly asOfMs: number
}
