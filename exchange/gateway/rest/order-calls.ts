import type { Context, Hono } from 'hono'
import type { Leverage, Qty } from '../../../src/domain/decimal'
import type { Order, OrderLinkId } from '../../../src/domain/order/order'
import { readDecimal, readOptionalText, readText, writeScaled, type JsonObject } from '../../../src/wire/json'
import { CODE } from '../../../src/wire/rest/codes'
import {
  CANCEL_ALL_PATH,
  CANCEL_ORDER_PATH,
  CLIENT_TAG_HEADER,
  CREATE_ORDER_PATH,
  parseCreateOrder,
  parseOrderReference,
  parseReplaceOrder,
  REPLACE_ORDER_PATH,
  type OrderReference,
} from '../../../src/wire/rest/create-order'
import { SET_LEVERAGE_PATH } from '../../../src/wire/rest/position-settings'
import { writeEnvelope } from '../../../src/wire/rest/envelope'
import {
  CANCEL_TOTALLY_PATH,
  parseSetTpSl,
  SET_TP_SL_PATH,
  TRADING_STOP_PATH,
} from '../../../src/wire/rest/trading-stop'
import type { CancelFilter } from '../../engine/contract'
import type { SubmitResult } from '../../journal/contract'
import type { VenueInput, VenueRefusal } from '../../venue/contract'
import { answer, Refused, requireTrader, senderOf, type Core, type Sender } from '../core'
import { readBody } from '../http/read-request'
import { sha256 } from '../session/sessions'
import { addBatchCalls, type OrderAck } from './batch-calls'
import type { Dialect } from './refusal-answer'
import { writeVenueRefusal } from './refusals'

const ORDER_FILTER: ReadonlyMap<string, CancelFilter> = new Map([
  ['Order', 'active'],
  ['StopOrder', 'stop'],
  ['tpslOrder', 'tpSl'],
  ['OpenOrder', 'active'],
])
export const INTENT_ID = /^[A-Za-z0-9_-]{1,36}$/

/** Calls that change orders and positions, in both dialects. Each is one input of the journal. */
export function addOrderCalls(app: Hono, core: Core): void {
  app.post(CREATE_ORDER_PATH, (context) => create(core, context, 'house'))
  app.post('/v5/order/create', (context) => create(core, context, 'v5'))
  app.post(REPLACE_ORDER_PATH, (context) => replace(core, context, 'house'))
  app.post('/v5/order/amend', (context) => replace(core, context, 'v5'))
  app.post(CANCEL_ORDER_PATH, (context) => cancel(core, context, 'house'))
  app.post('/v5/order/cancel', (context) => cancel(core, context, 'v5'))
  app.post(CANCEL_ALL_PATH, (context) => cancelAll(core, context))
  app.post(SET_LEVERAGE_PATH, (context) => setLeverage(core, context))
  app.post(SET_TP_SL_PATH, (context) => setTpSl(core, context, 'house'))
  app.post(TRADING_STOP_PATH, (context) => setTpSl(core, context, 'v5'))
  app.post(CANCEL_TOTALLY_PATH, (context) => cancelTotally(core, context))
  addBatchCalls(app, core, { create: createOne, amend: amendOneOfBatch, cancel: cancelOne })
}

async function create(core: Core, context: Context, dialect: Dialect): Promise<Response> {
  const { account } = requireTrader(core, context)
  const body = await readBody(context)
  const linkId = readIntentId(context, body)
  const sender = senderOf(context, account, linkId)
  const { placed, failedQty } = await place(core, sender, { account, linkId, order: parseCreateOrder(body) }, dialect)
  const price = placed.type === 'limit' ? placed.price : '0'
  const failed = writeScaled(failedQty, 8, 'create_order_failed_qty_x')
  const result = {
    orderId: placed.id,
    orderLinkId: linkId,
    ...(dialect === 'house' ? { price, create_order_failed_qty_x: failed } : {}),
  }
  if (failed === '0') return answer(core, context, result)
  // Neither a success nor a refusal: the orders that were taken stand (decisions 22).
  const partly = { ...writeEnvelope(core.journal.now(), result), retCode: CODE.splitPartlyFailed }
  return context.json({ ...partly, retMsg: 'some of the split orders were not taken' })
}

async function place(
  core: Core,
  sender: Sender,
  wanted: Omit<Extract<VenueInput, { type: 'place' }>, 'type'>,
  dialect: Dialect,
): Promise<{ readonly placed: Order; readonly failedQty: Qty }> {
  const done = await commitFrom(core, sender, { type: 'place', ...wanted }, dialect)
  const placed = done.result.order
  if (placed === undefined) throw new Error('the venue took an order and did not show it')
  return { placed, failedQty: done.result.failedQty ?? ('0' as Qty) }
}

