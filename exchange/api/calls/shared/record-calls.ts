import { writeClosedPnl } from '../../../../src/wire/shape/closed-pnl'
import { writeExecution } from '../../../../src/wire/shape/execution'
import { writeOrder } from '../../../../src/wire/shape/order'
import { TRANSACTION_OF, writeTransaction } from '../../../../src/wire/shape/transaction'
import { writeV5ClosedPnl } from '../../../../src/wire/v5/account-rows'
import { v5CategoryOf } from '../../../../src/wire/v5/category'
import type { HistoryPage, HistoryResult } from '../../../journal/journal-port'
import type { Core } from '../../core'
import { optional, text, word, type Fields, type Read } from './route/field'
import { route } from './route/route'
import { listOf, object, SEQ, TEXT, type Schema } from './route/schema'
import { CLOSED_PNL_ROW, EXECUTION_ROW, ORDER_ROW, TRANSACTION_ROW, V5_CLOSED_PNL_ROW } from './answers'
import { contractsOf, findContract, type AskedContracts } from './contract-scope'
import { ACCOUNT_TYPE, historyFields, NATIVE_RECORD_FIELDS, RECORD_FIELDS } from './shared-fields'

const PAGE_ROWS = 20
const CLOSED_PNL_ABOUT = 'What closed positions brought, a row for each closing order, newest first'

const EXECUTION_FIELDS = {
  ...NATIVE_RECORD_FIELDS,
  ...historyFields(PAGE_ROWS, 100),
  orderId: optional(text({ max: 64 })),
  orderLinkId: optional(text({ max: 64 })),
  execType: optional(text({ max: 40, about: '`Trade`, `Funding`, `Settle`, `Delivery`, `BustTrade`, `AdlTrade`' })),
} as const
const TRANSACTION_FIELDS = {
  ...NATIVE_RECORD_FIELDS,
  ...historyFields(PAGE_ROWS, 50),
  accountType: ACCOUNT_TYPE,
  type: optional(word([...TRANSACTION_OF.keys()])),
  transSubType: optional(
    word(['movePosition'], { about: 'no position is moved between accounts here: an empty list' }),
  ),
  currency: optional(text({ max: 20 })),
} as const

/**
 * Records of an account, newest first, under their native names (the list that the client wrapper guards, spec §7) and
 * their v5 names.
 */
export const RECORD_CALLS = [
  records({
    path: '/contract/v5/order/history-list',
    about: 'Orders that are over, newest first',
    input: { ...NATIVE_RECORD_FIELDS, ...historyFields(PAGE_ROWS, 100) },
    row: ORDER_ROW,
    page: (core, account, input) =>
      mapRows(core.journal.orderHistory(account, recordsOf(core, input)), (row) => writeOrder(row, 'native')),
  }),
  records({
    path: '/contract/v5/execution/trade-list',
    about: 'Executions, newest first',
    input: EXECUTION_FIELDS,
    row: EXECUTION_ROW,
    page: (core, account, input) =>
      mapRows(core.journal.executions(account, { ...recordsOf(core, input), ...executionsOf(input) }), writeExecution),
  }),
  records({
    path: '/contract/v5/position/closed-pnl',
    about: CLOSED_PNL_ABOUT,
    input: { ...NATIVE_RECORD_FIELDS, ...historyFields(PAGE_ROWS, 100) },
    row: CLOSED_PNL_ROW,
    page: (core, account, input) => mapRows(core.journal.closedPnl(account, recordsOf(core, input)), writeClosedPnl),
  }),
  records({
    path: '/v5/position/closed-pnl',
    about: CLOSED_PNL_ABOUT,
    input: { ...RECORD_FIELDS, ...historyFields(PAGE_ROWS, 100) },
    row: V5_CLOSED_PNL_ROW,
    hasCategory: true,
    page: (core, account, input) =>
      mapRows(core.journal.closedPnl(account, recordsOf(core, input)), (row) =>
        writeV5ClosedPnl(row, findContract(core, row.symbol)),
      ),
  }),
  ...['/contract/v5/account/transaction-history', '/v5/account/transaction-log'].map((path) =>
    records({
      path,
      about: 'Every change of the wallet, newest first, with the balance after it',
      input: TRANSACTION_FIELDS,
      row: TRANSACTION_ROW,
      page: transactions,
    }),
  ),
]

function records<const F extends Fields>(declared: {
  readonly path: string
  readonly about: string
  readonly input: F
  readonly row: Schema
  /** Whether the answer names the category that was asked for. */
  readonly hasCategory?: true
  readonly page: (core: Core, account: string, input: Read<F>) => HistoryResult<unknown>
}) {
  const { path, about, input: fields, row, page } = declared
  const category = declared.hasCategory === true ? { category: TEXT } : {}
  return route({
    method: 'GET',
    path,
    about,
    who: 'reader',
    input: fields,
    result: object({ ...category, list: listOf(row), nextPageCursor: TEXT, seq: SEQ }),
    run({ core, caller, input }) {
      const { rows, nextCursor } = page(core, caller.account, input)
      const asked = declared.hasCategory === true ? { category: input['category'] } : {}
      return { ...asked, list: rows, nextPageCursor: nextCursor ?? '', seq: core.journal.durableSeq() }
    },
  })
}

function transactions(core: Core, account: string, input: Read<typeof TRANSACTION_FIELDS>): HistoryResult<unknown> {
  const { type, currency: coin, transSubType } = input
  if (transSubType !== null) return { rows: [], nextCursor: null }
  const asked = { ...recordsOf(core, input), type: type === null ? null : (TRANSACTION_OF.get(type) ?? null), coin }
  return mapRows(core.journal.transactions(account, asked), (row) =>
    writeTransaction(row, row.symbol === null ? '' : categoryOf(core, row.symbol)),
  )
}

function mapRows<T, R>({ rows, nextCursor }: HistoryResult<T>, write: (row: T) => R): HistoryResult<R> {
  return { rows: rows.map(write), nextCursor }
}

function categoryOf(core: Core, symbol: string): string {
  const contract = findContract(core, symbol)
  return contract === null ? '' : v5CategoryOf(contract)
}

/** One page of the records of the contracts that were asked for. */
export function recordsOf(core: Core, input: Parameters<typeof pageOf>[0] & AskedContracts): HistoryPage {
  return { ...pageOf(input), symbols: contractsOf(core, input) }
}

/** One page of a history, as it was asked for. */
export function pageOf(input: {
  readonly symbol: string | null
  readonly startTime: number | null
  readonly endTime: number | null
  readonly limit: number
  readonly cursor: string | null
}): HistoryPage {
  const { symbol, startTime: startMs, endTime: endMs, limit, cursor } = input
  return { symbol, startMs, endMs, limit, cursor }
}

/** Which executions: of one order, of one type. */
export function executionsOf(input: {
  readonly orderId: string | null
  readonly orderLinkId: string | null
  readonly execType: string | null
}): Pick<HistoryPage, 'orderId' | 'orderLinkId' | 'execTypes'> {
  const { orderId, orderLinkId, execType } = input
  return { orderId, orderLinkId, execTypes: execType === null ? null : [execType] }
}
