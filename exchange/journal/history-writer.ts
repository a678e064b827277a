import type { WrittenRows } from './row-columns'

/**
 * `kept` stands for the text that was put together under that name by `keep`, using it uses it up; or for
 * `markedPage`, the last page when rows were last marked.
 */
export type StepValue = string | number | null | { readonly kept: string }

/** One statement and its values. */
export type Step = readonly [sql: string, ...values: StepValue[]]

/** `FULL`: on disk when it is committed, and with it everything committed before it. */
export type SyncMode = 'FULL' | 'NORMAL'

/** Rows for one transaction. */
export interface RowsToWrite {
  readonly rows: WrittenRows | null
  /** Accounts that were not named before; they are numbered on from 0. */
  readonly newAccounts: readonly string[]
  /** Whether a snapshot will stand on these rows and those before: `markedPage` is the last page of them then. */
  readonly isMarked: boolean
}

/** Commits transactions in the order in which they are given. Tests put a held or failing one in its place. */
export interface HistoryWriter {
  /**
   * One transaction: the rows, then the steps. The rows' memory must not change before it is done.
   * Resolves once it is committed; rejects when this or an earlier one could not be.
   */
  commit(steps: readonly Step[], sync: SyncMode, rows?: RowsToWrite): Promise<void>
  /** Adds to a text that a later step names: a long one travels in pieces. */
  keep(name: string, text: string): void
  /** Commits what was given, then lets go of the file. */
  close(): Promise<void>
}
