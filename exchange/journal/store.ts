import Database from 'libsql'
import type { NumberList } from '../../src/base/columns'
import type { AnswerBatch } from './answers'
import type { HistoryPage } from './contract'
import type { HistoryRow } from './history-row'
import { SCHEMA, SCHEMA_VERSION, TABLES, type SavedSnapshot } from './history-schema'
import { parsePacked } from './json-pieces'
import { linkPlaceOf, placeOf } from './row-batch'
import { KINDS, readRow } from './row-text'

/** Pages read at a time: most queries are answered by a few. */
const PAGES_AT_ONCE = 16

interface PageRow {
  readonly first_seq: number
  readonly rows: string
}

/** What a query asks of its pages. Rows are compared by the caller; this only spares reading. */
class Where {
  readonly conditions = ['account = ?', 'kind = ?', 'first_seq < ?']
  readonly values: (string | number)[]

  constructor(account: string, kind: number) {
    this.values = [account, kind]
  }

  narrow(condition: string, value: string | number | null | undefined): void {
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
  *snapshots(): Generator<SavedSnapshot> {
    const older = this.#prepare(
      'SELECT seq, byte_offset, time_ms, last_page, state FROM snapshots WHERE seq < ? ORDER BY seq DESC LIMIT 1',
    )
    for (let before = Number.MAX_SAFE_INTEGER; ;) {
      const row = older.get(before) as
        | { seq: number; byte_offset: number; time_ms: number; last_page: number; state: string }
        | undefined
      if (row === undefined) return
      before = row.seq
      const { seq, byte_offset: byteOffset, time_ms: timeMs, last_page: lastPage, state } = row
      yield { seq, byteOffset, timeMs, lastPage, state }
    }
  }

  /**
   * Forgets the rows after a snapshot, which the replay makes again. What `places` says of their pages stays and
   * leads nowhere: a page's number does not come again.
   */
  forgetAfter(lastPage: number): void {
    this.#prepare('DELETE FROM pages WHERE page > ?').run(lastPage)
  }

  /**
   * Rows of one kind that may belong to the page asked for, newest first; read on only as far as the caller goes.
   * @param beforeSeq only rows with a smaller sequence; `null` for all
   */
  *rows(
    kind: HistoryRow['kind'],
    account: string,
    page: HistoryPage,
    beforeSeq: number | null,
  ): Generator<HistoryRow, void> {
    const where = new Where(account, KINDS.indexOf(kind))
    let before = beforeSeq ?? Number.MAX_SAFE_INTEGER
    where.values.push(before)
    where.narrow('last_ms >= ?', page.startMs)
    where.narrow('first_ms <= ?', page.endMs)
    where.narrow('page IN (SELECT page FROM places WHERE place = ?)', mapped(page.orderId, placeOf))
    where.narrow('page IN (SELECT page FROM places WHERE place = ?)', mapped(page.orderLinkId, linkPlaceOf))
    where.narrow('instr(rows, ?) > 0', mapped(page.symbol, JSON.stringify))
    const types = page.execTypes ?? []
    if (types.length === 1) where.narrow('instr(rows, ?) > 0', JSON.stringify(types[0]))
    const pages = this.#prepare(
      `SELECT first_seq, rows FROM pages WHERE ${where.conditions.join(' AND ')} ORDER BY first_seq DESC LIMIT ${PAGES_AT_ONCE}`,
    )
    for (;;) {
      where.values[2] = before
      const found = pages.all(...where.values) as PageRow[]
      for (const { first_seq: firstSeq, rows } of found) {
        before = firstSeq
        const written = JSON.parse(rows) as unknown[]
        for (let at = written.length - 1; at >= 0; at -= 1) {
          const row = readRow(kind, account, written[at])
          if (beforeSeq === null || row.value.seq < beforeSeq) yield row
        }
      }
      if (found.length < PAGES_AT_ONCE) return
    }
  }

  /** Oldest first. */
  answers(): AnswerBatch[] {
    const rows = this.#prepare('SELECT seq, time_ms, entries FROM answers ORDER BY seq').all()
    return (rows as { seq: number; time_ms: number; entries: string }[]).map((row) => ({
      seq: row.seq,
      timeMs: row.time_ms,
      entries: parsePacked(row.entries) as NumberList,
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

function mapped<T, R>(value: T | null | undefined, of: (value: T) => R): R | null {
  return value === null || value === undefined ? null : of(value)
}
