import type { Execution } from '../../../../src/domain/order/execution'
import type { Order } from '../../../../src/domain/order/order'
import { isTerminal } from '../../../../src/domain/order/order-status'
import { CODE } from '../../../../src/wire/rest/codes'
import { parseCreateOrder, parseOrderReference, parseReplaceOrder } from '../../../../src/wire/rest/create-order'
import { legExecIds } from '../../../../src/domain/order/leg-exec-ids'
import { writeSpreadExecution, writeSpreadOpenOrder, writeSpreadOrder } from '../../../../src/wire/v5/spread-rows'
import { ORDER_TYPE_OF, SIDE_OF, TIME_IN_FORCE_OF } from '../../../../src/wire/words'
import { isOpenOrderPlace } from '../../../venue/open-order-page'
import { Refused, senderOf, type Core } from '../../core'
import { commit, commitFrom, readIntentId, readTag } from '../shared/commit'
import { IDS, IDS_LIST, NOTHING_ASKED } from '../shared/order-acts'
import { SPREAD_CODES, SPREAD_CANCEL_CODES } from '../shared/order-codes'
import { decimal, flag, optional, text, word } from '../shared/route/field'
import { route } from '../shared/route/route'
import { DECIMAL, each, listOf, object, TEXT, TIME } from '../shared/route/schema'
import { historyFields, ORDER_REFERENCE, pageFields, SYMBOL } from '../shared/shared-fields'
import { ackOf, checkReference, place, type OrderAck } from '../shared/single-order'
import { pageOf } from '../shared/records'
import { checkSpreadName, findSpread, requireSpread, spreadSet, spreadsOf } from '../shared/spreads'

const BASE_COIN = { baseCoin: optional(text({ max: 20 })) } as const
const OPEN_ROW = object({
  ...each('symbol baseCoin orderType orderLinkId side timeInForce orderId orderStatus', TEXT),
  ...each('leavesQty cumExecQty price qty', DECIMAL),
  ...each('createdTime updatedTime', TIME),
})
const ENDED_ROW = object({
  ...each('symbol orderType orderLinkId orderId contractType cxlRejReason cancelType orderStatus timeInForce', TEXT),
  ...each('baseCoin side', TEXT),
  ...each('settleCoin leg1Symbol leg1ProdType leg1OrderId leg1Side leg2Symbol leg2ProdType leg2OrderId leg2Side', TEXT),
  ...each('price orderQty leavesQty cumExecQty qty', DECIMAL),
  ...each('createdAt updatedAt', TIME),
})
const EXECUTION_ROW = object({
  ...each('symbol orderLinkId side orderId execType execId extraFees', TEXT),
  ...each('execPrice execQty', DECIMAL),
  execTime: TIME,
  legs: listOf(
    object({
      ...each('symbol side execType category execId feeCurrency', TEXT),
      ...each('execPrice execValue execQty execFee', DECIMAL),
      execTime: TIME,
    }),
  ),
})

