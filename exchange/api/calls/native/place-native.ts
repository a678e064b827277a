import { writeScaled } from '../../../../src/wire/json'
import { CODE } from '../../../../src/wire/rest/codes'
import { senderOf, type Core } from '../../core'
import type { HttpCall } from '../shared/http/http-call'
import { IDS } from '../shared/order-acts'
import { Answer } from '../shared/route/route'
import { ANY_OBJECT, DECIMAL, INTEGER, maybe, object, TEXT } from '../shared/route/schema'
import { place } from '../shared/single-order'

/** Of a split order that was not taken whole (ADR-1092). */
const FAILED = {
  ...object({
    parts: { ...INTEGER, description: 'how many orders it was to be' },
    placed: { ...INTEGER, description: 'how many of them were taken' },
    ret_code: maybe({
      ...INTEGER,
      description: 'why the first of the others was not; left out where they were not tried',
    }),
    ret_msg: maybe(TEXT),
    ext_map: maybe(ANY_OBJECT),
  }),
  description: 'with 39303: its parts; not in exchanges that began before edition 18',
}

/** What is answered to an order that may become several. */
export const PLACED = object({
  ...IDS,
  price: { ...DECIMAL, description: 'the limit price that was taken; `0` at market' },
  create_order_failed_qty_x: { ...TEXT, description: 'what of a split order was not taken, times 1e8' },
  create_order_failed: maybe(FAILED),
})

/** Places an order and answers with it, and with what of it was not taken where it became several. */
export async function placeNative(core: Core, http: HttpCall, wanted: Parameters<typeof place>[2]): Promise<unknown> {
  const { account, linkId } = wanted
  const isHalved = core.faults.halve(http.path) !== null
  const { placed, failedQty, split, refused } = await place(
    core,
    senderOf(http, account, linkId),
    wanted,
    'native',
    isHalved,
  )
  const failed = writeScaled(failedQty, 8, 'create_order_failed_qty_x')
  const price = placed.type === 'limit' ? placed.price : '0'
  const why = refused && { ret_code: refused.retCode, ret_msg: refused.message, ext_map: refused.extMap }
  const result = {
    orderId: placed.id,
    orderLinkId: linkId,
    price,
    create_order_failed_qty_x: failed,
    ...(split && { create_order_failed: { parts: split.parts, placed: split.placed, ...why } }),
  }
  if (failed === '0') return result
  // Neither a success nor a refusal: the orders that were taken stand (decisions 22).
  return new Answer(result, { retCode: CODE.splitPartlyFailed, retMsg: 'some of the split orders were not taken' })
}
