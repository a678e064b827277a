import type { Context, Hono } from 'hono'
import type { Order } from '../../../src/domain/order/order'
import { isTerminal } from '../../../src/domain/order/order-status'
import { feeRatesOf } from '../../../src/domain/account/fee-tier'
import { CODE } from '../../../src/wire/rest/codes'
import { writeV5Execution, writeV5Order, writeV5Position, writeV5Wallet } from '../../../src/wire/v5/account-rows'
import { v5CategoryOf } from '../../../src/wire/v5/category'
import type { HistoryPage } from '../../journal/contract'
import { answer, Refused, requireCaller, type Caller, type Core } from '../core'
import { queryInteger, readQuery } from '../http/read-request'
import { readCategory } from './v5-market'

type Query = ReadonlyMap<string, string>

const PAGE_ROWS = 20
const OPEN_PAGE_ROWS = 50
const OPEN_PAGE_MAX = 500

/**
 * Private reads under their v5 names. Each waits until what the account sent before is on disk, and carries `seq`, the
 * ledger sequence up to which it is complete: an order that is absent then was not accepted by that sequence (I2).
 */
export function addAccountCalls(app: Hono, core: Core): void {
  app.get('/v5/order/realtime', async (context) => {
    const { caller, query } = await settle(core, context)
    const category = readAccountCategory(query)
    const reference = readReference(query)
    if (reference !== null) {
      const order = core.journal.findOrder(caller.account, reference)
      const list = order === null ? [] : writeOrders(core, [order])
      return answer(core, context, { category, list, nextPageCursor: '', seq: core.journal.durableSeq() })
    }
    const open = core.journal.venue
      .openOrders(caller.account, query.get('symbol') ?? null)
      .filter((order) => isListed(core, query, category, order.symbol))
      .filter((order) => passesFilter(order, query.get('orderFilter')))
    const page = pageOf(open, query)
    const list = writeOrders(core, page.rows)
    return answer(core, context, { category, list, nextPageCursor: page.next, seq: core.journal.durableSeq() })
  })

  app.get('/v5/order/history', async (context) => {
    const { caller, query } = await settle(core, context)
    const category = readAccountCategory(query)
    const reference = readReference(query)
    const found = reference === null ? null : core.journal.findOrder(caller.account, reference)
    const page =
      reference === null
        ? core.journal.orderHistory(caller.account, readPage(query))
        : { rows: found !== null && isTerminal(found.status) ? [found] : [], nextCursor: null }
    const rows = reference === null ? page.rows.filter((row) => isListed(core, query, category, row.symbol)) : page.rows
    return answer(core, context, {
      category,
      list: writeOrders(core, rows),
      nextPageCursor: page.nextCursor ?? '',
      seq: core.journal.durableSeq(),
    })
  })

  app.get('/v5/execution/list', async (context) => {
    const { caller, query } = await settle(core, context)
    const { account } = caller
    const category = readAccountCategory(query)
    const execType = query.get('execType') ?? ''
    const page = core.journal.executions(account, {
      ...readPage(query),
      orderId: query.get('orderId') ?? null,
      orderLinkId: query.get('orderLinkId') ?? null,
      execTypes: execType === '' ? null : [execType],
    })
    const list = page.rows.flatMap((row) => {
      const instrument = core.catalogue.find(row.symbol)
      if (instrument === null || !isListed(core, query, category, row.symbol)) return []
      return [writeV5Execution(row, core.journal.findOrder(account, { orderId: row.orderId }), instrument)]
    })
    return answer(core, context, {
      category,
      list,
      nextPageCursor: page.nextCursor ?? '',
      seq: core.journal.durableSeq(),
    })
  })

  app.get('/v5/position/list', async (context) => {
    const { caller, query } = await settle(core, context)
    const category = readAccountCategory(query)
    const symbol = query.get('symbol') ?? null
    if (symbol !== null && core.catalogue.find(symbol) === null)
      throw new Refused(CODE.badRequest, 'symbol invalid', { field: 'symbol' })
    const list = core.journal.venue.positions(caller.account, symbol).flatMap((one) => {
      const instrument = core.catalogue.find(one.symbol)
      if (instrument === null || !isListed(core, query, category, one.symbol)) return []
      return [writeV5Position(one, instrument)]
    })
    return answer(core, context, { category, list, nextPageCursor: '', seq: core.journal.durableSeq() })
  })

  app.get('/v5/account/wallet-balance', async (context) => {
    const { caller, query } = await settle(core, context)
    const wallet = core.journal.venue.wallet(caller.account)
    const coins = query.get('coin')?.split(',')
    const list =
      wallet === null
        ? []
        : [{ ...wallet, coins: wallet.coins.filter((one) => coins === undefined || coins.includes(one.coin)) }]
    return answer(core, context, { list: list.map(writeV5Wallet), seq: core.journal.durableSeq() })
  })

  app.get('/v5/account/info', (context) => {
    const caller = requireCaller(core, context)
    return answer(core, context, {
      // v5: 3 is the first unified account, 5 the second.
      unifiedMarginStatus: caller.kind === 'uta' ? 3 : 5,
      marginMode: marginModeWord(core, caller),
      isMasterTrader: false,
      spotHedgingStatus: 'OFF',
      dcpStatus: 'OFF',
      timeWindow: 10,
      smpGroup: 0,
      updatedTime: String(caller.createdAtMs),
    })
  })

  app.get('/v5/account/fee-rate', (context) => {
    const { account } = requireCaller(core, context)
    const level = core.journal.venue.feeTier(account)
    const query = readQuery(context)
    const category = query.has('category') ? readCategory(query) : null
    const symbol = query.get('symbol')
    const list = core.catalogue
      .all()
      .filter((one) => symbol === undefined || one.symbol === symbol)
      .filter((one) => category === null || v5CategoryOf(one) === category)
      .map((one) => ({
        symbol: one.symbol,
        baseCoin: one.baseCoin,
        takerFeeRate: feeRatesOf(level, one).takerFeeRate,
        makerFeeRate: feeRatesOf(level, one).makerFeeRate,
      }))
    return answer(core, context, { list })
  })
}

