import type { InterestCharge } from '../../src/domain/account/interest-charge'
import type { Transaction, TransactionType } from '../../src/domain/account/transaction'
import type { FundingRate } from '../../src/domain/market/funding-rate'
import type { Execution } from '../../src/domain/order/execution'
import type { Order, OrderStatus } from '../../src/domain/order/order'
import type { ClosedPnl } from '../../src/domain/position/closed-pnl'
import type { VenueInput } from '../venue/venue-input'
import type { Venue, VenueResult } from '../venue/venue-port'

export { intentOf } from './answers'

/** Who sent an input, for its ledger line (decisions 34). */
export interface Origin {
  readonly account: string
  readonly connId: string
  readonly term: number
  readonly clientTag: string
  /** Exchange time after which the input is not applied any more; absent for one that is good at any time. */
  readonly validUntilMs?: number
}

export type SubmitResult =
  | { readonly outcome: 'done'; readonly result: VenueResult; readonly seq: number; readonly timeMs: number }
  /** The same (account, orderLinkId or client tag of a setting) was answered before: the first answer again. */
  | { readonly outcome: 'repeated'; readonly result: VenueResult; readonly seq: number; readonly timeMs: number }
  /** The same id with another body. */
  | { readonly outcome: 'conflict'; readonly orderId: string | null }
  /** It came after its `validUntilMs`: nothing was applied, and the same id may come again. */
  | { readonly outcome: 'late'; readonly timeMs: number }

/** What was answered to a press, and when. */
export interface FirstAnswer {
  readonly input: VenueInput
  readonly result: VenueResult
  readonly seq: number
  readonly timeMs: number
}

/**
 * The only way to the venue. `submit` applies the input at once, appends its line, and settles only after the line is
 * on disk (group commit: one fdatasync answers everything that arrived while the previous one ran). What an input
 * changed is published by the `Fanout` beside it. A log in a file here (`openJournal`); a database can stand behind it
 * without a change to engine or gateway (docs/scale.md).
 */
export interface Journal {
  readonly venue: Venue
  submit(input: VenueInput, origin: Origin): Promise<SubmitResult>
  /** Closed orders and executions, newest first, from the history behind the log. */
  orderHistory(account: string, page: HistoryPage): HistoryResult<Order>
  executions(account: string, page: HistoryPage): HistoryResult<Execution>
  /** What closed positions brought, a row an order, by the time of its last closing fill. */
  closedPnl(account: string, page: HistoryPage): HistoryResult<ClosedPnl>
  /** Every change of the account's wallets. */
  /** Interest that an account's debts were charged. */
  interest(account: string, page: HistoryPage): HistoryResult<InterestCharge>
  transactions(account: string, page: TransactionPage): HistoryResult<Transaction>
  /** Fundings paid since the exchange first opened. */
  fundingRates(page: HistoryPage): HistoryResult<FundingRate>
  /** A closed or open order by id, however old. */
  findOrder(account: string, reference: { readonly orderId?: string; readonly orderLinkId?: string }): Order | null
  /**
   * How the press with this id ended: the orderLinkId of an order, the client tag of a setting.
   * @returns `null` when no such press has arrived, at once where that is sure, so that what is sent in the same turn is
   *   the first; settles only after what is found is on disk
   */
  answerTo(account: string, id: string): Promise<FirstAnswer | null> | null
  /** From when on no press is forgotten: `null` of an older one proves nothing. */
  answersKnownFromMs(): number
  /** Ledger sequence of the last line that is on disk. */
  durableSeq(): number
  /** Ledger sequence of the last line there is: what the venue shows now. It may not be on disk yet. */
  appliedSeq(): number
  /**
   * What to wait for until the venue shows nothing that is not on disk: what is answered then stays true, and
   * what is absent is absent (I2).
   * @returns `null` when there is nothing to wait for; else it settles when all is on disk, or never will be
   */
  settled(): Promise<void> | null
  /** Exchange time: the computer's clock plus what control added (`clock`, `advance`). */
  now(): number
  shiftClock(deltaMs: number): void
  close(): Promise<void>
}

/** Contracts by symbol. Asked row by row: a record may be of a contract that no list names any more. */
export interface SymbolSet {
  has(symbol: string): boolean
}

export interface HistoryPage {
  readonly symbol: string | null
  /** Only rows of these contracts; money from outside is of none. Absent or `null`: all rows. */
  readonly symbols?: SymbolSet | null
  readonly startMs: number | null
  readonly endMs: number | null
  /** 1–200. */
  readonly limit: number
  readonly cursor: string | null
  readonly orderId?: string | null
  readonly orderLinkId?: string | null
  /** Executions only: one of these types. */
  readonly execTypes?: readonly string[] | null
  /** Orders only: those that ended this way, those that are listed. */
  readonly orderStatus?: OrderStatus | null
  readonly isListed?: ((order: Order) => boolean) | null
  /** Rows of the transaction log only: of this coin. */
  readonly coin?: string | null
}

/** Whether a text can be the cursor of a page: a sequence. */
export function isHistoryCursor(text: string): boolean {
  return /^\d{1,15}$/.test(text)
}

/** The same of the transaction log, whose rows may be two of one sequence: `12-1` goes on after the first one of 12. */
export function isLogCursor(text: string): boolean {
  return isHistoryCursor(text.endsWith(AFTER_FIRST) ? text.slice(0, -AFTER_FIRST.length) : text)
}

/** @returns the sequence whose first row was read; `null` for a cursor that goes on with a sequence of its own */
export function halfReadOf(cursor: string | null): number | null {
  return cursor?.endsWith(AFTER_FIRST) === true ? Number(cursor.slice(0, -AFTER_FIRST.length)) : null
}

export function cursorAfterFirst(seq: number): string {
  return `${seq}${AFTER_FIRST}`
}

const AFTER_FIRST = '-1'

export interface TransactionPage extends HistoryPage {
  readonly type: TransactionType | null
  readonly coin: string | null
}

export interface HistoryResult<T> {
  readonly rows: readonly T[]
  /** Where to read on; `null` at the end. One query looks so far and no further: a page may be short, or empty, before it. */
  readonly nextCursor: string | null
}
