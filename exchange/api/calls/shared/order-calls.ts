import { writeScaled } from '../../../../src/wire/json'
import { CODE } from '../../../../src/wire/rest/codes'
import {
  CANCEL_ALL_PATH,
  CANCEL_ORDER_PATH,
  CREATE_ORDER_PATH,
  parseCreateOrder,
  parseOrderReference,
  parseReplaceOrder,
  REPLACE_ORDER_PATH,
} from '../../../../src/wire/rest/create-order'
import {
  CANCEL_TOTALLY_PATH,
  parseSetTpSl,
  SET_TP_SL_PATH,
  TRADING_STOP_PATH,
} from '../../../../src/wire/rest/trading-stop'
import { V5_CATEGORIES } from '../../../../src/wire/v5/category'
import type { CancelFilter } from '../../../engine/commands'
import { Refused, senderOf, type Core } from '../../core'
import { optional, text, word } from './route/field'
import { Answer, route, type RouteCall } from './route/route'
import { DECIMAL, listOf, maybe, object, TEXT } from './route/schema'
import { commit, commitFrom, readIntentId, readTag } from './commit'
import { CANCEL_CODES, CREATE_CODES, LEVERAGE_CODES, REPLACE_CODES, TP_SL_CODES } from './order-codes'
import {
  CANCEL_FIELDS,
  NATIVE_CREATE_FIELDS,
  REPLACE_FIELDS,
  TP_SL_FIELDS,
  V5_CANCEL_FIELDS,
  V5_CREATE_FIELDS,
  V5_REPLACE_FIELDS,
} from './order-fields'
import type { Dialect } from './refusal-answer'
import { readGivenLeverage, setLeverageFirst } from './set-leverage'
import { isListed, POSITION_IDX, SYMBOL } from './shared-fields'
import { ackOf, checkCategory, checkKind, checkReference, place, unsentOf, type OrderAck } from './single-order'
import { checkGuard, checkNewOrder, completeAmend } from './v5-order-words'

const ORDER_FILTER = {
  Order: 'active',
  StopOrder: 'stop',
  tpslOrder: 'tpSl',
  OpenOrder: 'active',
} as const satisfies Readonly<Record<string, CancelFilter>>
const CANCELLED = { ...ORDER_FILTER, Conditional: 'conditional' } as const

const IDS = { orderId: TEXT, orderLinkId: TEXT } as const
const IDS_LIST = listOf(object(IDS))
const NATIVE_ACK = object({
  ...IDS,
  price: { ...DECIMAL, description: 'the limit price that was taken; `0` at market' },
})

