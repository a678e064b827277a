import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import type { VenueEvent } from '../../../venue/venue-port'
import { historyRowOf } from '../../../journal/history-row'
import { KINDS, rowText } from '../../../journal/row-text'

const ROWS_PER_INSERT = 2_000
const INSERT = 'INSERT INTO expected (kind, account, row) SELECT value->>0, value->>1, value->>2 FROM json_each(?)'

interface FoundRow {
  readonly kind: number
  readonly account: string
  readonly row: string
}

/**
 * The history that a replay makes, held against the one that was found, row by row and letter by letter. How rows share
 * pages depends on when they were committed, and is left out of it. Kept in a file: a history may be larger than memory.
 */
export class HistoryCheck {
  readonly #folder = mkdtempSync(join(tmpdir(), 'halyard-replayed-'))
  readonly #db = new Database(join(this.#folder, 'history.sqlite'))
  #pending: (readonly [kind: number, account: string, row: string])[] = []
  #count = 0
  /** Up to which of the rows everything has to be in the history. */
  #completeCount = 0

  constructor() {
    this.#db.exec('PRAGMA synchronous = OFF')
    this.#db.exec(
      'CREATE TABLE expected (id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, account TEXT NOT NULL, row TEXT NOT NULL)',
    )
    this.#db.exec('CREATE TABLE found (kind INTEGER NOT NULL, account TEXT NOT NULL, row TEXT NOT NULL)')
  }

  add(events: readonly VenueEvent[]): void {
    for (const event of events) {
      const row = historyRowOf(event)
      if (row === null) continue
      this.#count++
      this.#pending.push([KINDS.indexOf(row.kind), row.account, rowText(row)])
    }
    if (this.#pending.length >= ROWS_PER_INSERT) this.#flush()
  }

  /** A snapshot was taken here: it was written in one transaction with every row before it. */
  mark(): void {
    this.#completeCount = this.#count
  }

  /**
   * @param foundPath of the history; `null` is one without rows
   * @param differ is called with the first difference, and throws
   */
  compare(
    foundPath: string | null,
    differ: (kind: string, expected: string, found: string) => never,
  ): { readonly counts: Readonly<Record<string, number>>; readonly notWritten: number } {
    this.#flush()
    if (foundPath !== null) {
      this.#db.exec(`ATTACH '${foundPath.replaceAll("'", "''")}' AS history`)
      this.#db.exec(
        'INSERT INTO found SELECT kind, account, value FROM history.pages, json_each(history.pages.rows) ORDER BY page',
      )
    }
    const all = 'SELECT kind, account, row FROM expected'
    const due = `${all} WHERE id <= ${this.#completeCount}`
    const [missing] = this.#rows(`${due} EXCEPT SELECT * FROM found LIMIT 1`)
    const [extra] = this.#rows(`SELECT * FROM found EXCEPT ${all} LIMIT 1`)
    const [twice] = this.#rows('SELECT * FROM found GROUP BY kind, account, row HAVING count(*) > 1 LIMIT 1')
    if (missing !== undefined) {
      const instead = extra?.kind === missing.kind ? shown(extra) : 'nothing'
      differ(KINDS[missing.kind]!, shown(missing), instead)
    }
    if (extra !== undefined) differ(KINDS[extra.kind] ?? `kind ${extra.kind}`, 'no such row', shown(extra))
    if (twice !== undefined) differ(KINDS[twice.kind]!, 'the row once', `${shown(twice)} more often`)
    const counts = KINDS.map((kind, i) => [kind, this.#number(`SELECT count(*) AS n FROM found WHERE kind = ${i}`)])
    const written = this.#number('SELECT count(*) AS n FROM found')
    return { counts: Object.fromEntries(counts) as Record<string, number>, notWritten: this.#count - written }
  }

  close(): void {
    this.#db.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #flush(): void {
    if (this.#pending.length > 0) this.#db.prepare(INSERT).run(JSON.stringify(this.#pending))
    this.#pending = []
  }

  #rows(sql: string): readonly FoundRow[] {
    return this.#db.prepare(sql).all() as FoundRow[]
  }

  #number(sql: string): number {
    return (this.#db.prepare(sql).get() as { n: number }).n
  }
}

const shown = ({ account, row }: FoundRow): string => (account === '' ? row : `${account} ${row}`)
