import { CODE } from '../../../../src/wire/rest/codes'
import { CANCEL_ALL_PATH } from '../../../../src/wire/rest/create-order'
import { parseSetTpSl, TRADING_STOP_PATH } from '../../../../src/wire/rest/trading-stop'
import { V5_CATEGORIES } from '../../../../src/wire/v5/category'
import type { CancelFilter } from '../../../engine/commands'
import { Refused, senderOf, type Core } from '../../core'
import { commitFrom, readIntentId, readTag } from '../shared/commit'
import { cancelOrder, IDS, IDS_LIST, NOTHING_ASKED, replaceOrder, setTpSl } from '../shared/order-acts'
import { CANCEL_CODES, CREATE_CODES, REPLACE_CODES, TP_SL_CODES } from '../shared/order-codes'
import { TP_SL_FIELDS, V5_CANCEL_FIELDS, V5_CREATE_FIELDS, REPLACE_FIELDS } from '../shared/order-fields'
import { withPriceOfIv } from '../shared/order-iv'
import { optional, text, word } from '../shared/route/field'
import { route, type RouteCall } from '../shared/route/route'
import { maybe, object, TEXT } from '../shared/route/schema'
import { isListed, SYMBOL } from '../shared/shared-fields'
import { checkKnown } from '../shared/contract-scope'
import { checkCategory } from '../shared/check-category'
import { ackOf, checkKind, checkReference, place, unsentOf, type OrderAck } from '../shared/single-order'
import { readPressedOrder } from '../shared/v5-new-order'
import { checkGuard, completeAmend, completeGuard } from '../shared/changed-legs'
import { isAsGuarded } from './guards-as-they-are'

const ORDER_FILTER = {
  Order: 'active',
  StopOrder: 'stop',
  tpslOrder: 'tpSl',
  OcoOrder: 'oco',
  BidirectionalTpslOrder: 'bidirectionalTpSl',
  OpenOrder: 'active',
} as const satisfies Readonly<Record<string, CancelFilter>>
const CANCELLED = { ...ORDER_FILTER, Conditional: 'conditional' } as const

