import Database from 'libsql'
import { join } from 'node:path'
import type { Execution } from '../../src/domain/order/execution'
import type { Order } from '../../src/domain/order/order'
import { ANSWER_LIFE_MS, type AnswerBatch } from './answers'
import type { HistoryPage, HistoryResult } from './contract'

/** How many snapshots stay: the newest may turn out unreadable. */
export const SNAPSHOTS_KEPT = 3

/** Where replay starts: the state after the line that ends at `byteOffset`. */
export interface Snapshot {
  readonly seq: number
  readonly byteOffset: number
  readonly timeMs: number
  readonly state: string
}

export type HistoryRow =
  | { readonly kind: 'order'; readonly account: string; readonly order: Order }
  | { readonly kind: 'execution'; readonly account: string; readonly execution: Execution }

const ROWS_PER_INSERT = 20

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS snapshots (
    seq INTEGER PRIMARY KEY, byte_offset INTEGER NOT NULL, time_ms INTEGER NOT NULL, state TEXT NOT NULL
  );
  CREATE TABLE IF NOT EXISTS orders (
    id TEXT PRIMARY KEY, account TEXT NOT NULL, symbol TEXT NOT NULL, link_id TEXT, order_id TEXT NOT NULL,
    time_ms INTEGER NOT NULL, seq INTEGER NOT NULL, json TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS orders_newest ON orders (account, seq, id);
  CREATE INDEX IF NOT EXISTS orders_link ON orders (account, link_id);
  CREATE TABLE IF NOT EXISTS executions (
    id TEXT NOT NULL, account TEXT NOT NULL, symbol TEXT NOT NULL, link_id TEXT, order_id TEXT NOT NULL,
    time_ms INTEGER NOT NULL, seq INTEGER NOT NULL, json TEXT NOT NULL, PRIMARY KEY (account, id)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS executions_newest ON executions (account, seq, id);
  CREATE INDEX IF NOT EXISTS executions_order ON executions (account, order_id);
  CREATE TABLE IF NOT EXISTS answers (seq INTEGER PRIMARY KEY, time_ms INTEGER NOT NULL, entries TEXT NOT NULL);
`

/**
 * SQLite behind the ledger: snapshots, and the history that queries page through. Nothing here is the truth; every row
 * follows from the ledger and is written again, identically, when recovery replays the lines after the snapshot.
 */
export class Store {
  readonly #db: Database.Database
  #sync: 'FULL' | 'NORMAL' | null = null
  readonly #statements = new Map<string, Database.Statement>()

  constructor(dataDir: string) {
    this.#db = new Database(join(dataDir, 'history.sqlite'))
    this.#db.exec('PRAGMA journal_mode = WAL')
    // 16 MB between checkpoints: each one syncs on this thread, and a burst should meet few of them.
    this.#db.exec('PRAGMA wal_autocheckpoint = 4000')
    this.#db.exec(SCHEMA)
  }

  /** Newest first. */
  snapshots(): Snapshot[] {
    const rows = this.#prepare('SELECT seq, byte_offset, time_ms, state FROM snapshots ORDER BY seq DESC').all()
    return (rows as { seq: number; byte_offset: number; time_ms: number; state: string }[]).map((row) => ({
      seq: row.seq,
      byteOffset: row.byte_offset,
      timeMs: row.time_ms,
      state: row.state,
    }))
  }

  /** Durable when it returns (synchronous=FULL), and with it every row written before it: they share one WAL. */
  saveSnapshot(snapshot: Snapshot, rows: readonly HistoryRow[], answers: AnswerBatch): void {
    this.#setSync('FULL')
    this.#transaction(() => {
      this.#insert(rows)
      this.#prepare('INSERT OR REPLACE INTO snapshots (seq, byte_offset, time_ms, state) VALUES (?, ?, ?, ?)').run(
        snapshot.seq,
        snapshot.byteOffset,
        snapshot.timeMs,
        snapshot.state,
      )
      this.#prepare('DELETE FROM snapshots WHERE seq NOT IN (SELECT seq FROM snapshots ORDER BY seq DESC LIMIT ?)').run(
        SNAPSHOTS_KEPT,
      )
      this.#prepare('INSERT OR REPLACE INTO answers (seq, time_ms, entries) VALUES (?, ?, ?)').run(
        answers.seq,
        answers.timeMs,
        JSON.stringify(answers.entries),
      )
      this.#prepare('DELETE FROM answers WHERE time_ms < ?').run(answers.timeMs - ANSWER_LIFE_MS)
    })
  }

  /** Not synced: a row that power takes away comes back from the ledger, because no later snapshot can be durable. */
  write(rows: readonly HistoryRow[]): void {
    this.#setSync('NORMAL')
    this.#transaction(() => this.#insert(rows))
  }

  orderHistory(account: string, page: HistoryPage): HistoryResult<Order> {
    return this.#page('orders', account, page) as HistoryResult<Order>
  }

  executions(account: string, page: HistoryPage): HistoryResult<Execution> {
    return this.#page('executions', account, page) as HistoryResult<Execution>
  }

  findOrder(account: string, reference: { readonly orderId?: string; readonly orderLinkId?: string }): Order | null {
    const { orderId, orderLinkId } = reference
    const row =
      orderId !== undefined
        ? this.#prepare('SELECT json FROM orders WHERE id = ? AND account = ?').get(orderId, account)
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

  #insert(rows: readonly HistoryRow[]): void {
    const orders: unknown[][] = []
    const executions: unknown[][] = []
    for (const row of rows) {
      if (row.kind === 'order') {
        const { id, symbol, linkId, updatedAtMs, seq } = row.order
        orders.push([id, row.account, symbol, linkId, id, updatedAtMs, seq, JSON.stringify(row.order)])
      } else {
        const { id, symbol, orderLinkId, orderId, timeMs, seq } = row.execution
        executions.push([id, row.account, symbol, orderLinkId, orderId, timeMs, seq, JSON.stringify(row.execution)])
      }
    }
    this.#insertInto('orders', orders)
    this.#insertInto('executions', executions)
  }

  /** Many rows to a statement: the call costs more than the row. */
  #insertInto(table: 'orders' | 'executions', rows: readonly (readonly unknown[])[]): void {
    for (let from = 0; from < rows.length;) {
      const count = rows.length - from >= ROWS_PER_INSERT ? ROWS_PER_INSERT : 1
      const places = Array.from({ length: count }, () => '(?, ?, ?, ?, ?, ?, ?, ?)').join(', ')
      this.#prepare(
        `INSERT OR REPLACE INTO ${table} (id, account, symbol, link_id, order_id, time_ms, seq, json) VALUES ${places}`,
      ).run(...rows.slice(from, from + count).flat())
      from += count
    }
  }

  /** Newest first by the exchange's sequence, which never repeats, so a cursor stays right while rows are added. */
  #page(table: 'orders' | 'executions', account: string, page: HistoryPage): HistoryResult<unknown> {
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
    if (page.cursor !== null) {
      const cursor = /^(\d{1,15})_(.*)$/s.exec(page.cursor)
      if (cursor === null) return { rows: [], nextCursor: null }
      where.push('(seq, id) < (?, ?)')
      values.push(Number(cursor[1]), cursor[2])
    }
    const limit = Math.min(100, Math.max(1, page.limit))
    const found = this.#prepare(
      `SELECT seq, id, json FROM ${table} WHERE ${where.join(' AND ')} ORDER BY seq DESC, id DESC LIMIT ?`,
    ).all(...values, limit + 1) as { seq: number; id: string; json: string }[]
    const shown = found.slice(0, limit)
    const last = shown.at(-1)
    return {
      rows: shown.map((row) => JSON.parse(row.json) as unknown),
      nextCursor: found.length > limit && last !== undefined ? `${last.seq}_${last.id}` : null,
    }
  }

  #setSync(mode: 'FULL' | 'NORMAL'): void {
    if (this.#sync !== mode) this.#db.exec(`PRAGMA synchronous = ${mode}`)
    this.#sync = mode
  }

  #transaction(work: () => void): void {
    this.#db.exec('BEGIN IMMEDIATE')
    try {
      work()
      this.#db.exec('COMMIT')
    } catch (error) {
      this.#db.exec('ROLLBACK')
      throw error
    }
  }

  #prepare(sql: string): Database.Statement {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const statement = this.#db.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }
}