/** Calls about the spread orders of an account. Orders and fills of the legs stand in the lists of their own categories. */
export const SPREAD_ORDER_CALLS = [
  route({
    method: 'POST',
    path: '/v5/spread/order/create',
    about:
      'Places an order of a spread: both legs fill, or none. Each leg pays half of the fee rate of its own contract or pair',
    who: 'trader',
    hasClientTag: true,
    input: {
      symbol: SYMBOL,
      side: word([...SIDE_OF.keys()]),
      orderType: word([...ORDER_TYPE_OF.keys()]),
      qty: decimal(),
      price: optional(decimal({ about: 'of a limit order; zero and below are prices' })),
      orderLinkId: optional(text({ max: 64, about: 'id of the press, 1–36 of [A-Za-z0-9_-]' })),
      timeInForce: optional(word([...TIME_IN_FORCE_OF.keys()])),
    },
    result: object(IDS),
    codes: SPREAD_CODES,
    async run({ core, http, caller, input }) {
      const linkId = readIntentId(http, input.orderLinkId)
      requireSpread(core, input.symbol)
      const { account } = caller
      const wanted = { account, linkId, order: parseCreateOrder(input) }
      const { placed } = await place(core, senderOf(http, account, linkId), wanted, 'v5')
      return { orderId: placed.id, orderLinkId: linkId }
    },
  }),
  route({
    method: 'POST',
    path: '/v5/spread/order/amend',
    about: 'Changes price or quantity of a spread’s order; what is left out stays',
    who: 'trader',
    hasClientTag: 'written',
    input: { symbol: SYMBOL, ...ORDER_REFERENCE, qty: optional(decimal()), price: optional(decimal()) },
    result: object(IDS),
    codes: SPREAD_CODES,
    async run({ core, http, caller, input }) {
      requireSpread(core, input.symbol)
      const order = parseReplaceOrder(checkReference(input))
      const done = await commit(core, http, { type: 'replace', account: caller.account, order }, 'v5')
      return ackOf(done.result.order, order)
    },
  }),
  route({
    method: 'POST',
    path: '/v5/spread/order/cancel',
    about: 'Cancels a spread’s order',
    who: 'trader',
    hasClientTag: 'written',
    input: { symbol: optional(SYMBOL), ...ORDER_REFERENCE },
    result: object(IDS),
    codes: SPREAD_CANCEL_CODES,
    async run({ core, http, caller, input }) {
      const { account } = caller
      const known = orderOf(core, account, checkReference(input))
      if (known === null) throw new Refused(CODE.orderNotFound, 'order does not exist', { field: 'orderId' })
      const order = parseOrderReference({ ...input, symbol: known.symbol })
      const done = await commit(core, http, { type: 'cancel', account, order }, 'v5')
      return ackOf(done.result.order, order)
    },
  }),
  route({
    method: 'POST',
    path: '/v5/spread/order/cancel-all',
    about: 'Cancels the open orders of one spread, or with `cancelAll` of every one',
    who: 'trader',
    hasClientTag: 'written',
    input: { symbol: optional(SYMBOL), cancelAll: optional(flag()) },
    result: object({ list: IDS_LIST, success: TEXT }),
    async run({ core, http, caller, input }) {
      const { account } = caller
      if (input.symbol === null && input.cancelAll !== true)
        throw new Refused(CODE.badRequest, 'symbol or cancelAll is needed', { field: 'symbol' })
      const spreads = input.symbol === null ? spreadsOf(core) : [requireSpread(core, input.symbol)]
      const sender = senderOf(http, account, readTag(http))
      const gone: OrderAck[] = []
      for (const { symbol } of spreads) {
        if (core.journal.venue.openOrders(account, symbol).length === 0) continue
        const done = await commitFrom(core, sender, { type: 'cancelAll', account, symbol }, 'v5')
        for (const order of done.result.orders ?? []) gone.push(ackOf(order, NOTHING_ASKED))
      }
      return { list: gone, success: '1' }
    },
  }),
  route({
    method: 'GET',
    path: '/v5/spread/order/realtime',
    about: 'The open orders of spreads, newest first',
    who: 'reader',
    input: { symbol: optional(SYMBOL), ...BASE_COIN, ...ORDER_REFERENCE, ...pageFields(20, 50) },
    result: object({ list: listOf(OPEN_ROW), nextPageCursor: TEXT }),
    run({ core, caller, input }) {
      const { symbol, limit, cursor: after } = input
      if (after !== null && !isOpenOrderPlace(after))
        throw new Refused(CODE.badRequest, 'cursor invalid', { field: 'cursor' })
      checkSpreadName(core, symbol)
      const spreads = spreadSet(input)
      const isListed = (of: string): boolean => spreads.has(of) && (symbol ?? of) === of
      const page =
        namedOrder(core, caller.account, input, isListed) ??
        core.journal.venue.openOrderPage(caller.account, { symbol, isListed, limit, after })
      return {
        list: page.rows.map((order) => writeSpreadOpenOrder(order, requireSpread(core, order.symbol))),
        nextPageCursor: page.next ?? '',
      }
    },
  }),
  route({
    method: 'GET',
    path: '/v5/spread/order/history',
    about: 'The spread orders that are over, newest first, each with the orders of its legs in its last fill',
    who: 'reader',
    input: { ...historyFields(20, 50), ...BASE_COIN, ...ORDER_REFERENCE },
    result: object({ list: listOf(ENDED_ROW), nextPageCursor: TEXT }),
    run({ core, caller, input }) {
      const { orderId, orderLinkId } = input
      checkSpreadName(core, input.symbol)
      const page = { ...pageOf(input), symbols: spreadSet(input), orderId, orderLinkId }
      const { rows, nextCursor } = core.journal.orderHistory(caller.account, page)
      return {
        list: rows.flatMap((order) => {
          const spread = findSpread(core, order.symbol)
          return spread === null ? [] : [writeSpreadOrder(order, spread)]
        }),
        nextPageCursor: nextCursor ?? '',
      }
    },
  }),
  route({
    method: 'GET',
    path: '/v5/spread/execution/list',
    about: 'The fills of spreads, newest first, each with the fills of its legs',
    who: 'reader',
    input: { ...historyFields(20, 50), ...ORDER_REFERENCE },
    result: object({ list: listOf(EXECUTION_ROW), nextPageCursor: TEXT }),
    run({ core, caller, input }) {
      const { orderId, orderLinkId } = input
      checkSpreadName(core, input.symbol)
      const page = { ...pageOf(input), symbols: spreadSet(input), orderId, orderLinkId }
      const { rows, nextCursor } = core.journal.executions(caller.account, page)
      return {
        list: rows.map((row) => writeSpreadExecution(row, legsOf(core, caller.account, row))),
        nextPageCursor: nextCursor ?? '',
      }
    },
  }),
]

