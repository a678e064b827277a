import type { Clock } from '../../src/base/clock'
import type { Transaction } from '../../src/domain/account/transaction'
import type { FundingRate } from '../../src/domain/market/funding-rate'
import type { Execution } from '../../src/domain/order/execution'
import type { Order } from '../../src/domain/order/order'
import type { ClosedPnl } from '../../src/domain/position/closed-pnl'
import type { VenueEvent } from '../venue/contract'
import { execTypesOf, toTransaction } from '../venue/records'
import type { HistoryPage, HistoryResult, TransactionPage } from './contract'
import { addRows, EVERYBODY, linkIdOf, matches, orderIdOf, rowSteps, type HistoryRow } from './history-rows'
import type { HistoryWriter, Step } from './sqlite-thread'
import type { Found, Store } from './store'

/** Rows in memory at most, sent and unsent; above it the next group of inputs waits for the thread. */
export const UNCOMMITTED_ROWS_MAX = 50_000
/** So many go at once: each commit writes every page it touched, and accounts touch pages all over the indices. */
const SEND_ROWS = 2_000
const SEND_EVERY_MS = 100

const PAGE_ROWS_MAX = 200

/** Where a page's rows come from: those in memory, and those in SQLite. */
interface RowSource<T, P> {
  readonly take: (row: HistoryRow) => T | null
  readonly read: (beforeSeq: number | null, page: P) => Found<T>[]
  /** The id under which a later row replaces an earlier one; left out, none does. */
  readonly replacedBy?: (value: T) => string
}

/**
 * Durable rows on their way into SQLite, and the queries over both. A row stays here until the thread says that it is
 * committed, so a query never shows less than was answered. Losing the queue loses nothing: the ledger has it all, and
 * no snapshot is committed before the rows it stands on.
 */
export class HistoryQueue {
  readonly #store: Store
  readonly #writer: HistoryWriter
  readonly #clock: Clock
  readonly #onFailed: (error: Error) => void
  /** Sent, oldest first. */
  readonly #sent: (readonly HistoryRow[])[] = []
  #rows: HistoryRow[] = []
  #uncommitted = 0
  #cancelTimer: (() => void) | null = null
  #isBroken = false
  #wake: (() => void) | null = null

  constructor(store: Store, writer: HistoryWriter, clock: Clock, onFailed: (error: Error) => void) {
    this.#store = store
    this.#writer = writer
    this.#clock = clock
    this.#onFailed = onFailed
  }

