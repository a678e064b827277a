import type { Context, Hono } from 'hono'
import { asArray, asObject, WireError, type JsonObject } from '../../../src/wire/json'
import { CODE } from '../../../src/wire/rest/codes'
import { CLIENT_TAG_HEADER } from '../../../src/wire/rest/create-order'
import { answer, checkMayTrade, Refused, requireTrader, senderOf, type Core, type Sender } from '../core'
import { readBody } from '../http/read-request'

/** Items of one batch of contract orders (semantics.md §2.7). */
export const BATCH_MAX = 20

/** v5's answer to one order, alone or in a batch. */
export interface OrderAck {
  readonly orderId: string
  readonly orderLinkId: string
  readonly createAt?: string
}

export type OneOrder = (core: Core, sender: Sender, item: JsonObject) => Promise<OrderAck>

/** v5's batches: each item is an order call of its own, and two parallel lists say how each one went. */
export function addBatchCalls(
  app: Hono,
  core: Core,
  calls: { readonly create: OneOrder; readonly amend: OneOrder; readonly cancel: OneOrder },
): void {
  app.post('/v5/order/create-batch', (context) => runBatch(core, context, calls.create))
  app.post('/v5/order/amend-batch', (context) => runBatch(core, context, calls.amend))
  app.post('/v5/order/cancel-batch', (context) => runBatch(core, context, calls.cancel))
}

async function runBatch(core: Core, context: Context, one: OneOrder): Promise<Response> {
  const { account, key } = requireTrader(core, context)
  const batch = readBatch(await readBody(context))
  // The call itself was counted; every further item counts as a call too (decisions 21).
  for (let i = 1; i < batch.items.length; i++) checkMayTrade(core, account, key)
  const tag = context.req.header(CLIENT_TAG_HEADER) ?? ''
  const { list, codes } = await placeBatch(core, senderOf(context, account, tag.slice(0, 64)), batch, one)
  return answer(core, context, { list }, { list: codes })
}

export interface Batch {
  readonly category: unknown
  readonly items: readonly unknown[]
}

/** @throws Refused, WireError */
export function readBatch(body: JsonObject): Batch {
  const items = asArray(body['request'], 'request')
  if (items.length === 0 || items.length > BATCH_MAX)
    throw new Refused(CODE.badRequest, 'a batch has 1-20 orders', { field: 'request', max: String(BATCH_MAX) })
  return { category: body['category'] ?? 'linear', items }
}

/** One order after the other. @returns an acknowledgement and a code for each, in the order of the items */
export async function placeBatch(
  core: Core,
  sender: Sender,
  { category, items }: Batch,
  one: OneOrder,
): Promise<{ readonly list: readonly unknown[]; readonly codes: readonly ItemCode[] }> {
  const list: unknown[] = []
  const codes: ItemCode[] = []
  for (const raw of items) {
    const item = asObject(raw, 'request')
    const echo = { category, symbol: item['symbol'] ?? '' }
    try {
      list.push({ ...echo, createAt: '', ...(await one(core, sender, item)) })
      codes.push({ code: CODE.ok, msg: 'OK' })
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal === null) throw error
      list.push({ ...echo, orderId: '', orderLinkId: item['orderLinkId'] ?? '', createAt: '' })
      codes.push(refusal)
    }
  }
  return { list, codes }
}

interface ItemCode {
  readonly code: number
  readonly msg: string
}

/** What concerns one item alone. Everything else leaves the outcome unknown and is the whole call's. */
function refusalOf(error: unknown): ItemCode | null {
  if (error instanceof Refused) return { code: error.retCode, msg: error.message }
  return error instanceof WireError ? { code: CODE.badRequest, msg: error.message } : null
}
