import type { Clock } from '../../src/base/clock'
import type { InterestCharge } from '../../src/domain/account/interest-charge'
import type { Transaction } from '../../src/domain/account/transaction'
import type { FundingRate } from '../../src/domain/market/funding-rate'
import type { Execution } from '../../src/domain/order/execution'
import type { Order } from '../../src/domain/order/order'
import type { ClosedPnl } from '../../src/domain/position/closed-pnl'
import type { VenueEvent } from '../venue/venue-port'
import { execTypesOf, toTransactions } from '../venue/records'
import {
  cursorAfterFirst,
  halfReadOf,
  isHistoryCursor,
  type HistoryPage,
  type HistoryResult,
  type TransactionPage,
} from './journal-port'
import { EVERYBODY, historyRowOf, matches, type HistoryRow } from './history-row'
import { RowBatch } from './row-batch'
import type { HistoryWriter, Step } from './history-writer'
import type { HistoryStore } from './history-store'

/** Rows in memory at most, sent and unsent; above it the next group of inputs waits for the thread. */
export const UNCOMMITTED_ROWS_MAX = 200_000
/** The longer rows gather, the more of an account's come to one page. */
const SEND_EVERY_MS = 250
/** Batches kept for the next rows; what a backlog needed beyond them is given back. */
const SPARE_BATCHES_MAX = 2

const PAGE_ROWS_MAX = 200
const ANY: HistoryPage = { symbol: null, startMs: null, endMs: null, limit: PAGE_ROWS_MAX, cursor: null }

/** What a page of values is made of: rows of these kinds, where `take` makes something of them. */
interface Wanted<T> {
  readonly kinds: readonly HistoryRow['kind'][]
  readonly take: (row: HistoryRow) => T | null
  /** The id under which a later row replaces an earlier one; left out, none does. */
  readonly replacedBy?: (value: T) => string
}

/**
 * Durable rows on their way into SQLite, and the queries over both. A row stays here until the thread says that it is
 * committed, so a query never shows less than was answered. Losing the queue loses nothing: the ledger has it all, and
 * no snapshot is committed before the rows it presupposes.
 */
export class HistoryQueue {
  readonly #store: HistoryStore
  readonly #writer: HistoryWriter
  readonly #clock: Clock
  readonly #numbers = new Map<string, number>()
  #newAccounts: string[] = []
  /** Sent, oldest first; `null` for a transaction without rows. */
  readonly #sent: (RowBatch | null)[] = []
  readonly #spare: RowBatch[] = []
  #batch = new RowBatch()
  #uncommitted = 0
  #cancelTimer: (() => void) | null = null
  #failure: Error | null = null
  #onFailed: ((error: Error) => void) | null = null
  #wake: (() => void) | null = null

  constructor(store: HistoryStore, writer: HistoryWriter, clock: Clock) {
    this.#store = store
    this.#writer = writer
    this.#clock = clock
  }