/** Calls that change orders and what guards positions, under v5's names. Each is one input of the journal. */
export const V5_ORDER_CALLS = [
  route({
    method: 'POST',
    path: '/v5/order/create',
    about: 'Places an order',
    who: 'trader',
    hasClientTag: true,
    input: V5_CREATE_FIELDS,
    result: object({
      ...IDS,
      unsentQty: maybe({
        ...TEXT,
        description:
          'of a closing order above the largest one, what the book could not fill and was not sent: still open',
      }),
    }),
    codes: CREATE_CODES,
    async run({ core, http, caller, input }) {
      const linkId = readIntentId(http, input.orderLinkId)
      const { account } = caller
      const sender = senderOf(http, account, linkId)
      const wanted = await readPressedOrder(core, sender, input, linkId)
      const isHalved = core.faults.halve(http.path) !== null
      const { placed, failedQty } = await place(core, sender, wanted, 'v5', isHalved)
      return { orderId: placed.id, orderLinkId: linkId, ...unsentOf(failedQty) }
    },
  }),
  route({
    method: 'POST',
    path: '/v5/order/amend',
    about: 'Changes an order; what is left out stays',
    who: 'trader',
    hasClientTag: 'written',
    input: REPLACE_FIELDS,
    result: object(IDS),
    codes: REPLACE_CODES,
    run({ core, http, caller, input }) {
      checkReference(input)
      return replaceOrder(
        { core, http, caller, input: completeAmend(core, caller.account, withPriceOfIv(core, input)) },
        'v5',
      )
    },
  }),
  route({
    method: 'POST',
    path: '/v5/order/cancel',
    about: 'Cancels an order',
    who: 'trader',
    hasClientTag: 'written',
    input: V5_CANCEL_FIELDS,
    result: object(IDS),
    codes: CANCEL_CODES,
    run(call) {
      checkKind(call.core, call.caller.account, checkReference(call.input))
      return cancelOrder(call, 'v5', false)
    },
  }),
  route({
    method: 'POST',
    path: CANCEL_ALL_PATH,
    about: 'Cancels the open orders of a symbol, or of every contract',
    who: 'trader',
    hasClientTag: 'written',
    input: {
      category: optional(word([...V5_CATEGORIES, 'all'])),
      symbol: optional(SYMBOL),
      settleCoin: optional(text({ max: 20 })),
      baseCoin: optional(text({ max: 20 })),
      orderFilter: optional(word(Object.keys(ORDER_FILTER) as (keyof typeof ORDER_FILTER)[])),
      stopOrderType: optional(
        word(['Stop'], { about: 'with `StopOrder`: conditional orders without what guards positions' }),
      ),
    },
    result: object({ list: IDS_LIST, success: TEXT }),
    async run({ core, http, caller, input }) {
      const { account } = caller
      const { orderFilter, stopOrderType } = input
      if (stopOrderType !== null && orderFilter !== 'StopOrder')
        throw new Refused(CODE.badRequest, 'stopOrderType is of orderFilter StopOrder', { field: 'stopOrderType' })
      const kind = stopOrderType === null ? orderFilter : 'Conditional'
      const filter = kind === null ? {} : { filter: CANCELLED[kind] }
      const gone: OrderAck[] = []
      const sender = senderOf(http, account, readTag(http))
      const symbols = symbolsToCancel(core, account, input)
      const isHalved = core.faults.halve(http.path) !== null
      const meant = isHalved ? symbols.slice(0, Math.ceil(symbols.length / 2)) : symbols
      for (const symbol of meant) {
        const wanted = { type: 'cancelAll', account, symbol, ...filter } as const
        const faulted = isHalved && symbols.length === 1 ? { ...wanted, isHalved } : wanted
        const done = await commitFrom(core, sender, wanted, 'v5', faulted)
        for (const order of done.result.orders ?? []) gone.push(ackOf(order, NOTHING_ASKED))
      }
      return { list: gone, success: '1' }
    },
  }),
  route({
    method: 'POST',
    path: TRADING_STOP_PATH,
    about: 'Guards a position with take-profit, stop-loss or a trailing stop; what is left out stays',
    who: 'trader',
    hasClientTag: true,
    input: TP_SL_FIELDS,
    result: object({}),
    codes: [...TP_SL_CODES, 'notModified'],
    async run(call) {
      const input = await completeGuard(call, call.input)
      checkGuard(input)
      await checkModified({ ...call, input })
      await setTpSl({ ...call, input }, 'v5')
      return {}
    },
  }),
]

/** @throws Refused 34040 where nothing would change; a repeat gets the first answer */
async function checkModified({ core, http, caller, input }: RouteCall<'trader', typeof TP_SL_FIELDS>): Promise<void> {
  checkCategory(core, input)
  const asked = parseSetTpSl(input)
  if (!isAsGuarded(core, caller.account, asked)) return
  const tag = readTag(http)
  if (tag === '' || (await core.journal.answerTo(caller.account, tag)) === null)
    throw new Refused(CODE.notModified, 'not modified')
}

/**
 * What is cancelled at once: one contract, every one (`null`), or each of those that the category and coins name and
 * the account has orders in.
 */
function symbolsToCancel(
  core: Core,
  account: string,
  asked: {
    readonly category: string | null
    readonly symbol: string | null
    readonly settleCoin: string | null
    readonly baseCoin: string | null
  },
): readonly (string | null)[] {
  const { symbol, settleCoin, baseCoin } = asked
  checkKnown(core, { settleCoin, baseCoin })
  const category = asked.category ?? 'all'
  if (symbol !== null) {
    checkCategory(core, { category: category === 'all' ? null : category, symbol })
    return [symbol]
  }
  if (category === 'all' && settleCoin === null && baseCoin === null) return [null]
  const open = new Set(core.journal.venue.openOrders(account, null).map((order) => order.symbol))
  return [...open].filter((one) => isListed(core, { ...asked, category }, one))
}
