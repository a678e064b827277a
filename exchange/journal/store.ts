import Database from 'libsql'
import type { Execution } from '../../src/domain/order/execution'
import type { Order } from '../../src/domain/order/order'
import type { AnswerBatch } from './answers'
import type { HistoryPage } from './contract'
import { SCHEMA, SCHEMA_VERSION, type Snapshot } from './history-rows'

/** A row as a page needs it. */
export interface Found<T> {
  readonly seq: number
  readonly value: T
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
    if (version !== SCHEMA_VERSION) {
      // Without snapshots recovery begins at the first line and writes every row again.
      for (const table of ['snapshots', 'answers', 'orders', 'executions'])
        this.#db.exec(`DROP TABLE IF EXISTS ${table}`)
      this.#db.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`)
    }
    this.#db.exec(SCHEMA)
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

  /**
   * Newest first, one more than the page holds where there are more.
   *
   * @param beforeSeq only rows with a smaller sequence; `null` for all
   */
  page(table: 'orders', account: string, page: HistoryPage, beforeSeq: number | null): Found<Order>[]
  page(table: 'executions', account: string, page: HistoryPage, beforeSeq: number | null): Found<Execution>[]
  page(table: string, account: string, page: HistoryPage, beforeSeq: number | null): Found<unknown>[] {
    const where = ['account = ?']
    const values: unknown[] = [account]
    const narrow = (condition: string, value: unknown) => {
      if (value === null || value === undefined) return
      where.push(condition)
      values.push(value)
    }
    narrow('symbol = ?', page.symbol)
    narrow('time_ms >= ?', page.startMs)
    narrow('time_ms <= ?', page.endMs)
    narrow('order_id = ?', page.orderId)
    narrow('link_id = ?', page.orderLinkId)
    narrow('seq < ?', beforeSeq)
    const found = this.#prepare(
      `SELECT seq, json FROM ${table} WHERE ${where.join(' AND ')} ORDER BY seq DESC LIMIT ?`,
    ).all(...values, page.limit + 1) as { seq: number; json: string }[]
    return found.map(({ seq, json }) => ({ seq, value: JSON.parse(json) as unknown }))
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