function writeOrders(core: Core, orders: readonly Order[]): readonly unknown[] {
  return orders.flatMap((order) => {
    const instrument = core.catalogue.find(order.symbol)
    return instrument === null ? [] : [writeV5Order(order, instrument)]
  })
}

/** The house's own word beside v5's: rows of every contract, so that an account is read in one call, as of one sequence. */
const EVERY_CATEGORY = 'all'

function readAccountCategory(query: Query): string {
  return query.get('category') === EVERY_CATEGORY ? EVERY_CATEGORY : readCategory(query)
}

/** Whether a row of this symbol belongs to the category, and to the coins, that were asked for. */
function isListed(core: Core, query: Query, category: string, symbol: string): boolean {
  const instrument = core.catalogue.find(symbol)
  if (instrument === null || (category !== EVERY_CATEGORY && v5CategoryOf(instrument) !== category)) return false
  const { settleCoin, baseCoin } = instrument
  return (query.get('settleCoin') ?? settleCoin) === settleCoin && (query.get('baseCoin') ?? baseCoin) === baseCoin
}

/** v5's filters of open orders: those that work, those that wait for a trigger. */
function passesFilter(order: Order, filter: string | undefined): boolean {
  if (filter === 'Order') return order.status !== 'untriggered'
  return filter === 'StopOrder' || filter === 'tpslOrder' ? order.status === 'untriggered' : true
}

function marginModeWord(core: Core, { account, kind }: Caller): string {
  if (kind === 'pm') return 'PORTFOLIO_MARGIN'
  return core.journal.venue.marginMode(account) === 'isolated' ? 'ISOLATED_MARGIN' : 'REGULAR_MARGIN'
}

async function settle(core: Core, context: Context): Promise<{ readonly caller: Caller; readonly query: Query }> {
  const caller = requireCaller(core, context)
  const query = readQuery(context)
  await core.door.settled(caller.account)
  return { caller, query }
}

/** v5: where both ids are given, orderId wins. */
function readReference(query: Query): { readonly orderId: string } | { readonly orderLinkId: string } | null {
  const orderId = query.get('orderId') ?? ''
  if (orderId !== '') return { orderId }
  const orderLinkId = query.get('orderLinkId') ?? ''
  return orderLinkId === '' ? null : { orderLinkId }
}

function readPage(query: Query): HistoryPage {
  return {
    symbol: query.get('symbol') ?? null,
    startMs: queryInteger(query, 'startTime', { min: 0, max: 1e14 }),
    endMs: queryInteger(query, 'endTime', { min: 0, max: 1e14 }),
    limit: queryInteger(query, 'limit', { min: 1, max: 100 }) ?? PAGE_ROWS,
    cursor: query.get('cursor') ?? null,
  }
}

/** Newest first; the cursor is the id of the last row given. */
function pageOf(orders: readonly Order[], query: Query): { readonly rows: readonly Order[]; readonly next: string } {
  const sorted = orders.toSorted((a, b) => b.createdAtMs - a.createdAtMs || (a.id < b.id ? 1 : -1))
  const limit = queryInteger(query, 'limit', { min: 1, max: OPEN_PAGE_MAX }) ?? OPEN_PAGE_ROWS
  const cursor = query.get('cursor') ?? ''
  const start = cursor === '' ? 0 : sorted.findIndex((one) => one.id === cursor) + 1
  const rows = sorted.slice(start, start + limit)
  return { rows, next: start + limit < sorted.length ? (rows.at(-1)?.id ?? '') : '' }
}
