import type { HistoryRow } from './history-row'
import type { HistoryPage } from './journal-port'

/** The rows of one kind that may belong to a query, newest first, as far as one query looks. */
export interface RowsRead extends Iterable<HistoryRow> {
  /**
   * Once the rows are taken: every row of this sequence or a later one was looked at, and older ones were not.
   * `null` when none is left.
   */
  readonly stoppedAt: number | null
}

/** Where committed history is read. */
export interface HistoryStore {
  /**
   * Rows of one kind that may belong to the page asked for, newest first; read on only as far as the caller goes.
   * @param beforeSeq only rows with a smaller sequence; `null` for all
   */
  rows(kind: HistoryRow['kind'], account: string, page: HistoryPage, beforeSeq: number | null): RowsRead
  close(): void
}
