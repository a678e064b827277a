import type { Transaction } from '../../src/domain/account/transaction'
import type { FundingRate } from '../../src/domain/market/funding-rate'
import type { Execution } from '../../src/domain/order/execution'
import type { Order, OrderStatus } from '../../src/domain/order/order'
import type { ClosedPnl } from '../../src/domain/position/closed-pnl'
import type { VenueEvent } from '../venue/contract'
import type { ExecutionEffect } from '../venue/records'
import { ANSWER_LIFE_MS, type AnswerBatch } from './answers'
import type { HistoryPage } from './contract'
import type { Step, StepValue } from './sqlite-thread'

/** How many snapshots stay: the newest may turn out unreadable. */
export const SNAPSHOTS_KEPT = 3

/** Rises when the tables below change: an older file is emptied and written again from the ledger. */
export const SCHEMA_VERSION = 3

export const TABLES = ['snapshots', 'answers', 'orders', 'executions', 'closed_pnl', 'transfers', 'funding'] as const

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
    symbol TEXT NOT NULL, time_ms INTEGER NOT NULL, json TEXT NOT NULL, exec_type TEXT NOT NULL, coin TEXT NOT NULL,
    effect TEXT NOT NULL
  );
  CREATE UNIQUE INDEX IF NOT EXISTS executions_id ON executions (id, account);
  CREATE INDEX IF NOT EXISTS executions_account ON executions (account, seq);
  CREATE INDEX IF NOT EXISTS executions_order ON executions (order_id);
  CREATE TABLE IF NOT EXISTS closed_pnl (
    seq INTEGER PRIMARY KEY, account TEXT NOT NULL, id TEXT NOT NULL, symbol TEXT NOT NULL, time_ms INTEGER NOT NULL,
    json TEXT NOT NULL
  );
  CREATE UNIQUE INDEX IF NOT EXISTS closed_pnl_id ON closed_pnl (id, account);
  CREATE INDEX IF NOT EXISTS closed_pnl_account ON closed_pnl (account, seq);
  CREATE TABLE IF NOT EXISTS transfers (
    seq INTEGER PRIMARY KEY, account TEXT NOT NULL, coin TEXT NOT NULL, time_ms INTEGER NOT NULL, json TEXT NOT NULL
  );
  CREATE INDEX IF NOT EXISTS transfers_account ON transfers (account, seq);
  CREATE TABLE IF NOT EXISTS funding (
    seq INTEGER PRIMARY KEY, account TEXT NOT NULL, symbol TEXT NOT NULL, time_ms INTEGER NOT NULL, json TEXT NOT NULL
  );
  CREATE INDEX IF NOT EXISTS funding_symbol ON funding (symbol, seq);
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
  | {
      readonly kind: 'execution'
      readonly account: string
      readonly value: Execution
      readonly effect: ExecutionEffect
    }
  | { readonly kind: 'closedPnl'; readonly account: string; readonly value: ClosedPnl }
  | { readonly kind: 'transfer'; readonly account: string; readonly value: Transaction }
  /** Everybody's: its account is `EVERYBODY`. */
  | { readonly kind: 'funding'; readonly account: string; readonly value: FundingRate }

export const EVERYBODY = ''

const CLOSED: ReadonlySet<OrderStatus> = new Set([
  'filled',
  'canceled',
  'partiallyFilledCanceled',
  'rejected',
  'deactivated',
])

/** What of an input's events belongs in the history: orders that closed, executions, and what they did to accounts. */
export function addRows(rows: HistoryRow[], events: readonly VenueEvent[]): void {
  for (const event of events) {
    switch (event.type) {
      case 'execution': {
        const { account, execution, effect } = event
        rows.push({ kind: 'execution', account, value: execution, effect })
        break
      }
      case 'order':
        if (CLOSED.has(event.order.status)) rows.push({ kind: 'order', account: event.account, value: event.order })
        break
      case 'closedPnl':
        rows.push({ kind: 'closedPnl', account: event.account, value: event.closedPnl })
        break
      case 'transfer':
        rows.push({ kind: 'transfer', account: event.account, value: event.transaction })
        break
      case 'funding':
        rows.push({ kind: 'funding', account: EVERYBODY, value: event.fundingRate })
        break
      default:
    }
  }
}

