import { ANSWER_LIFE_MS, type AnswerBatch } from './answers'
import type { Step, StepValue } from './history-writer'

/** How many snapshots stay: the newest may turn out unreadable. */
export const SNAPSHOTS_KEPT = 3

/** Rises when the tables below change: an older file is emptied and written again from the ledger. */
export const SCHEMA_VERSION = 5

/** Those of older versions too, so that they go with the rest. */
export const TABLES = [
  'snapshots',
  'answers',
  'pages',
  'places',
  'orders',
  'executions',
  'closed_pnl',
  'transfers',
  'funding',
] as const

/**
 * A page holds the rows of one kind that one account got within one transaction, as one JSON list: hundreds of
 * thousands of rows a second go through a few thousand inserts. Numbers of pages only rise and never come again.
 * `places` says on which pages the rows of an order or a link id stand (`placeOf`).
 */
export const SCHEMA = `
  CREATE TABLE IF NOT EXISTS snapshots (
    seq INTEGER PRIMARY KEY, byte_offset INTEGER NOT NULL, time_ms INTEGER NOT NULL, last_page INTEGER NOT NULL,
    state TEXT NOT NULL
  );
  CREATE TABLE IF NOT EXISTS answers (seq INTEGER PRIMARY KEY, time_ms INTEGER NOT NULL, entries TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS pages (
    page INTEGER PRIMARY KEY AUTOINCREMENT, kind INTEGER NOT NULL, account TEXT NOT NULL, first_seq INTEGER NOT NULL,
    first_ms INTEGER NOT NULL, last_ms INTEGER NOT NULL, rows TEXT NOT NULL
  );
  CREATE INDEX IF NOT EXISTS pages_account ON pages (account, kind, first_seq);
  CREATE TABLE IF NOT EXISTS places (
    place INTEGER NOT NULL, page INTEGER NOT NULL, PRIMARY KEY (place, page)
  ) WITHOUT ROWID;
`

/** How the thread writes rows (`sqlite-thread-worker.ts`). */
export const ROW_STATEMENTS = {
  lastPage: "SELECT seq AS last FROM sqlite_sequence WHERE name = 'pages'",
  insertPage:
    'INSERT INTO pages (page, account, kind, first_seq, first_ms, last_ms, rows) VALUES (?, ?, ?, ?, ?, ?, ?)',
  /** `[place, page]` pairs as one text: a value to bind costs more than a row to insert. */
  insertPlaces: 'INSERT OR IGNORE INTO places SELECT value->>0, value->>1 FROM json_each(?)',
} as const

/** Where replay starts: the state after the line that ends at `byteOffset`. */
export interface Snapshot<State = string> {
  readonly seq: number
  readonly byteOffset: number
  readonly timeMs: number
  readonly state: State
}

/** A snapshot as it was saved; rows on later pages follow from the lines after it. */
export interface SavedSnapshot extends Snapshot {
  readonly lastPage: number
}

/** @param entries the JSON text of `answers.entries` */
export function snapshotSteps(snapshot: Snapshot<StepValue>, answers: AnswerBatch, entries: StepValue): Step[] {
  const { seq, byteOffset, timeMs, state } = snapshot
  return [
    [
      'INSERT OR REPLACE INTO snapshots (seq, byte_offset, time_ms, last_page, state) VALUES (?, ?, ?, ?, ?)',
      seq,
      byteOffset,
      timeMs,
      { kept: 'markedPage' },
      state,
    ],
    ['DELETE FROM snapshots WHERE seq NOT IN (SELECT seq FROM snapshots ORDER BY seq DESC LIMIT ?)', SNAPSHOTS_KEPT],
    // A stop without an input since the last snapshot is at its place again: what is there is whole, and this is empty.
    ['INSERT OR IGNORE INTO answers (seq, time_ms, entries) VALUES (?, ?, ?)', answers.seq, answers.timeMs, entries],
    ['DELETE FROM answers WHERE time_ms < ?', answers.timeMs - ANSWER_LIFE_MS],
  ]
}
