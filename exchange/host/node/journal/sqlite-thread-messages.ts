import type { RowsToWrite, Step, SyncMode } from '../../../journal/history-writer'

/** What the thread that writes SQLite is started with. */
export interface SqliteThreadData {
  /** File of the database. */
  readonly path: string
  /** Where the package `libsql` lies: the thread is a text and stands nowhere. */
  readonly libsql: string
}

export interface CommitMessage {
  readonly kind: 'commit'
  readonly id: number
  readonly steps: readonly Step[]
  readonly sync: SyncMode
  readonly rows: RowsToWrite | null
}

/** A piece of a text that a later step names. */
export interface KeepMessage {
  readonly kind: 'keep'
  readonly name: string
  readonly text: string
}

/** What the thread is asked, in order. `close` is the last. */
export type SqliteThreadMessage = CommitMessage | KeepMessage | { readonly kind: 'close' }

/** A commit and how it ended: `null` is good. After the first error no other answer comes. */
export interface SqliteThreadAnswer {
  readonly id: number
  readonly error: string | null
}