  /** @param listener called once, should the history not be written any more; at once if that is so already */
  onFailed(listener: (error: Error) => void): void {
    this.#onFailed = listener
    if (this.#failure !== null) listener(this.#failure)
  }

  add(events: readonly VenueEvent[]): void {
    for (const event of events) {
      const row = historyRowOf(event)
      if (row === null) continue
      const account = this.#numberOf(row.account)
      if (!this.#batch.append(row, account)) {
        void this.#send([], 'NORMAL')
        this.#batch.append(row, account)
      }
    }
    if (this.#batch.count > 0) this.#cancelTimer ??= this.#clock.after(SEND_EVERY_MS, () => void this.flush())
  }

  /** The next snapshot presupposes the rows so far, and none that come later. */
  mark(): void {
    void this.#send([], 'NORMAL', true)
  }

  /** Commits these in one transaction after every row so far. Resolves also when it fails: `listener` is called then. */
  commitWithRows(steps: readonly Step[]): Promise<void> {
    return this.#send(steps, 'FULL')
  }

  /** Resolves when every row so far is committed. */
  flush(): Promise<void> {
    return this.#send([], 'NORMAL')
  }

  /** @returns `null` while there is room, else what to wait for */
  room(): Promise<void> | null {
    if (this.backlog < UNCOMMITTED_ROWS_MAX || this.#failure !== null) return null
    return new Promise((resolve) => (this.#wake = resolve))
  }

  /** Rows that are not committed yet. */
  get backlog(): number {
    return this.#uncommitted + this.#batch.count
  }

  orderHistory(account: string, page: HistoryPage): HistoryResult<Order> {
    return this.#page(account, page, { kinds: ['order'], take: (row) => (row.kind === 'order' ? row.value : null) })
  }

  executions(account: string, page: HistoryPage): HistoryResult<Execution> {
    return this.#page(account, page, {
      kinds: ['execution'],
      take: (row) => (row.kind === 'execution' ? row.value : null),
    })
  }

  closedPnl(account: string, page: HistoryPage): HistoryResult<ClosedPnl> {
    return this.#page(account, page, {
      kinds: ['closedPnl'],
      take: (row) => (row.kind === 'closedPnl' ? row.value : null),
      replacedBy: ({ id }) => id,
    })
  }

  fundingRates(page: HistoryPage): HistoryResult<FundingRate> {
    return this.#page(EVERYBODY, page, {
      kinds: ['funding'],
      take: (row) => (row.kind === 'funding' ? row.value : null),
    })
  }

  interest(account: string, page: HistoryPage): HistoryResult<InterestCharge> {
    const { coin = null } = page
    return this.#page(account, page, {
      kinds: ['interest'],
      take: (row) => (row.kind === 'interest' && (coin === null || row.value.coin === coin) ? row.value : null),
    })
  }

  transactions(account: string, page: TransactionPage): HistoryResult<Transaction> {
    const { type, coin, symbol, symbols = null } = page
    const isMine = (one: Transaction) => (coin === null || one.coin === coin) && (type === null || one.type === type)
    const half = halfReadOf(page.cursor)
    const cursor = half === null ? page.cursor : String(half + 1)
    const wanted = { ...page, cursor, execTypes: type === null ? null : execTypesOf(type) }
    const kinds: HistoryRow['kind'][] = []
    const isOfFills = type !== null && execTypesOf(type).length > 0
    if (type === null || isOfFills) kinds.push('execution')
    if (!isOfFills && symbol === null && symbols === null) kinds.push('transfer')
    const { rows, nextCursor } = this.#page(account, wanted, {
      kinds,
      take: (row) => {
        const legs =
          row.kind === 'transfer' ? [row.value] : row.kind === 'execution' ? toTransactions(row.value, row.effect) : []
        const mine = legs.filter(isMine)
        return mine.length === 0 ? null : { seq: mine[0]!.seq, legs: mine }
      },
    })
    // A fill of a pair is two rows of the log, between which a page may end.
    const log = rows.flatMap(({ seq, legs }) =>
      (seq === half ? legs.slice(1) : legs).map((leg, at, { length }) => ({ leg, seq, isLast: at === length - 1 })),
    )
    const shown = log.slice(0, Math.max(1, page.limit))
    const last = shown.at(-1)
    return {
      rows: shown.map(({ leg }) => leg),
      nextCursor:
        last === undefined || shown.length === log.length
          ? nextCursor
          : last.isLast
            ? String(last.seq)
            : cursorAfterFirst(last.seq),
    }
  }

  findOrder(account: string, reference: { readonly orderId?: string; readonly orderLinkId?: string }): Order | null {
    const { orderId, orderLinkId } = reference
    const page = orderId === undefined ? { ...ANY, orderLinkId: orderLinkId ?? '' } : { ...ANY, orderId }
    let newest: Order | null = null
    for (const row of this.#uncommittedRows('order', account))
      if (row.kind === 'order' && matches(row, account, page)) newest = row.value
    if (newest !== null) return newest
    for (const row of this.#store.rows('order', account, page, null))
      if (row.kind === 'order' && matches(row, account, page)) return row.value
    return null
  }

  /** Numbers spare the thread, and the memory that waits for it, the names. */
  #numberOf(account: string): number {
    let number = this.#numbers.get(account)
    if (number === undefined) {
      number = this.#numbers.size
      this.#numbers.set(account, number)
      this.#newAccounts.push(account)
    }
    return number
  }

  #send(steps: readonly Step[], sync: 'FULL' | 'NORMAL', isMarked = false): Promise<void> {
    this.#cancelTimer?.()
    this.#cancelTimer = null
    const batch = this.#batch.count === 0 ? null : this.#batch
    if (batch !== null) this.#batch = this.#spare.pop() ?? new RowBatch()
    this.#sent.push(batch)
    this.#uncommitted += batch?.count ?? 0
    const newAccounts = this.#newAccounts
    this.#newAccounts = []
    return this.#writer.commit(steps, sync, { rows: batch?.written() ?? null, newAccounts, isMarked }).then(
      () => this.#committed(),
      (error: unknown) => this.#fail(error),
    )
  }

  /** Transactions are committed in the order in which they were sent. */
  #committed(): void {
    const batch = this.#sent.shift() ?? null
    if (batch === null) return
    this.#uncommitted -= batch.count
    batch.clear()
    if (this.#spare.length < SPARE_BATCHES_MAX) this.#spare.push(batch)
    if (this.#uncommitted < UNCOMMITTED_ROWS_MAX) this.#goOn()
  }

  /** The rows stay: what was answered is shown for as long as the process lives. */
  #fail(cause: unknown): void {
    if (this.#failure !== null) return
    this.#failure = cause instanceof Error ? cause : new Error(String(cause))
    this.#onFailed?.(this.#failure)
    this.#goOn()
  }

  #goOn(): void {
    this.#wake?.()
    this.#wake = null
  }

  /** Oldest first. */
  *#uncommittedRows(kind: HistoryRow['kind'], account: string): Generator<HistoryRow, void> {
    const number = this.#numbers.get(account)
    if (number === undefined) return
    for (const batch of this.#sent) if (batch !== null) yield* batch.rows(kind, account, number)
    yield* this.#batch.rows(kind, account, number)
  }

  /** Newest first by the exchange's sequence, which never repeats, so a cursor stays right while rows are added. */
  #page<T extends { readonly seq: number }>(account: string, page: HistoryPage, wanted: Wanted<T>): HistoryResult<T> {
    if (page.cursor !== null && !isHistoryCursor(page.cursor)) return { rows: [], nextCursor: null }
    const beforeSeq = page.cursor === null ? null : Number(page.cursor)
    const limit = Math.min(PAGE_ROWS_MAX, Math.max(1, page.limit))
    const bySeq = new Map<number, T>()
    const stops = wanted.kinds.map((kind) => this.#collect(bySeq, kind, { account, page, beforeSeq, limit, wanted }))
    // Of several kinds one may have been looked at less far: what the others gave before that comes with the next page.
    const stoppedAt = Math.max(...stops)
    const found = [...bySeq].filter(([seq]) => seq >= stoppedAt).toSorted(([a], [b]) => b - a)
    const shown = found.slice(0, limit)
    const last = shown.at(-1)
    return {
      rows: shown.map(([, value]) => value),
      nextCursor:
        found.length > limit && last !== undefined ? String(last[0]) : stoppedAt > 0 ? String(stoppedAt) : null,
    }
  }

  /**
   * Adds the rows of one kind: all that are in memory, and as many from SQLite as the page can hold and one more.
   * @returns the sequence down to which all rows were looked at, or found to be more than the page holds; 0 for all
   */
  #collect<T extends { readonly seq: number }>(
    bySeq: Map<number, T>,
    kind: HistoryRow['kind'],
    asked: Asked<T>,
  ): number {
    const { account, page, beforeSeq, limit, wanted } = asked
    const newestOf = new Map<string, number>()
    for (const row of this.#uncommittedRows(kind, account)) {
      const value = wanted.take(row)
      if (value === null) continue
      const id = wanted.replacedBy?.(value)
      if (id !== undefined) {
        bySeq.delete(newestOf.get(id) ?? -1)
        newestOf.set(id, value.seq)
      }
      if (matches(row, account, page) && (beforeSeq === null || value.seq < beforeSeq)) bySeq.set(value.seq, value)
    }
    // A later row of the same id may stand where this page does not reach.
    const isNarrowed = beforeSeq !== null || page.endMs !== null
    let count = 0
    const read = this.#store.rows(kind, account, page, beforeSeq)
    for (const row of read) {
      const value = matches(row, account, page) ? wanted.take(row) : null
      if (value === null) continue
      const id = wanted.replacedBy?.(value)
      if (id !== undefined) {
        if (newestOf.has(id) || (isNarrowed && this.#isReplaced(row, id))) continue
        newestOf.set(id, value.seq)
      }
      // The thread may have committed a row and not yet said so: the same sequence is the same row.
      bySeq.set(value.seq, value)
      count += 1
      if (count > limit) return 0
    }
    return read.stoppedAt ?? 0
  }

  /** Whether SQLite has a later row of this id. */
  #isReplaced(row: HistoryRow, id: string): boolean {
    for (const other of this.#store.rows(row.kind, row.account, { ...ANY, orderId: id }, null))
      if (other.kind === 'closedPnl' && other.value.id === id) return other.value.seq > row.value.seq
    return false
  }
}

interface Asked<T> {
  readonly account: string
  readonly page: HistoryPage
  readonly beforeSeq: number | null
  readonly limit: number
  readonly wanted: Wanted<T>
}