  add(events: readonly VenueEvent[]): void {
    addRows(this.#rows, events)
    if (this.#rows.length >= SEND_ROWS) this.#send([], 'NORMAL')
    else if (this.#rows.length > 0) {
      this.#cancelTimer ??= this.#clock.after(SEND_EVERY_MS, () => this.#send([], 'NORMAL'))
    }
  }

  /** Commits these in one transaction after every row so far. Resolves also when it fails: the owner is told then. */
  commitWithRows(steps: readonly Step[]): Promise<void> {
    return this.#send(steps, 'FULL')
  }

  /** Resolves when every row so far is committed. */
  flush(): Promise<void> {
    return this.#send([], 'NORMAL')
  }

  /** @returns `null` while there is room, else what to wait for */
  room(): Promise<void> | null {
    if (this.#uncommitted + this.#rows.length < UNCOMMITTED_ROWS_MAX || this.#isBroken) return null
    return new Promise((resolve) => (this.#wake = resolve))
  }

  orderHistory(account: string, page: HistoryPage): HistoryResult<Order> {
    return this.#page(account, page, {
      take: (row) => (row.kind === 'order' ? row.value : null),
      read: (before, bounded) => this.#store.orders(account, bounded, before),
    })
  }

  executions(account: string, page: HistoryPage): HistoryResult<Execution> {
    return this.#page(account, page, {
      take: (row) => (row.kind === 'execution' ? row.value : null),
      read: (before, bounded) => this.#store.executions(account, bounded, before),
    })
  }

  closedPnl(account: string, page: HistoryPage): HistoryResult<ClosedPnl> {
    return this.#page(account, page, {
      take: (row) => (row.kind === 'closedPnl' ? row.value : null),
      read: (before, bounded) => this.#store.closedPnl(account, bounded, before),
      replacedBy: ({ id }) => id,
    })
  }

  fundingRates(page: HistoryPage): HistoryResult<FundingRate> {
    return this.#page(EVERYBODY, page, {
      take: (row) => (row.kind === 'funding' ? row.value : null),
      read: (before, bounded) => this.#store.fundingRates(bounded, before),
    })
  }

  transactions(account: string, page: TransactionPage): HistoryResult<Transaction> {
    const { type, coin } = page
    const isMine = (one: Transaction) => (coin === null || one.coin === coin) && (type === null || one.type === type)
    const wantsTransfers = (type === null || type === 'transferIn') && page.symbol === null
    const wanted = { ...page, execTypes: type === null ? null : execTypesOf(type) }
    return this.#page(account, wanted, {
      take: (row) => {
        const one =
          row.kind === 'transfer' ? row.value : row.kind === 'execution' ? toTransaction(row.value, row.effect) : null
        return one !== null && isMine(one) ? one : null
      },
      read: (before, bounded) => [
        ...(type === 'transferIn' ? [] : this.#store.effects(account, bounded, before)),
        ...(wantsTransfers ? this.#store.transfers(account, { ...bounded, execTypes: null }, before) : []),
      ],
    })
  }

  findOrder(account: string, reference: { readonly orderId?: string; readonly orderLinkId?: string }): Order | null {
    const { orderId, orderLinkId } = reference
    let newest: Order | null = null
    for (const row of this.#uncommittedRows()) {
      if (row.kind !== 'order' || row.account !== account) continue
      if (orderId === undefined ? linkIdOf(row) === orderLinkId : orderIdOf(row) === orderId) newest = row.value
    }
    return newest ?? this.#store.findOrder(account, reference)
  }

  #send(steps: readonly Step[], sync: 'FULL' | 'NORMAL'): Promise<void> {
    this.#cancelTimer?.()
    this.#cancelTimer = null
    const rows = this.#rows
    this.#rows = []
    this.#sent.push(rows)
    this.#uncommitted += rows.length
    return this.#writer.commit([...rowSteps(rows), ...steps], sync).then(
      () => this.#committed(),
      (error: unknown) => this.#fail(error),
    )
  }

  /** Transactions are committed in the order in which they were sent. */
  #committed(): void {
    this.#uncommitted -= this.#sent.shift()?.length ?? 0
    if (this.#uncommitted < UNCOMMITTED_ROWS_MAX) this.#goOn()
  }

  /** The rows stay: what was answered is shown for as long as the process lives. */
  #fail(cause: unknown): void {
    if (this.#isBroken) return
    this.#isBroken = true
    this.#onFailed(cause instanceof Error ? cause : new Error(String(cause)))
    this.#goOn()
  }

  #goOn(): void {
    this.#wake?.()
    this.#wake = null
  }

  *#uncommittedRows(): Generator<HistoryRow> {
    for (const rows of this.#sent) yield* rows
    yield* this.#rows
  }

  /** Newest first by the exchange's sequence, which never repeats, so a cursor stays right while rows are added. */
  #page<T extends { readonly seq: number }, P extends HistoryPage>(
    account: string,
    page: P,
    source: RowSource<T, P>,
  ): HistoryResult<T> {
    if (page.cursor !== null && !/^\d{1,15}$/.test(page.cursor)) return { rows: [], nextCursor: null }
    const beforeSeq = page.cursor === null ? null : Number(page.cursor)
    const limit = Math.min(PAGE_ROWS_MAX, Math.max(1, page.limit))
    const bySeq = new Map<number, T>()
    const replaced = new Map<string, number>()
    for (const row of this.#uncommittedRows()) {
      const value = matches(row, account, page) ? source.take(row) : null
      if (value === null) continue
      const id = source.replacedBy?.(value)
      if (id !== undefined) {
        bySeq.delete(replaced.get(id) ?? -1)
        replaced.set(id, value.seq)
      }
      if (beforeSeq === null || value.seq < beforeSeq) bySeq.set(value.seq, value)
    }
    // The thread may have committed a row and not yet said so: the same sequence is the same row.
    for (const { seq, value } of source.read(beforeSeq, { ...page, limit: limit + replaced.size })) {
      const id = source.replacedBy?.(value)
      if (id === undefined || !replaced.has(id)) bySeq.set(seq, value)
    }
    const found = [...bySeq].toSorted(([a], [b]) => b - a)
    const shown = found.slice(0, limit)
    const last = shown.at(-1)
    return {
      rows: shown.map(([, value]) => value),
      nextCursor: found.length > limit && last !== undefined ? String(last[0]) : null,
    }
  }
}
