import type { Execution } from '../../src/domain/order/execution'
import type { Order, OrderStatus } from '../../src/domain/order/order'
import type { VenueEvent } from '../venue/contract'
import { ANSWER_LIFE_MS, type AnswerBatch } from './answers'
import type { HistoryPage } from './contract'
import type { Step, StepValue } from './sqlite-thread'

/** How many snapshots stay: the newest may turn out unreadable. */
export const SNAPSHOTS_KEPT = 3

/** Rises when the tables below change: an older file is emptied and written again from the ledger. */
export const SCHEMA_VERSION = 2

/**
 * Rows are keyed by the exchange's sequence, which only rises: they are appended, never sorted in. The other indices
 * are those a query names.
 */
export const SCHEMA = `
  CREATE TABLE IF NOT EXISTS snapshots (
    seq INTEGER PRIMARY KEY, byte_offset INTEGER NOT NULL, time_ms INTEGER NOT NULL, state TEXT NOT NULL
  );
  CREATE TABLE IF NOT EXISTS answers (seq INTEGER PRIMARY KEY, time_ms INTEGER NOT NULL, entries TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS orders (
    seq INTEGER PRIMARY KEY, account TEXT NOT NULL, order_id TEXT NOT NULL, link_id TEXT, symbol TEXT NOT NULL,
    time_ms INTEGER NOT NULL, json TEXT NOT NULL
  );
  CREATE UNIQUE INDEX IF NOT EXISTS orders_id ON orders (order_id);
  CREATE INDEX IF NOT EXISTS orders_account ON orders (account, seq);
  CREATE INDEX IF NOT EXISTS orders_link ON orders (link_id) WHERE link_id IS NOT NULL;
  CREATE TABLE IF NOT EXISTS executions (
    seq INTEGER PRIMARY KEY, account TEXT NOT NULL, id TEXT NOT NULL, order_id TEXT NOT NULL, link_id TEXT,
    symbol TEXT NOT NULL, time_ms INTEGER NOT NULL, json TEXT NOT NULL
  );
  CREATE UNIQUE INDEX IF NOT EXISTS executions_id ON executions (id, account);
  CREATE INDEX IF NOT EXISTS executions_account ON executions (account, seq);
  CREATE INDEX IF NOT EXISTS executions_order ON executions (order_id);
`

/** Where replay starts: the state after the line that ends at `byteOffset`. */
export interface Snapshot<State = string> {
  readonly seq: number
  readonly byteOffset: number
  readonly timeMs: number
  readonly state: State
}

export type HistoryRow =
  | { readonly kind: 'order'; readonly account: string; readonly value: Order }
  | { readonly kind: 'execution'; readonly account: string; readonly value: Execution }

const CLOSED: ReadonlySet<OrderStatus> = new Set([
  'filled',
  'canceled',
  'partiallyFilledCanceled',
  'rejected',
  'deactivated',
])

/** What of an input's events belongs in the history: executions, and orders that closed. */
export function addRows(rows: HistoryRow[], events: readonly VenueEvent[]): void {
  for (const event of events) {
    if (event.type === 'execution') rows.push({ kind: 'execution', account: event.account, value: event.execution })
    else if (event.type === 'order' && CLOSED.has(event.order.status))
      rows.push({ kind: 'order', account: event.account, value: event.order })
  }
}

/** Whether a query's page is open to this row. Mirrors `Store.page`, for rows that are not committed yet. */
export function matches(row: HistoryRow, account: string, page: HistoryPage): boolean {
  if (row.account !== account) return false
  const { value } = row
  const { symbol, startMs, endMs, orderId, orderLinkId } = page
  if (symbol !== null && value.symbol !== symbol) return false
  const timeMs = row.kind === 'order' ? row.value.updatedAtMs : row.value.timeMs
  if (startMs !== null && timeMs < startMs) return false
  if (endMs !== null && timeMs > endMs) return false
  if (orderId !== null && orderId !== undefined && orderIdOf(row) !== orderId) return false
  return orderLinkId === null || orderLinkId === undefined || linkIdOf(row) === orderLinkId
}

export const orderIdOf = (row: HistoryRow): string => (row.kind === 'order' ? row.value.id : row.value.orderId)
export const linkIdOf = (row: HistoryRow): string | null =>
  row.kind === 'order' ? row.value.linkId : row.value.orderLinkId

/** Rows to a statement, as one JSON text: a value to bind costs more than a row to insert. */
const ROWS_PER_STEP = 100

/** Each row is `[account, order or execution]`; columns are taken out of it where it is stored. */
const of = (...fields: string[]): string => fields.map((field) => `json_extract(value, '$[1].${field}')`).join(', ')
const INSERT_ORDERS = `INSERT OR REPLACE INTO orders (account, json, seq, order_id, link_id, symbol, time_ms)
  SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), ${of('seq', 'id', 'linkId', 'symbol', 'updatedAtMs')}
  FROM json_each(?)`
const INSERT_EXECUTIONS = `INSERT OR REPLACE INTO executions (account, json, seq, id, order_id, link_id, symbol, time_ms)
  SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'),
    ${of('seq', 'id', 'orderId', 'orderLinkId', 'symbol', 'timeMs')}
  FROM json_each(?)`

/** Writing a row again changes nothing: recovery does it. */
export function rowSteps(rows: readonly HistoryRow[]): Step[] {
  const orders: unknown[] = []
  const executions: unknown[] = []
  for (const { kind, account, value } of rows) (kind === 'order' ? orders : executions).push([account, value])
  return [...steps(INSERT_ORDERS, orders), ...steps(INSERT_EXECUTIONS, executions)]
}

function steps(sql: string, rows: readonly unknown[]): Step[] {
  const made: Step[] = []
  for (let from = 0; from < rows.length; from += ROWS_PER_STEP)
    made.push([sql, JSON.stringify(rows.slice(from, from + ROWS_PER_STEP))])
  return made
}

/** @param entries the JSON text of `answers.entries` */
export function snapshotSteps(snapshot: Snapshot<StepValue>, answers: AnswerBatch, entries: StepValue): Step[] {
  const { seq, byteOffset, timeMs, state } = snapshot
  return [
    [
      'INSERT OR REPLACE INTO snapshots (seq, byte_offset, time_ms, state) VALUES (?, ?, ?, ?)',
      seq,
      byteOffset,
      timeMs,
      state,
    ],
    ['DELETE FROM snapshots WHERE seq NOT IN (SELECT seq FROM snapshots ORDER BY seq DESC LIMIT ?)', SNAPSHOTS_KEPT],
    ['INSERT OR REPLACE INTO answers (seq, time_ms, entries) VALUES (?, ?, ?)', answers.seq, answers.timeMs, entries],
    ['DELETE FROM answers WHERE time_ms < ?', answers.timeMs - ANSWER_LIFE_MS],
  ]
}
