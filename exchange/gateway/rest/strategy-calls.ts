import type { Hono } from 'hono'
import { readOptionalText, readText } from '../../../src/wire/json'
import { CODE } from '../../../src/wire/rest/codes'
import {
  parseNewStrategy,
  STRATEGY_OF,
  TWAP_CANCEL_PATH,
  TWAP_CREATE_PATH,
  TWAP_LIST_PATH,
  TWAP_ORDER_LIST_PATH,
  writeStrategy,
} from '../../../src/wire/rest/strategy'
import { writeOrder } from '../../../src/wire/shape/order'
import { answer, Refused, requireCaller, requireTrader, type Core } from '../core'
import { queryInteger, readBody, readQuery } from '../http/read-request'
import { commit, readIntentId, readTag } from './order-calls'

const PAGE_ROWS = 20
const PAGE_ROWS_MAX = 50

/** TWAP, chase-limit and iceberg orders: opened, ended, and listed with the orders that they sent (spec §3, §7). */
export function addStrategyCalls(app: Hono, core: Core): void {
  app.post(TWAP_CREATE_PATH, async (context) => {
    const { account } = requireTrader(core, context)
    const body = await readBody(context)
    const linkId = readIntentId(context, body)
    const strategy = parseNewStrategy(body)
    const done = await commit(
      core,
      context,
      account,
      { type: 'openStrategy', account, linkId, strategy },
      linkId,
      'house',
    )
    return answer(core, context, { strategyId: done.result.strategyId ?? '', orderLinkId: linkId })
  })

  app.post(TWAP_CANCEL_PATH, async (context) => {
    const { account } = requireTrader(core, context)
    const strategyId = readText(await readBody(context), 'strategyId')
    await commit(core, context, account, { type: 'cancelStrategy', account, strategyId }, readTag(context), 'house')
    return answer(core, context, { strategyId })
  })

  app.get(TWAP_LIST_PATH, async (context) => {
    const { account } = requireCaller(core, context)
    const query = readQuery(context)
    await core.door.settled(account)
    const word = query.get('strategyType') ?? ''
    const kind = word === '' ? null : STRATEGY_OF.get(word)
    if (kind === undefined) throw new Refused(CODE.badRequest, 'no such strategy', { field: 'strategyType' })
    const symbol = query.get('symbol')
    const list = core.journal.venue
      .strategies(account)
      .filter((one) => (kind === null || one.kind === kind) && (symbol === undefined || one.symbol === symbol))
      .map(writeStrategy)
      .toReversed()
    return answer(core, context, { list, seq: core.journal.durableSeq() })
  })

  app.get(TWAP_ORDER_LIST_PATH, async (context) => {
    const { account } = requireCaller(core, context)
    const query = readQuery(context)
    await core.door.settled(account)
    const strategyId = readOptionalText({ strategyId: query.get('strategyId') }, 'strategyId')
    const strategy = core.journal.venue.strategies(account).find((one) => one.id === strategyId)
    if (strategy === undefined) throw new Refused(CODE.orderNotFound, 'no such strategy', { field: 'strategyId' })
    const limit = queryInteger(query, 'limit', { min: 1, max: PAGE_ROWS_MAX }) ?? PAGE_ROWS
    const start = queryInteger(query, 'cursor', { min: 0, max: 1e9 }) ?? 0
    // Newest first; a strategy only adds at the other end, so the cursor counts from the oldest.
    const ids = strategy.orderIds.toReversed()
    const from = start === 0 ? 0 : ids.length - start
    const list = ids.slice(from, from + limit).flatMap((orderId) => {
      const order = core.journal.findOrder(account, { orderId })
      return order === null ? [] : [writeOrder(order, 'house')]
    })
    const left = ids.length - from - limit
    return answer(core, context, { list, nextPageCursor: left > 0 ? String(left) : '', seq: core.journal.durableSeq() })
  })
}
