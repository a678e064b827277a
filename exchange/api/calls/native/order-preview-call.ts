import type { Wallet } from '../../../../src/domain/account/wallet'
import { Exact, toText, type Money } from '../../../../src/domain/decimal'
import { CODE } from '../../../../src/wire/rest/codes'
import { parseCreateOrder } from '../../../../src/wire/rest/create-order'
import { ORDER_PREVIEW_PATH, writeOrderPreview } from '../../../../src/wire/rest/order-preview'
import { Refused } from '../../core'
import { checkCategory } from '../shared/check-category'
import { readIntentId } from '../shared/commit'
import { refusalOf } from '../shared/taken'
import { CREATE_CODES } from '../shared/order-codes'
import { NATIVE_CREATE_FIELDS } from '../shared/order-fields'
import { isInForce, readGivenLeverage } from '../shared/given-leverage'
import { withPriceOfIv } from '../shared/order-iv'
import { decimal, optional } from '../shared/route/field'
import { route } from '../shared/route/route'
import { DECIMAL, each, object, SEQ } from '../shared/route/schema'

/** A ticket's question where it cannot reckon itself: portfolio margin and debts are of the account as a whole. */
export const ORDER_PREVIEW_CALL = route({
  method: 'POST',
  path: ORDER_PREVIEW_PATH,
  about:
    'What an order would do to its account, which is checked and not placed (ours): margin rates before and after, what ' +
    'it takes of the available balance, and the largest that may be had at these terms. Contracts, options and spreads; ' +
    'no conditional orders, and with the leverage that is set; one that may be split is looked at as one of all its lots, and one that only closes has what there is to close as its largest, to which a larger one is cut. Where the balance is too small, the largest order is in `retExtInfo.maxQty`',
  who: 'trader',
  hasClientTag: true,
  input: {
    ...NATIVE_CREATE_FIELDS,
    leverage: optional(decimal({ about: 'the one that is set; any other is refused, and `0` is as if left out' })),
  },
  result: object({
    ...each('preImr preMmr postImr postMmr', { ...DECIMAL, description: 'a rate of the account; empty for none' }),
    cost: { ...DECIMAL, description: 'settle coin' },
    maxQty: { ...DECIMAL, description: 'empty where no size is taken' },
    seq: SEQ,
  }),
  codes: CREATE_CODES,
  run({ core, http, caller, input }) {
    const linkId = readIntentId(http, input.orderLinkId)
    const { account } = caller
    const { venue } = core.journal
    const order = parseCreateOrder(withPriceOfIv(core, input))
    checkCategory(core, input)
    if (order.trigger !== undefined || order.heldFor !== undefined)
      throw new Refused(CODE.badRequest, 'conditional orders are not checked before', { field: 'triggerPrice' })
    const leverage = readGivenLeverage(input)
    if (leverage !== null && !isInForce(core, account, order.symbol, leverage))
      throw new Refused(CODE.badRequest, 'an order is checked with the leverage that is set', { field: 'leverage' })
    const preview = venue.previewOrder(account, linkId, order)
    if (preview === null) throw new Error('a caller without an account')
    const { refusal, before, after } = preview
    const most = venue.largestOrder(account, order)
    if (refusal !== null) {
      const { retCode, message, extMap } = refusalOf(core, { type: 'place', account, linkId, order }, refusal, 'native')
      throw new Refused(retCode, message, { ...extMap, ...(most === null ? {} : { maxQty: most }) })
    }
    if (after === null) throw new Error('an order that is taken leaves a balance')
    const coin = core.catalogue.find(order.symbol)?.settleCoin ?? ''
    const rates = {
      initialBefore: before.initialMarginRate,
      initialAfter: after.initialMarginRate,
      maintenanceBefore: before.maintenanceMarginRate,
      maintenanceAfter: after.maintenanceMarginRate,
    }
    const cost = toText<Money>(new Exact(availableOf(before, coin)).minus(availableOf(after, coin)))
    return { ...writeOrderPreview({ rates, cost, most }), seq: core.journal.durableSeq() }
  },
})

function availableOf({ coins }: Wallet, coin: string): Money {
  return coins.find((one) => one.coin === coin)?.available ?? ('0' as Money)
}