function orderOf(
  core: Core,
  account: string,
  { orderId, orderLinkId, symbol }: { readonly [F in 'orderId' | 'orderLinkId' | 'symbol']: string | null },
): Order | null {
  const order = core.journal.findOrder(account, orderId === null ? { orderLinkId: orderLinkId ?? '' } : { orderId })
  return order !== null && spreadSet({ symbol }).has(order.symbol) ? order : null
}

/**
 * The open order that the ids name, wherever it stands in the list: `orderId` wins.
 * @returns `null` where none is given
 */
function namedOrder(
  { journal }: Core,
  account: string,
  { orderId, orderLinkId }: { readonly orderId: string | null; readonly orderLinkId: string | null },
  isListed: (symbol: string) => boolean,
): { readonly rows: readonly Order[]; readonly next: null } | null {
  if (orderId === null && orderLinkId === null) return null
  const order = journal.findOrder(account, orderId === null ? { orderLinkId: orderLinkId ?? '' } : { orderId })
  const isOpen = order !== null && !isTerminal(order.status) && isListed(order.symbol)
  return { rows: isOpen ? [order] : [], next: null }
}

/** Fills that one command makes of one contract, at most this many are looked through. */
const LEG_FILLS_MAX = 200

/** The fills of the legs: they have the spread's time, and the ids after its own. */
function legsOf(core: Core, account: string, { id, symbol, timeMs }: Execution) {
  const spread = findSpread(core, symbol)
  if (spread === null) return []
  const ids = legExecIds(id)
  return spread.legs.flatMap(({ symbol: of, kind }, place) => {
    const page = { symbol: of, startMs: timeMs, endMs: timeMs, limit: LEG_FILLS_MAX, cursor: null }
    const leg = core.journal.executions(account, page).rows.find((row) => row.id === ids[place])
    // The fee of a pair is taken of the coin received.
    const feeCoin = kind === 'spot' && leg?.side === 'buy' ? spread.baseCoin : spread.settleCoin
    return leg === undefined ? [] : [{ leg, kind, feeCoin }]
  })
}