/** An order by its body alone, of a batch or of a socket: its id is its own field. */
export async function createOne(core: Core, sender: Sender, item: JsonObject): Promise<OrderAck> {
  const linkId = checkIntentId(readOptionalText(item, 'orderLinkId') ?? '')
  const { account } = sender
  const order = parseCreateOrder(item)
  const { placed } = await place(core, { ...sender, clientTag: linkId }, { account, linkId, order }, 'v5')
  return { orderId: placed.id, orderLinkId: linkId, createAt: String(placed.createdAtMs) }
}

export async function amendOne(core: Core, sender: Sender, item: JsonObject): Promise<OrderAck> {
  const { account } = sender
  const order = parseReplaceOrder(readReferenced(item))
  const done = await commitFrom(core, sender, { type: 'replace', account, order }, 'v5')
  return ackOf(done.result.order, order)
}

/** A batch changes no conditional orders (semantics.md §2.7). */
export async function amendOneOfBatch(core: Core, sender: Sender, item: JsonObject): Promise<OrderAck> {
  const known = core.journal.findOrder(sender.account, referenceOf(parseOrderReference(readReferenced(item))))
  if (known?.status === 'untriggered')
    throw new Refused(CODE.badRequest, 'a batch does not amend conditional orders', { field: 'orderId' })
  return amendOne(core, sender, item)
}

export async function cancelOne(core: Core, sender: Sender, item: JsonObject): Promise<OrderAck> {
  const { account } = sender
  const order = parseOrderReference(readReferenced(item))
  const done = await commitFrom(core, sender, { type: 'cancel', account, order }, 'v5')
  return ackOf(done.result.order, order)
}

function ackOf(order: Order | undefined, asked: OrderReference): OrderAck {
  return {
    orderId: order?.id ?? asked.orderId ?? '',
    orderLinkId: order?.linkId ?? asked.orderLinkId ?? '',
  }
}

function referenceOf(order: OrderReference): { readonly orderId: string } | { readonly orderLinkId: string } {
  return order.orderId === null ? { orderLinkId: order.orderLinkId ?? '' } : { orderId: order.orderId }
}

async function replace(core: Core, context: Context, dialect: Dialect): Promise<Response> {
  const { account } = requireTrader(core, context)
  const order = parseReplaceOrder(readReferenced(await readBody(context)))
  const done = await commit(core, context, account, { type: 'replace', account, order }, readTag(context), dialect)
  const changed = done.result.order
  const price = changed?.type === 'limit' ? changed.price : (order.price ?? '0')
  return answer(core, context, {
    orderId: changed?.id ?? order.orderId ?? '',
    orderLinkId: changed?.linkId ?? order.orderLinkId ?? '',
    ...(dialect === 'house' ? { price } : {}),
  })
}

async function cancel(core: Core, context: Context, dialect: Dialect): Promise<Response> {
  const { account } = requireTrader(core, context)
  const body = readReferenced(await readBody(context))
  const order = parseOrderReference(body)
  // The house's way to end a take-profit and stop-loss set by either of its legs (spec §7).
  const withPair = dialect === 'house' && readOptionalText(body, 'type') === 'TpSlOcoStopOrder'
  const input: VenueInput = { type: 'cancel', account, order, ...(withPair ? { withPair } : {}) }
  const done = await commit(core, context, account, input, readTag(context), dialect)
  const gone = done.result.order
  return answer(core, context, {
    orderId: gone?.id ?? order.orderId ?? '',
    orderLinkId: gone?.linkId ?? order.orderLinkId ?? '',
    ...(dialect === 'house' ? { price: gone?.type === 'limit' ? gone.price : '0' } : {}),
  })
}

async function cancelAll(core: Core, context: Context): Promise<Response> {
  const { account } = requireTrader(core, context)
  const body = await readBody(context)
  const symbol = readOptionalText(body, 'symbol')
  const filter = readFilter(body)
  const input: VenueInput = { type: 'cancelAll', account, symbol, ...(filter === null ? {} : { filter }) }
  const done = await commit(core, context, account, input, readTag(context), 'v5')
  const list = (done.result.orders ?? []).map((order) => ({ orderId: order.id, orderLinkId: order.linkId ?? '' }))
  return answer(core, context, { list, success: '1' })
}

/** v5's filters; those of spot and options find nothing among contracts, and left out it is every order. */
function readFilter(body: JsonObject): CancelFilter | null {
  const word = readOptionalText(body, 'orderFilter')
  if (word === null) return null
  const filter = ORDER_FILTER.get(word)
  if (filter === undefined) throw new Refused(CODE.badRequest, 'no such order filter', { field: 'orderFilter' })
  return filter
}

