import Database from 'libsql'
import type { Transaction } from '../../src/domain/account/transaction'
import type { FundingRate } from '../../src/domain/market/funding-rate'
import type { Execution } from '../../src/domain/order/execution'
import type { Order } from '../../src/domain/order/order'
import type { ClosedPnl } from '../../src/domain/position/closed-pnl'
import type { AnswerBatch } from './answers'
import type { HistoryPage, TransactionPage } from './contract'
import { toTransaction, type ExecutionEffect } from '../venue/records'
import { EVERYBODY, SCHEMA, SCHEMA_VERSION, TABLES, type Snapshot } from './history-rows'

/** A row as a page needs it. */
export interface Found<T> {
  readonly seq: number
  readonly value: T
}

interface StoredRow {
  readonly seq: number
  readonly json: string
  readonly effect?: string
}

const asStored = <T>({ seq, json }: StoredRow): Found<T> => ({ seq, value: JSON.parse(json) as T })

/** What a page asks of its rows; what it does not ask is not there. */
class Where {
  readonly conditions = ['account = ?']
  readonly values: unknown[]

  constructor(account: string) {
    this.values = [account]
  }

  narrow(condition: string, value: unknown): void {
    if (value === null || value === undefined) return
    this.conditions.push(condition)
    this.values.push(value)
  }
}

/**
 * SQLite behind the ledger: snapshots, and the history that queries page through. Nothing here is the truth; every row
 * follows from the ledger and is written again, identically, when recovery replays the lines after the snapshot.
 * This connection makes the tables and reads; the thread has the pen (`SqliteThread`).
 */
export class Store {
  readonly #db: Database.Database
  readonly #statements = new Map<string, Database.Statement>()

  constructor(path: string) {
    this.#db = new Database(path)
    this.#db.exec('PRAGMA journal_mode = WAL')
    this.#db.exec('PRAGMA synchronous = NORMAL')
    // libsql’s own way of reading a pragma hands back rows like any query.
    const { user_version: version } = this.#db.prepare('PRAGMA user_version').get() as { user_version: number }
    // One transaction: a dozen of their own would be most of what a first start costs.
    this.#db.exec('BEGIN IMMEDIATE')
    if (version !== SCHEMA_VERSION) {
      // Without snapshots recovery begins at the first line and writes every row again.
      for (const table of TABLES) this.#db.exec(`DROP TABLE IF EXISTS ${table}`)
      this.#db.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`)
    }
    this.#db.exec(SCHEMA)
    this.#db.exec('COMMIT')
  }

  /** Newest first, each read when it is asked for: most starts need one. */
  *snapshots(): Generator<Snapshot> {
    const older = this.#prepare(
      'SELECT seq, byte_offset, time_ms, state FROM snapshots WHERE seq < ? ORDER BY seq DESC LIMIT 1',
    )
    for (let before = Number.MAX_SAFE_INTEGER; ;) {
      const row = older.get(before) as { seq: number; byte_offset: number; time_ms: number; state: string } | undefined
      if (row === undefined) return
      before = row.seq
      yield { seq: row.seq, byteOffset: row.byte_offset, timeMs: row.time_ms, state: row.state }
    }
  }

  orders(account: string, page: HistoryPage, beforeSeq: number | null): Found<Order>[] {
    return this.#page('orders', this.#where(account, page, beforeSeq), page).map(asStored<Order>)
  }

  executions(account: string, page: HistoryPage, beforeSeq: number | null): Found<Execution>[] {
    return this.#page('executions', this.#where(account, page, beforeSeq), page).map(asStored<Execution>)
  }

  closedPnl(account: string, page: HistoryPage, beforeSeq: number | null): Found<ClosedPnl>[] {
    return this.#page('closed_pnl', this.#where(account, page, beforeSeq), page).map(asStored<ClosedPnl>)
  }

  fundingRates(page: HistoryPage, beforeSeq: number | null): Found<FundingRate>[] {
    return this.#page('funding', this.#where(EVERYBODY, page, beforeSeq), page).map(asStored<FundingRate>)
  }

  /** Executions as changes of a wallet. */
  effects(account: string, page: TransactionPage, beforeSeq: number | null): Found<Transaction>[] {
    const where = this.#where(account, page, beforeSeq)
    where.narrow('coin = ?', page.coin)
    return this.#page('executions', where, page).map(({ seq, json, effect }) => ({
      seq,
      value: toTransaction(JSON.parse(json) as Execution, JSON.parse(effect ?? '') as ExecutionEffect),
    }))
  }

  transfers(account: string, page: TransactionPage, beforeSeq: number | null): Found<Transaction>[] {
    const where = this.#where(account, page, beforeSeq)
    where.narrow('coin = ?', page.coin)
    return this.#page('transfers', where, page).map(asStored<Transaction>)
  }

  /** @param beforeSeq only rows with a smaller sequence; `null` for all */
  #where(account: string, page: HistoryPage, beforeSeq: number | null): Where {
    const where = new Where(account)
    where.narrow('symbol = ?', page.symbol)
    where.narrow('time_ms >= ?', page.startMs)
    where.narrow('time_ms <= ?', page.endMs)
    where.narrow('order_id = ?', page.orderId)
    where.narrow('link_id = ?', page.orderLinkId)
    const types = page.execTypes ?? null
    where.narrow('exec_type IN (SELECT value FROM json_each(?))', types === null ? null : JSON.stringify(types))
    where.narrow('seq < ?', beforeSeq)
    return where
  }

  /** Newest first, one more than the page holds where there are more. */
  #page(table: (typeof TABLES)[number], { conditions, values }: Where, page: HistoryPage): StoredRow[] {
    const columns = table === 'executions' ? 'seq, json, effect' : 'seq, json'
    const sql = `SELECT ${columns} FROM ${table} WHERE ${conditions.join(' AND ')} ORDER BY seq DESC LIMIT ?`
    return this.#prepare(sql).all(...values, page.limit + 1) as StoredRow[]
  }

  findOrder(account: string, reference: { readonly orderId?: string; readonly orderLinkId?: string }): Order | null {
    const { orderId, orderLinkId } = reference
    const row =
      orderId !== undefined
        ? this.#prepare('SELECT json FROM orders WHERE order_id = ? AND account = ?').get(orderId, account)
        : this.#prepare('SELECT json FROM orders WHERE link_id = ? AND account = ? ORDER BY seq DESC LIMIT 1').get(
            orderLinkId ?? '',
            account,
          )
    return row === undefined ? null : (JSON.parse((row as { json: string }).json) as Order)
  }

  /** Oldest first. */
  answers(): AnswerBatch[] {
    const rows = this.#prepare('SELECT seq, time_ms, entries FROM answers ORDER BY seq').all()
    return (rows as { seq: number; time_ms: number; entries: string }[]).map((row) => ({
      seq: row.seq,
      timeMs: row.time_ms,
      entries: JSON.parse(row.entries) as (string | number)[],
    }))
  }

  close(): void {
    this.#db.close()
  }

  #prepare(sql: string): Database.Statement {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const statement = this.#db.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }
}
