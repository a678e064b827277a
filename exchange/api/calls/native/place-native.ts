import { writeScaled } from '../../../../src/wire/json'
import { CODE } from '../../../../src/wire/rest/codes'
import { senderOf, type Core } from '../../core'
import type { HttpCall } from '../shared/http/http-call'
import { IDS } from '../shared/order-acts'
import { Answer } from '../shared/route/route'
import { DECIMAL, object, TEXT } from '../shared/route/schema'
import { place } from '../shared/single-order'

/** What is answered to an order that may become several. */
export const PLACED = object({
  ...IDS,
  price: { ...DECIMAL, description: 'the limit price that was taken; `0` at market' },
  create_order_failed_qty_x: { ...TEXT, description: 'what of a split order was not taken, times 1e8' },
})

/** Places an order and answers with it, and with what of it was not taken where it became several. */
export async function placeNative(core: Core, http: HttpCall, wanted: Parameters<typeof place>[2]): Promise<unknown> {
  const { account, linkId } = wanted
  const isHalved = core.faults.halve(http.path) !== null
  const { placed, failedQty } = await place(core, senderOf(http, account, linkId), wanted, 'native', isHalved)
  const failed = writeScaled(failedQty, 8, 'create_order_failed_qty_x')
  const price = placed.type === 'limit' ? placed.price : '0'
  const result = { orderId: placed.id, orderLinkId: linkId, price, create_order_failed_qty_x: failed }
  if (failed === '0') return result
  // Neither a success nor a refusal: the orders that were taken stand (decisions 22).
  return new Answer(result, { retCode: CODE.splitPartlyFailed, retMsg: 'some of the split orders were not taken' })
}
