import Database from 'libsql'
import type { HistoryStore, RowsRead } from '../../../journal/history-store'
import { base64 } from './base64'
import type { NumberList } from '../../../../src/base/columns'
import type { AnswerBatch } from '../../../journal/answers'
import type { HistoryPage } from '../../../journal/journal-port'
import type { HistoryRow } from '../../../journal/history-row'
import { SCHEMA, SCHEMA_VERSION, TABLES, type SavedSnapshot } from '../../../journal/history-schema'
import { parsePacked } from '../../../journal/json-pieces'
import { linkPlaceOf, placeOf } from '../../../journal/row-batch'
import { KINDS, readRow } from '../../../journal/row-text'

/** Pages looked at by one statement: most queries are answered by a few. */
const PAGES_AT_ONCE = 16
/** How far one query looks: so many pages, and so many rows of them. It takes some milliseconds of the thread that takes orders. */
const PAGES_MAX = 1_024
const ROWS_MAX = 1_000

interface PageRow {
  readonly first_seq: number
  readonly last_ms: number
  /** `null` where nothing on the page can be what is asked for. */
  readonly rows: string | null
}

/** What a query asks of its pages. Rows are compared by the caller; this only spares reading. */
class Conditions {
  readonly texts: string[] = []
  readonly values: (string | number)[] = []

  narrow(condition: string, value: string | number | null | undefined): void {
    if (value === null || value === undefined) return
    this.texts.push(condition)
    this.values.push(value)
  }

  /** @param none the text where there is no condition */
  text(none: string): string {
    return this.texts.length === 0 ? none : this.texts.join(' AND ')
  }
}

/**
 * SQLite behind the ledger: snapshots, and the history that queries page through. Nothing here is the truth; every row
 * follows from the ledger and is written again, identically, when recovery replays the lines after the snapshot.
 * This connection makes the tables and reads; the thread has the pen (`SqliteThread`).
 */
export class Store implements HistoryStore {
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

  rows(kind: HistoryRow['kind'], account: string, page: HistoryPage, beforeSeq: number | null): RowsRead {
    const read = { stoppedAt: null as number | null }
    return Object.assign(read, { [Symbol.iterator]: () => this.#read(kind, account, page, beforeSeq, read) })
  }

  *#read(
    kind: HistoryRow['kind'],
    account: string,
    page: HistoryPage,
    beforeSeq: number | null,
    read: { stoppedAt: number | null },
  ): Generator<HistoryRow, void> {
    const kindNumber = KINDS.indexOf(kind)
    // By these only the pages that are meant are found; by the words of its text a page is looked at and left.
    const found = new Conditions()
    found.narrow('page IN (SELECT page FROM places WHERE place = ?)', mapped(page.orderId, placeOf))
    found.narrow('page IN (SELECT page FROM places WHERE place = ?)', mapped(page.orderLinkId, linkPlaceOf))
    const words = new Conditions()
    words.narrow('instr(rows, ?) > 0', mapped(page.symbol, JSON.stringify))
    // A fill of a pair names its base coin in its symbol alone.
    words.narrow('instr(rows, ?) > 0', page.coin)
    const types = page.execTypes ?? []
    if (types.length === 1) words.narrow('instr(rows, ?) > 0', JSON.stringify(types[0]))
    words.narrow('instr(rows, ?) > 0', mapped(page.orderStatus, JSON.stringify))
    const pages = this.#prepare(
      `SELECT first_seq, last_ms, CASE WHEN ${words.text('1')} THEN rows END AS rows FROM pages
       WHERE account = ? AND kind = ? AND first_seq < ? AND ${found.text('1')}
       ORDER BY first_seq DESC LIMIT ${PAGES_AT_ONCE}`,
    )
    let before = this.#firstSeqFrom(account, kindNumber, beforeSeq ?? Number.MAX_SAFE_INTEGER, page.endMs)
    let rowsRead = 0
    for (let looked = 0; ; looked += PAGES_AT_ONCE) {
      if (looked >= PAGES_MAX || rowsRead >= ROWS_MAX) {
        read.stoppedAt = before
        return
      }
      const list = pages.all(...words.values, account, kindNumber, before, ...found.values) as PageRow[]
      for (const { first_seq: firstSeq, last_ms: lastMs, rows } of list) {
        // Time never falls while sequences rise: everything behind this page is older still.
        if (page.startMs !== null && lastMs < page.startMs) return
        before = firstSeq
        if (rows === null) continue
        const written = JSON.parse(rows) as unknown[]
        for (let at = written.length - 1; at >= 0; at -= 1) {
          const row = readRow(kind, account, written[at])
          if (beforeSeq === null || row.value.seq < beforeSeq) yield row
        }
        rowsRead += written.length
        if (rowsRead >= ROWS_MAX) break
      }
      if (list.length < PAGES_AT_ONCE && list.at(-1)?.first_seq === before) return
      if (list.length === 0) return
    }
  }

  /** @returns a sequence before which all pages stand that begin at `endMs` or earlier, and hardly another one */
  #firstSeqFrom(account: string, kind: number, beforeSeq: number, endMs: number | null): number {
    if (endMs === null) return beforeSeq
    const newest = this.#prepare(
      'SELECT first_seq, first_ms FROM pages WHERE account = ? AND kind = ? AND first_seq < ? ORDER BY first_seq DESC LIMIT 1',
    )
    let [low, high] = [0, beforeSeq]
    // The first look is at the newest page, which mostly is early enough.
    for (let at = high; high - low > 1; at = low + Math.floor((high - low) / 2)) {
      const page = newest.get(account, kind, at) as { first_seq: number; first_ms: number } | undefined
      if (page === undefined) low = at
      else if (page.first_ms > endMs) high = page.first_seq
      else if (at === high) return high
      else low = at
    }
    return high
  }

  /** Oldest first. */
  answers(): AnswerBatch[] {
    const rows = this.#prepare('SELECT seq, time_ms, entries FROM answers ORDER BY seq').all()
    return (rows as { seq: number; time_ms: number; entries: string }[]).map((row) => ({
      seq: row.seq,
      timeMs: row.time_ms,
      entries: parsePacked(row.entries, base64) as NumberList,
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
