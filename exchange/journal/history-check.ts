import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import type { VenueEvent } from '../venue/contract'
import { SCHEMA, TABLES } from './history-rows'
import { ReplayedHistory } from './replayed-history'
import { SqliteThread } from './sqlite-thread'

/** Tables of rows; the others hold how a start goes quicker. */
const ROW_TABLES = TABLES.filter((table) => table !== 'snapshots' && table !== 'answers')

/**
 * The history that a replay makes, in a database of its own, held against the one that was found. Made by the code that
 * writes the real one, so a row is compared letter by letter.
 */
export class HistoryCheck {
  readonly #folder = mkdtempSync(join(tmpdir(), 'halyard-replayed-'))
  readonly #path = join(this.#folder, 'history.sqlite')
  readonly #thread: SqliteThread
  readonly #rows: ReplayedHistory
  /** Up to which of the exchange's sequences everything has to be in the history. */
  #completeSeq = 0
  #lastSeq = 0

  constructor() {
    const db = new Database(this.#path)
    db.exec('PRAGMA journal_mode = WAL')
    db.exec(SCHEMA)
    db.close()
    this.#thread = new SqliteThread(this.#path)
    this.#rows = new ReplayedHistory(this.#thread)
  }

  add(events: readonly VenueEvent[]): void {
    this.#rows.add(events)
    for (const event of events) this.#lastSeq = Math.max(this.#lastSeq, seqOf(event))
  }

  /** A snapshot stands here: it was written in one transaction with every row before it. */
  mark(): void {
    this.#completeSeq = this.#lastSeq
  }

  async room(): Promise<void> {
    const room = this.#rows.room()
    if (room !== null) await room
  }

  /**
   * @param foundPath of the history; `null` is one without rows
   * @param differ is told of the first difference, and throws
   */
  async compare(
    foundPath: string | null,
    differ: (table: string, expected: string, found: string) => never,
  ): Promise<{ readonly counts: Readonly<Record<string, number>>; readonly notWritten: number }> {
    await this.#rows.finish()
    const db = new Database(this.#path)
    try {
      if (foundPath === null) {
        db.exec("ATTACH ':memory:' AS found")
        db.exec(
          SCHEMA.replaceAll('CREATE TABLE IF NOT EXISTS ', 'CREATE TABLE IF NOT EXISTS found.').replaceAll(
            /CREATE (UNIQUE )?INDEX[^;]*;/g,
            '',
          ),
        )
      } else {
        db.exec(`ATTACH '${foundPath.replaceAll("'", "''")}' AS found`)
      }
      const counts: Record<string, number> = {}
      let notWritten = 0
      for (const table of ROW_TABLES) {
        const { extra, missing, late } = this.#compareTable(db, table)
        if (missing !== undefined) differ(table, JSON.stringify(missing), partner(db, table, missing.seq))
        if (extra !== undefined) differ(table, 'no such row', JSON.stringify(extra))
        notWritten += late
        counts[table] = count(db, `SELECT count(*) AS n FROM main.${table}`) - late
      }
      return { counts, notWritten }
    } finally {
      db.close()
    }
  }

  #compareTable(
    db: Database.Database,
    table: string,
  ): { readonly extra?: Row; readonly missing?: Row; readonly late: number } {
    const complete = this.#completeSeq
    const onlyHere = `(SELECT * FROM main.${table} EXCEPT SELECT * FROM found.${table})`
    const missing = db.prepare(`SELECT * FROM ${onlyHere} WHERE seq <= ${complete} ORDER BY seq LIMIT 1`).get() as
      | Row
      | undefined
    const late = count(db, `SELECT count(*) AS n FROM ${onlyHere} WHERE seq > ${complete}`)
    // A closed result grows: the one that is found may be what a later row, not written yet, replaces.
    const isOutgrown =
      table === 'closed_pnl'
        ? `AND NOT EXISTS (SELECT 1 FROM main.closed_pnl AS m WHERE m.id = f.id AND m.account = f.account AND m.seq > ${complete})`
        : ''
    const extra = db
      .prepare(
        `SELECT * FROM (SELECT * FROM found.${table} EXCEPT SELECT * FROM main.${table}) AS f WHERE 1 ${isOutgrown} ORDER BY seq LIMIT 1`,
      )
      .get() as Row | undefined
    return { late, ...(missing === undefined ? {} : { missing }), ...(extra === undefined ? {} : { extra }) }
  }

  async close(): Promise<void> {
    await this.#thread.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

type Row = { readonly seq: number } & Readonly<Record<string, unknown>>

function count(db: Database.Database, sql: string): number {
  return (db.prepare(sql).get() as { n: number }).n
}

/** What stands in the place of a row that is not as it should be. */
function partner(db: Database.Database, table: string, seq: number): string {
  const row = db.prepare(`SELECT * FROM found.${table} WHERE seq = ?`).get(seq)
  return row === undefined ? 'nothing' : JSON.stringify(row)
}

/** The sequence by which a row of this event is kept; 0 for an event that makes none. */
function seqOf(event: VenueEvent): number {
  switch (event.type) {
    case 'order':
      return event.order.seq
    case 'execution':
      return event.execution.seq
    case 'closedPnl':
      return event.closedPnl.seq
    case 'transfer':
      return event.transaction.seq
    case 'funding':
      return event.fundingRate.seq
    default:
      return 0
  }
}
