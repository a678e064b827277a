import type { Context, Hono } from 'hono'
import { toText, Exact, type Leverage } from '../../../src/domain/decimal'
import type { OrderLinkId } from '../../../src/domain/order/order'
import { readScaled, readText, WireError, type JsonObject } from '../../../src/wire/json'
import { CODE } from '../../../src/wire/rest/codes'
import { parseCreateOrder, type CreateOrder } from '../../../src/wire/rest/create-order'
import { answer, Refused, requireCaller, requireTrader, type Core } from '../core'
import { readBody } from '../http/read-request'
import { commit, readIntentId } from './order-calls'

/** Calls of copy-trade accounts (spec §6, §7). Other accounts have the ordinary ones and are refused here. */
export function addCopyTradeCalls(app: Hono, core: Core): void {
  app.post('/fapi/beehive/private/v1/common/order/create', async (context) => {
    const account = requireCopier(core, context)
    const body = await readBody(context)
    const linkId = readIntentId(context, body)
    const order = parseCreateOrder(body)
    requirePerpetual(core, order.symbol)
    if ('leverageE2' in body) await setLeverage(core, context, { account, symbol: order.symbol, body })
    return place(core, context, { account, linkId, order })
  })

  app.post('/fapi/beehive/private/v1/common/order/close-all', async (context) => {
    const account = requireCopier(core, context)
    const body = await readBody(context)
    const symbol = readText(body, 'symbol')
    const positionIdx = body['positionIdx'] ?? 0
    if (positionIdx !== 0 && positionIdx !== 1 && positionIdx !== 2) throw new WireError('positionIdx', positionIdx)
    const linkId = readIntentId(context, body)
    await core.door.settled(account)
    const positions = core.journal.venue.positions(account, symbol)
    const position = positions.find((one) => one.positionIdx === positionIdx && one.side !== null)
    if (position === undefined || position.side === null)
      throw new Refused(CODE.noPosition, 'no position to close', { field: 'symbol' })
    // Constants of the closing order as of a reverse (spec §9).
    const order: CreateOrder = {
      symbol: position.symbol,
      side: position.side === 'buy' ? 'sell' : 'buy',
      type: 'market',
      price: null,
      qty: position.size,
      timeInForce: 'goodTillCancel',
      reduceOnly: true,
      closeOnTrigger: true,
      positionIdx,
    }
    return place(core, context, { account, linkId, order })
  })

  // Nobody applies to lead here: the list of applications is true and empty.
  app.get('/fapi/beehive/private/v1/leader/apply-detail', (context) => {
    requireCaller(core, context)
    return answer(core, context, { list: [] })
  })
}

function requireCopier(core: Core, context: Context): string {
  const { account, kind } = requireTrader(core, context)
  if (kind !== 'copy') throw new Refused(CODE.permissionDenied, 'this call is for copy-trade accounts')
  return account
}

/** Copy trading is in USDT perpetuals alone. */
function requirePerpetual(core: Core, symbol: string): void {
  if (core.catalogue.find(symbol)?.contractType !== 'LinearPerpetual')
    throw new Refused(CODE.badRequest, 'symbol invalid', { field: 'symbol' })
}

async function setLeverage(
  core: Core,
  context: Context,
  { account, symbol, body }: { readonly account: string; readonly symbol: string; readonly body: JsonObject },
): Promise<void> {
  const leverage = readScaled<Leverage>(body, 'leverageE2', 2)
  const [position] = core.journal.venue.positions(account, symbol)
  if (position !== undefined && new Exact(position.leverage).eq(leverage)) return
  const input = { type: 'setLeverage', account, symbol, leverage: toText(new Exact(leverage)) } as const
  // The press and its id are the order's.
  await commit(core, context, account, input, '', 'house')
}

async function place(
  core: Core,
  context: Context,
  wanted: { readonly account: string; readonly linkId: OrderLinkId; readonly order: CreateOrder },
): Promise<Response> {
  const done = await commit(core, context, wanted.account, { type: 'place', ...wanted }, wanted.linkId, 'house')
  const { order } = done.result
  const price = order?.type === 'limit' ? order.price : '0'
  return answer(core, context, { orderId: order?.id ?? '', orderLinkId: wanted.linkId, price })
}
