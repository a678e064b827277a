import type { Context, Hono } from 'hono'
import type { Instrument } from '../../../src/domain/instrument/instrument'
import { CODE } from '../../../src/wire/rest/codes'
import { writeClosedPnl } from '../../../src/wire/shape/closed-pnl'
import { writeExecution } from '../../../src/wire/shape/execution'
import { writeOrder } from '../../../src/wire/shape/order'
import { TRANSACTION_OF, writeTransaction } from '../../../src/wire/shape/transaction'
import type { HistoryPage, HistoryResult } from '../../journal/contract'
import { answer, Refused, requireCaller, type Core } from '../core'
import { queryInteger, readQuery } from '../http/read-request'
import { readCategory, requireInstrument } from './v5-market'

type Query = ReadonlyMap<string, string>

const PAGE_ROWS = 20
/** v5's most rows a page, by list. */
const MOST = { orders: 100, executions: 100, closedPnl: 100, transactions: 50, funding: 200 } as const

/**
 * Records of an account, newest first, under their house names (the list that the client wrapper guards, spec §7) and
 * their v5 names. Like all private reads they wait until what the account sent before is on disk.
 */
export function addRecordCalls(app: Hono, core: Core): void {
  const read = (
    path: string,
    page: (account: string, query: Query) => HistoryResult<unknown>,
    prepare: (query: Query) => Readonly<Record<string, string>> = () => ({}),
  ) =>
    app.get(path, async (context) => {
      const { account, query } = await settle(core, context)
      const extra = prepare(query)
      const { rows, nextCursor } = page(account, query)
      return answer(core, context, {
        ...extra,
        list: rows,
        nextPageCursor: nextCursor ?? '',
        seq: core.journal.durableSeq(),
      })
    })

  const orders = (account: string, query: Query) =>
    mapRows(core.journal.orderHistory(account, readPage(query, MOST.orders)), (row) => writeOrder(row, 'house'))
  const executions = (account: string, query: Query) =>
    mapRows(core.journal.executions(account, readExecutionPage(query)), writeExecution)
  const closedPnl = (account: string, query: Query) =>
    mapRows(core.journal.closedPnl(account, readPage(query, MOST.closedPnl)), writeClosedPnl)
  const transactions = (account: string, query: Query) =>
    mapRows(core.journal.transactions(account, readTransactionPage(query)), (row) =>
      writeTransaction(row, row.symbol === null ? '' : categoryOf(core.catalogue.find(row.symbol))),
    )

  read('/contract/v5/order/history-list', orders)
  read('/contract/v5/execution/trade-list', executions)
  read('/contract/v5/position/closed-pnl', closedPnl)
  read('/v5/position/closed-pnl', closedPnl, (query) => ({ category: readCategory(query) }))
  read('/contract/v5/account/transaction-history', transactions)
  read('/v5/account/transaction-log', transactions)

  app.get('/v5/market/funding/history', (context) => {
    const query = readQuery(context)
    const category = readCategory(query)
    requireInstrument(core, query, category)
    const { rows } = core.journal.fundingRates({ ...readPage(query, MOST.funding, MOST.funding), cursor: null })
    const list = rows.map(({ symbol, rate, timeMs }) => ({
      symbol,
      fundingRate: rate,
      fundingRateTimestamp: String(timeMs),
    }))
    return answer(core, context, { category, list })
  })
}

function mapRows<T, R>({ rows, nextCursor }: HistoryResult<T>, write: (row: T) => R): HistoryResult<R> {
  return { rows: rows.map(write), nextCursor }
}

function categoryOf(instrument: Instrument | null): string {
  return instrument?.contractType.startsWith('Inverse') === true ? 'inverse' : 'linear'
}

async function settle(core: Core, context: Context): Promise<{ readonly account: string; readonly query: Query }> {
  const { account } = requireCaller(core, context)
  const query = readQuery(context)
  await core.door.settled(account)
  return { account, query }
}

function readPage(query: Query, most: number, rows = PAGE_ROWS): HistoryPage {
  return {
    symbol: query.get('symbol') ?? null,
    startMs: queryInteger(query, 'startTime', { min: 0, max: 1e14 }),
    endMs: queryInteger(query, 'endTime', { min: 0, max: 1e14 }),
    limit: queryInteger(query, 'limit', { min: 1, max: most }) ?? rows,
    cursor: query.get('cursor') ?? null,
  }
}

function readExecutionPage(query: Query): HistoryPage {
  const execType = query.get('execType') ?? ''
  return {
    ...readPage(query, MOST.executions),
    orderId: query.get('orderId') ?? null,
    orderLinkId: query.get('orderLinkId') ?? null,
    execTypes: execType === '' ? null : [execType],
  }
}

function readTransactionPage(query: Query) {
  const word = query.get('type') ?? ''
  const type = word === '' ? null : TRANSACTION_OF.get(word)
  if (type === undefined) throw new Refused(CODE.badRequest, 'no such transaction type', { field: 'type' })
  return { ...readPage(query, MOST.transactions), type, coin: query.get('currency') ?? null }
}
