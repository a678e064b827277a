import type { Context, Hono } from 'hono'
import { asArray, asObject, WireError, type JsonObject } from '../../../src/wire/json'
import { CODE } from '../../../src/wire/rest/codes'
import { answer, Refused, requireTrader, type Core } from '../core'
import { readBody } from '../http/read-request'

/** Items of one batch of contract orders (semantics.md §2.7). */
export const BATCH_MAX = 20

export interface BatchAck {
  readonly orderId: string
  readonly orderLinkId: string
  readonly createAt?: string
}

type One = (core: Core, context: Context, account: string, item: JsonObject) => Promise<BatchAck>

/** v5's batches: each item is an order call of its own, and two parallel lists say how each one went. */
export function addBatchCalls(
  app: Hono,
  core: Core,
  calls: { readonly create: One; readonly amend: One; readonly cancel: One },
): void {
  app.post('/v5/order/create-batch', (context) => runBatch(core, context, calls.create))
  app.post('/v5/order/amend-batch', (context) => runBatch(core, context, calls.amend))
  app.post('/v5/order/cancel-batch', (context) => runBatch(core, context, calls.cancel))
}

async function runBatch(core: Core, context: Context, one: One): Promise<Response> {
  const { account } = requireTrader(core, context)
  const body = await readBody(context)
  const items = asArray(body['request'], 'request')
  if (items.length === 0 || items.length > BATCH_MAX)
    throw new Refused(CODE.badRequest, 'a batch has 1-20 orders', { field: 'request', max: String(BATCH_MAX) })
  // The call itself was counted; every further item counts as a call too (decisions 21).
  for (let i = 1; i < items.length; i++) requireTrader(core, context)
  const category = body['category'] ?? 'linear'
  const list: unknown[] = []
  const codes: { readonly code: number; readonly msg: string }[] = []
  for (const raw of items) {
    const item = asObject(raw, 'request')
    const echo = { category, symbol: item['symbol'] ?? '' }
    try {
      list.push({ ...echo, createAt: '', ...(await one(core, context, account, item)) })
      codes.push({ code: CODE.ok, msg: 'OK' })
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal === null) throw error
      list.push({ ...echo, orderId: '', orderLinkId: item['orderLinkId'] ?? '', createAt: '' })
      codes.push(refusal)
    }
  }
  return answer(core, context, { list }, { list: codes })
}

/** What concerns one item alone. Everything else leaves the outcome unknown and is the whole call's. */
function refusalOf(error: unknown): { readonly code: number; readonly msg: string } | null {
  if (error instanceof Refused) return { code: error.retCode, msg: error.message }
  return error instanceof WireError ? { code: CODE.badRequest, msg: error.message } : null
}
