import type { Context, Hono } from 'hono'
import type { Order } from '../../../src/domain/order/order'
import { isTerminal } from '../../../src/domain/order/order-status'
import { CODE } from '../../../src/wire/rest/codes'
import { writeExecution } from '../../../src/wire/shape/execution'
import { writeOrder } from '../../../src/wire/shape/order'
import { writePosition } from '../../../src/wire/shape/position'
import { writeWallet } from '../../../src/wire/shape/wallet'
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
    const category = readCategory(query)
    const reference = readReference(query)
    if (reference !== null) {
      const order = core.journal.findOrder(caller.account, reference)
      const list = order === null ? [] : [writeOrder(order, 'v5')]
      return answer(core, context, { category, list, nextPageCursor: '', seq: core.journal.durableSeq() })
    }
    const open = core.journal.venue.openOrders(caller.account, query.get('symbol') ?? null)
    const page = pageOf(open, query)
    const list = page.rows.map((order) => writeOrder(order, 'v5'))
    return answer(core, context, { category, list, nextPageCursor: page.next, seq: core.journal.durableSeq() })
  })

  app.get('/v5/order/history', async (context) => {
    const { caller, query } = await settle(core, context)
    const category = readCategory(query)
    const reference = readReference(query)
    const found = reference === null ? null : core.journal.findOrder(caller.account, reference)
    const page =
      reference === null
        ? core.journal.orderHistory(caller.account, readPage(query))
        : { rows: found !== null && isTerminal(found.status) ? [found] : [], nextCursor: null }
    return answer(core, context, {
      category,
      list: page.rows.map((order) => writeOrder(order, 'v5')),
      nextPageCursor: page.nextCursor ?? '',
      seq: core.journal.durableSeq(),
    })
  })

  app.get('/v5/execution/list', async (context) => {
    const { caller, query } = await settle(core, context)
    const category = readCategory(query)
    const page = core.journal.executions(caller.account, {
      ...readPage(query),
      orderId: query.get('orderId') ?? null,
      orderLinkId: query.get('orderLinkId') ?? null,
    })
    return answer(core, context, {
      category,
      list: page.rows.map(writeExecution),
      nextPageCursor: page.nextCursor ?? '',
      seq: core.journal.durableSeq(),
    })
  })

  app.get('/v5/position/list', async (context) => {
    const { caller, query } = await settle(core, context)
    const category = readCategory(query)
    const symbol = query.get('symbol') ?? null
    if (symbol !== null && core.catalogue.find(symbol) === null)
      throw new Refused(CODE.badRequest, 'symbol invalid', { field: 'symbol' })
    const settleCoin = query.get('settleCoin')
    const list = core.journal.venue
      .positions(caller.account, symbol)
      .filter((one) => settleCoin === undefined || core.catalogue.find(one.symbol)?.settleCoin === settleCoin)
      .map(writePosition)
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
    return answer(core, context, { list: list.map(writeWallet), seq: core.journal.durableSeq() })
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
    requireCaller(core, context)
    const symbol = readQuery(context).get('symbol')
    const list = core.catalogue
      .all()
      .filter((one) => symbol === undefined || one.symbol === symbol)
      .map((one) => ({
        symbol: one.symbol,
        baseCoin: one.baseCoin,
        takerFeeRate: one.takerFeeRate,
        makerFeeRate: one.makerFeeRate,
      }))
    return answer(core, context, { list })
  })
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
