import { Exact, type Rate } from '../../../../src/domain/decimal'
import { CODE } from '../../../../src/wire/rest/codes'
import { Refused } from '../../core'
import { route } from '../shared/route/route'
import { INTEGER, object, TEXT } from '../shared/route/schema'
import { readIntentId } from '../shared/commit'
import { refusalOf } from '../shared/taken'
import { CREATE_CODES } from '../shared/order-codes'
import { V5_CREATE_FIELDS } from '../shared/order-fields'
import { readNewOrder } from '../shared/v5-new-order'

const RATE_E4 = { ...INTEGER, description: 'a rate of the account in 1e-4: 30 is 0.30 %' }

/** v5's question before an order: the same checks, and the account's margin rates without and with it. */
export const PRE_CHECK_CALL = route({
  method: 'POST',
  path: '/v5/order/pre-check',
  about:
    'Initial and maintenance margin rate before and after an order, which is checked and not placed. ' +
    'Cross and portfolio margin alone; no conditional orders. With 110007 the rates after are in `retExtInfo`',
  who: 'trader',
  hasClientTag: true,
  input: V5_CREATE_FIELDS,
  result: object({
    orderId: { ...TEXT, description: 'empty: there is no order' },
    orderLinkId: TEXT,
    preImrE4: RATE_E4,
    preMmrE4: RATE_E4,
    postImrE4: RATE_E4,
    postMmrE4: RATE_E4,
  }),
  codes: CREATE_CODES,
  run({ core, http, caller, input }) {
    const orderLinkId = readIntentId(http, input.orderLinkId)
    const { account } = caller
    const { venue } = core.journal
    const order = readNewOrder(core, input)
    if (order.trigger !== undefined || order.heldFor !== undefined)
      throw new Refused(CODE.badRequest, 'conditional orders are not checked before', { field: 'triggerPrice' })
    if (venue.marginMode(account) === 'isolated')
      throw new Refused(CODE.badRequest, 'with isolated margin nothing is checked before', { field: 'marginMode' })
    const preview = venue.previewOrder(account, orderLinkId, order)
    if (preview === null) throw new Error('a caller without an account')
    const { refusal, before, after } = preview
    if (refusal !== null) {
      const refused = refusalOf(core, { type: 'place', account, linkId: orderLinkId, order }, refusal, 'v5')
      if (after === null) throw refused
      throw new Refused(refused.retCode, refused.message, {
        ...refused.extMap,
        future_order_id: '',
        future_order_link_id: orderLinkId,
        post_imr_e4: String(inE4(after.initialMarginRate)),
        post_mmr_e4: String(inE4(after.maintenanceMarginRate)),
      })
    }
    return {
      orderId: '',
      orderLinkId,
      preImrE4: inE4(before.initialMarginRate),
      preMmrE4: inE4(before.maintenanceMarginRate),
      postImrE4: inE4(after?.initialMarginRate ?? null),
      postMmrE4: inE4(after?.maintenanceMarginRate ?? null),
    }
  },
})

/** Half up; nothing that is owed to nothing that is had is no rate, and zero. */
function inE4(rate: Rate | null): number {
  return rate === null ? 0 : new Exact(rate).times(10_000).toDecimalPlaces(0).toNumber()
}