/** Calls that change orders and what guards positions, in both dialects. Each is one input of the journal. */
export const ORDER_CALLS = [
  route({
    method: 'POST',
    path: CREATE_ORDER_PATH,
    about: 'Places an order; with `needGeneratePid` several',
    who: 'trader',
    hasClientTag: true,
    input: NATIVE_CREATE_FIELDS,
    result: object({
      ...IDS,
      price: { ...DECIMAL, description: 'the limit price that was taken; `0` at market' },
      create_order_failed_qty_x: { ...TEXT, description: 'what of a split order was not taken, times 1e8' },
    }),
    codes: [...CREATE_CODES, ...LEVERAGE_CODES, 'splitPartlyFailed'],
    async run({ core, http, caller, input }) {
      const linkId = readIntentId(http, input.orderLinkId)
      const order = parseCreateOrder(input)
      checkCategory(core, input)
      const { account } = caller
      const leverage = readGivenLeverage(input)
      if (leverage !== null) await setLeverageFirst(core, http, { account, symbol: order.symbol, leverage })
      const sender = senderOf(http, account, linkId)
      const isHalved = core.faults.halve(http.path) !== null
      const { placed, failedQty } = await place(core, sender, { account, linkId, order }, 'native', isHalved)
      const failed = writeScaled(failedQty, 8, 'create_order_failed_qty_x')
      const price = placed.type === 'limit' ? placed.price : '0'
      const result = { orderId: placed.id, orderLinkId: linkId, price, create_order_failed_qty_x: failed }
      if (failed === '0') return result
      // Neither a success nor a refusal: the orders that were taken stand (decisions 22).
      const retMsg = 'some of the split orders were not taken'
      return new Answer(result, { retCode: CODE.splitPartlyFailed, retMsg })
    },
  }),
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
      checkNewOrder(input)
      checkCategory(core, input)
      const { account } = caller
      const wanted = { account, linkId, order: parseCreateOrder(input) }
      const isHalved = core.faults.halve(http.path) !== null
      const { placed, failedQty } = await place(core, senderOf(http, account, linkId), wanted, 'v5', isHalved)
      return { orderId: placed.id, orderLinkId: linkId, ...unsentOf(failedQty) }
    },
  }),
  route({
    method: 'POST',
    path: REPLACE_ORDER_PATH,
    about: 'Changes an order; what is left out stays',
    who: 'trader',
    hasClientTag: true,
    input: { ...REPLACE_FIELDS, type: optional(text({ max: 40, about: 'taken, and changes nothing' })) },
    result: NATIVE_ACK,
    codes: REPLACE_CODES,
    run: (call) => replace(call, 'native'),
  }),
  route({
    method: 'POST',
    path: '/v5/order/amend',
    about: 'Changes an order; what is left out stays',
    who: 'trader',
    hasClientTag: true,
    input: V5_REPLACE_FIELDS,
    result: object(IDS),
    codes: REPLACE_CODES,
    run({ core, http, caller, input }) {
      checkReference(input)
      return replace({ core, http, caller, input: completeAmend(core, caller.account, input) }, 'v5')
    },
  }),
  route({
    method: 'POST',
    path: CANCEL_ORDER_PATH,
    about: 'Cancels an order; with `type` `TpSlOcoStopOrder` both legs of a take-profit and stop-loss set',
    who: 'trader',
    hasClientTag: true,
    input: { ...CANCEL_FIELDS, type: optional(text({ max: 40 })) },
    result: NATIVE_ACK,
    codes: CANCEL_CODES,
    run: (call) => cancel(call, 'native', call.input.type === 'TpSlOcoStopOrder'),
  }),
  route({
    method: 'POST',
    path: '/v5/order/cancel',
    about: 'Cancels an order',
    who: 'trader',
    hasClientTag: true,
    input: V5_CANCEL_FIELDS,
    result: object(IDS),
    codes: CANCEL_CODES,
    run(call) {
      checkKind(call.core, call.caller.account, checkReference(call.input))
      return cancel(call, 'v5', false)
    },
  }),
  route({
    method: 'POST',
    path: CANCEL_ALL_PATH,
    about: 'Cancels the open orders of a symbol, or of every contract',
    who: 'trader',
    hasClientTag: true,
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
    path: CANCEL_TOTALLY_PATH,
    about: 'Cancels the partial take-profits and stop-losses of a symbol',
    who: 'trader',
    hasClientTag: true,
    input: { symbol: SYMBOL, positionIdx: POSITION_IDX, type: word(['PartialTpSlConditional']) },
    result: object({ list: IDS_LIST }),
    async run({ core, http, caller, input }) {
      const wanted = {
        type: 'cancelAll',
        account: caller.account,
        symbol: input.symbol,
        filter: 'partialTpSl',
      } as const
      const isHalved = core.faults.halve(http.path) !== null
      const sender = senderOf(http, caller.account, readTag(http))
      const done = await commitFrom(core, sender, wanted, 'native', isHalved ? { ...wanted, isHalved } : wanted)
      return { list: (done.result.orders ?? []).map((order) => ackOf(order, NOTHING_ASKED)) }
    },
  }),
  route({
    method: 'POST',
    path: SET_TP_SL_PATH,
    about: 'Guards a position with take-profit, stop-loss or a trailing stop; what is left out stays',
    who: 'trader',
    hasClientTag: true,
    input: TP_SL_FIELDS,
    result: object({ list: listOf(object({ orderId: TEXT })) }),
    codes: TP_SL_CODES,
    async run(call) {
      const done = await setTpSl(call, 'native')
      return { list: (done.result.orders ?? []).map((one) => ({ orderId: one.id })) }
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
    codes: TP_SL_CODES,
    async run(call) {
      checkGuard(call.input)
      await setTpSl(call, 'v5')
      return {}
    },
  }),
]

const NOTHING_ASKED = { symbol: '' as never, orderId: null, orderLinkId: null }

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
  const category = asked.category ?? 'all'
  if (symbol !== null) {
    checkCategory(core, { category: category === 'all' ? null : category, symbol })
    return [symbol]
  }
  if (category === 'all' && settleCoin === null && baseCoin === null) return [null]
  const open = new Set(core.journal.venue.openOrders(account, null).map((order) => order.symbol))
  return [...open].filter((one) => isListed(core, { ...asked, category }, one))
}

async function replace(
  { core, http, caller, input }: RouteCall<'trader', typeof REPLACE_FIELDS>,
  dialect: Dialect,
): Promise<unknown> {
  checkCategory(core, input)
  const order = parseReplaceOrder(checkReference(input))
  const done = await commit(core, http, { type: 'replace', account: caller.account, order }, dialect)
  const changed = done.result.order
  const price = changed?.type === 'limit' ? changed.price : (order.price ?? '0')
  return { ...ackOf(changed, order), ...(dialect === 'native' ? { price } : {}) }
}

async function cancel(
  { core, http, caller, input }: RouteCall<'trader', typeof CANCEL_FIELDS>,
  dialect: Dialect,
  withPair: boolean,
): Promise<unknown> {
  checkCategory(core, input)
  const { account } = caller
  const order = parseOrderReference(checkReference(input))
  const wanted = { type: 'cancel', account, order, ...(withPair ? { withPair } : {}) } as const
  const { order: gone } = (await commit(core, http, wanted, dialect)).result
  const price = gone?.type === 'limit' ? gone.price : '0'
  return { ...ackOf(gone, order), ...(dialect === 'native' ? { price } : {}) }
}

function setTpSl({ core, http, caller, input }: RouteCall<'trader', typeof TP_SL_FIELDS>, dialect: Dialect) {
  checkCategory(core, input)
  const order = parseSetTpSl(input)
  return commit(core, http, { type: 'setTpSl', account: caller.account, order }, dialect, readTag(http))
}