/** Whether a query's page is open to this row. Mirrors `Store.page`, for rows that are not committed yet. */
export function matches(row: HistoryRow, account: string, page: HistoryPage): boolean {
  if (row.account !== account) return false
  const { value } = row
  const { symbol, startMs, endMs, orderId, orderLinkId, execTypes } = page
  if (symbol !== null && value.symbol !== symbol) return false
  if (execTypes !== null && execTypes !== undefined && row.kind === 'execution') {
    if (!execTypes.includes(row.value.execType)) return false
  }
  const timeMs = row.kind === 'order' || row.kind === 'closedPnl' ? row.value.updatedAtMs : row.value.timeMs
  if (startMs !== null && timeMs < startMs) return false
  if (endMs !== null && timeMs > endMs) return false
  if (orderId !== null && orderId !== undefined && orderIdOf(row) !== orderId) return false
  return orderLinkId === null || orderLinkId === undefined || linkIdOf(row) === orderLinkId
}

export const orderIdOf = (row: HistoryRow): string | null => {
  if (row.kind === 'order') return row.value.id
  return row.kind === 'funding' ? null : row.value.orderId
}
export const linkIdOf = (row: HistoryRow): string | null => {
  if (row.kind === 'order') return row.value.linkId
  return row.kind === 'execution' ? row.value.orderLinkId : null
}

/** Rows to a statement, as one JSON text: a value to bind costs more than a row to insert. */
const ROWS_PER_STEP = 100

/**
 * Each row is `[account, value]`, an execution's with its effect behind; columns are taken out of the value where it is
 * stored.
 */
const INSERTS = {
  order: insert('orders', { order_id: 'id', link_id: 'linkId', symbol: 'symbol', time_ms: 'updatedAtMs' }),
  execution: insert(
    'executions',
    {
      id: 'id',
      order_id: 'orderId',
      link_id: 'orderLinkId',
      symbol: 'symbol',
      time_ms: 'timeMs',
      exec_type: 'execType',
    },
    { coin: '$[2].coin', effect: '$[2]' },
  ),
  closedPnl: insert('closed_pnl', { id: 'id', symbol: 'symbol', time_ms: 'updatedAtMs' }),
  transfer: insert('transfers', { coin: 'coin', time_ms: 'timeMs' }),
  funding: insert('funding', { symbol: 'symbol', time_ms: 'timeMs' }),
} as const satisfies Readonly<Record<HistoryRow['kind'], string>>

/** @param fields column and field of the value; @param others column and path in the row */
function insert(
  table: (typeof TABLES)[number],
  fields: Readonly<Record<string, string>>,
  others: Readonly<Record<string, string>> = {},
): string {
  const ofValue = Object.entries(fields).map(([column, field]) => [column, `$[1].${field}`] as const)
  const columns = [['account', '$[0]'], ['json', '$[1]'], ['seq', '$[1].seq'], ...ofValue, ...Object.entries(others)]
  const paths = columns.map(([, path]) => `json_extract(value, '${path}')`)
  const names = columns.map(([column]) => column)
  return `INSERT OR REPLACE INTO ${table} (${names.join(', ')}) SELECT ${paths.join(', ')} FROM json_each(?)`
}

/** Writing a row again changes nothing: recovery does it. A later closed result of an order replaces the former. */
export function rowSteps(rows: readonly HistoryRow[]): Step[] {
  const byKind = new Map<HistoryRow['kind'], unknown[]>()
  for (const row of rows) {
    const one = row.kind === 'execution' ? [row.account, row.value, row.effect] : [row.account, row.value]
    const known = byKind.get(row.kind)
    if (known === undefined) byKind.set(row.kind, [one])
    else known.push(one)
  }
  return [...byKind].flatMap(([kind, values]) => steps(INSERTS[kind], values))
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