async function cancelTotally(core: Core, context: Context): Promise<Response> {
  const { account } = requireTrader(core, context)
  const body = await readBody(context)
  if (readText(body, 'type') !== 'PartialTpSlConditional')
    throw new Refused(CODE.badRequest, 'no such type', { field: 'type' })
  const symbol = readText(body, 'symbol')
  const input: VenueInput = { type: 'cancelAll', account, symbol, filter: 'partialTpSl' }
  const done = await commit(core, context, account, input, readTag(context), 'house')
  const list = (done.result.orders ?? []).map((order) => ({ orderId: order.id, orderLinkId: order.linkId ?? '' }))
  return answer(core, context, { list })
}

async function setTpSl(core: Core, context: Context, dialect: Dialect): Promise<Response> {
  const { account } = requireTrader(core, context)
  const order = parseSetTpSl(await readBody(context))
  const done = await commit(core, context, account, { type: 'setTpSl', account, order }, readTag(context), dialect)
  if (dialect === 'v5') return answer(core, context, {})
  return answer(core, context, { list: (done.result.orders ?? []).map((one) => ({ orderId: one.id })) })
}

async function setLeverage(core: Core, context: Context): Promise<Response> {
  const { account } = requireTrader(core, context)
  const body = await readBody(context)
  const symbol = readText(body, 'symbol')
  const leverage = readDecimal<Leverage>(body, 'buyLeverage')
  const sellLeverage = readDecimal<Leverage>(body, 'sellLeverage')
  const input: VenueInput = {
    type: 'setLeverage',
    account,
    symbol,
    leverage,
    ...(sellLeverage === leverage ? {} : { sellLeverage }),
  }
  await commit(core, context, account, input, readTag(context), 'v5')
  return answer(core, context, {})
}

type Committed = Extract<SubmitResult, { readonly outcome: 'done' | 'repeated' }> & {
  readonly result: { readonly ok: true }
}

/** Sends an input of a call through the journal. @returns a success. @throws Refused */
export function commit(
  core: Core,
  context: Context,
  account: string,
  input: VenueInput,
  clientTag: string,
  dialect: Dialect,
): Promise<Committed> {
  return commitFrom(core, senderOf(context, account, clientTag), input, dialect)
}

/** The same for whoever has no HTTP call: a socket that trades. */
async function commitFrom(core: Core, sender: Sender, input: VenueInput, dialect: Dialect): Promise<Committed> {
  // The hash is of what was understood, not of the letters: both dialects and any order of fields are one body.
  const bodyHash = sha256(JSON.stringify(input))
  const done = await core.door.submit(input, { ...sender, bodyHash })
  if (done.outcome === 'conflict') {
    throw new Refused(CODE.duplicateLinkId, 'this orderLinkId was used for another order', {
      field: 'orderLinkId',
      orderId: done.orderId ?? '',
    })
  }
  if (!done.result.ok) throw refusalOf(core, input, done.result.refusal, dialect)
  return { ...done, result: done.result }
}

/** The venue's refusal of an input as an answer, with bounds in the units of its contract. */
export function refusalOf(core: Core, input: VenueInput, refusal: VenueRefusal, dialect: Dialect): Refused {
  const symbol =
    'order' in input
      ? input.order.symbol
      : 'strategy' in input
        ? input.strategy.symbol
        : 'symbol' in input
          ? input.symbol
          : null
  const instrument = symbol === null ? null : core.catalogue.find(symbol)
  const { retCode, retMsg, extMap } = writeVenueRefusal(refusal, dialect, instrument)
  return new Refused(retCode, retMsg, extMap)
}

/** Decisions 5: header and field are one id. Either may be left out; both have to agree. */
export function readIntentId(context: Context, body: JsonObject): OrderLinkId {
  const tag = readTag(context)
  const field = readOptionalText(body, 'orderLinkId') ?? ''
  if (tag !== '' && field !== '' && tag !== field)
    throw new Refused(CODE.badRequest, 'client-tag and orderLinkId differ', { field: 'orderLinkId' })
  return checkIntentId(field === '' ? tag : field)
}

function checkIntentId(id: string): OrderLinkId {
  if (id !== '' && !INTENT_ID.test(id))
    throw new Refused(CODE.badRequest, 'orderLinkId has to be 1-36 letters, digits, - or _', { field: 'orderLinkId' })
  return id as OrderLinkId
}

export function readTag(context: Context): string {
  return (context.req.header(CLIENT_TAG_HEADER) ?? '').slice(0, 64)
}

function readReferenced(body: JsonObject): JsonObject {
  if (readOptionalText(body, 'orderId') === null && readOptionalText(body, 'orderLinkId') === null)
    throw new Refused(CODE.badRequest, 'orderId or orderLinkId is needed', { field: 'orderId' })
  return body
}
