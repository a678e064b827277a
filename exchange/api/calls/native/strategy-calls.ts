import { Exact } from '../../../../src/domain/decimal'
import { CODE } from '../../../../src/wire/rest/codes'
import {
  parseNewStrategy,
  STRATEGY_OF,
  TWAP_CANCEL_PATH,
  TWAP_CREATE_PATH,
  TWAP_LIST_PATH,
  TWAP_ORDER_LIST_PATH,
  writeStrategy,
} from '../../../../src/wire/rest/strategy'
import { writeOrder } from '../../../../src/wire/shape/order'
import { SIDE_OF } from '../../../../src/wire/words'
import { TWAP_DURATION_MS, TWAP_INTERVAL_MS } from '../../../../src/domain/order/strategy'
import { Refused, senderOf, type Core } from '../../core'
import { decimal, flag, integer, optional, otherNameOf, scaled, text, word, withDefault } from '../shared/route/field'
import { route } from '../shared/route/route'
import { listOf, object, SEQ, TEXT } from '../shared/route/schema'
import { ORDER_ROW, STRATEGY_ROW } from '../shared/answers'
import { commit, commitFrom, readIntentId } from '../shared/commit'
import { CREATE_CODES } from '../shared/order-codes'
import { wholeInput } from '../shared/press'
import { POSITION_IDX, SYMBOL } from '../shared/shared-fields'
import { refuseCopier } from './copier'

const STRATEGIES = [...STRATEGY_OF.keys()]
const STRATEGY_ID = text({ max: 64 })

function seconds({ min, max }: { readonly min: number; readonly max: number }) {
  return optional(integer({ min: min / 1000, max: max / 1000, about: 'seconds, of a TWAP' }))
}

/** TWAP, chase-limit and iceberg orders: opened, ended, and listed with the orders that they sent (spec §3, §7). */
export const STRATEGY_CALLS = [
  route({
    method: 'POST',
    path: TWAP_CREATE_PATH,
    about: 'Opens an order that the exchange carries out by sending others',
    who: 'trader',
    hasClientTag: true,
    input: {
      strategyType: withDefault(word(STRATEGIES), 'TWAP'),
      symbol: SYMBOL,
      side: word([...SIDE_OF.keys()]),
      qty: optional(decimal({ about: 'base coin; contracts where inverse' })),
      qtyX: otherNameOf('qty', optional(scaled(8, { about: '`qty`' })), 8),
      reduceOnly: optional(flag()),
      positionIdx: POSITION_IDX,
      orderLinkId: optional(text({ max: 64, about: 'id of the press' })),
      duration: seconds(TWAP_DURATION_MS),
      interval: seconds(TWAP_INTERVAL_MS),
      price: optional(decimal({ about: 'of an iceberg; of a TWAP the price beyond which no part trades' })),
      maxChaseDistance: optional(decimal({ about: 'of a chase' })),
      showQty: optional(decimal({ about: 'the part of an iceberg that the book shows' })),
      showQtyX: otherNameOf('showQty', optional(scaled(8, { about: '`showQty`' })), 8),
    },
    result: object({ strategyId: TEXT, orderLinkId: TEXT }),
    codes: ['permissionDenied', ...CREATE_CODES],
    async run({ core, http, caller, input }) {
      refuseCopier(caller)
      const { account } = caller
      const linkId = readIntentId(http, input.orderLinkId)
      const asked = { type: 'openStrategy', account, linkId, strategy: parseNewStrategy(input) } as const
      const sender = senderOf(http, account, linkId)
      const whole = await wholeInput(core, sender, asked, 'native', (first) => {
        if (first === null) checkChase(core, input)
        return asked
      })
      const done = await commitFrom(core, sender, whole, 'native')
      return { strategyId: done.result.strategyId ?? '', orderLinkId: linkId }
    },
  }),
  route({
    method: 'POST',
    path: TWAP_CANCEL_PATH,
    about: 'Ends such an order, and the one it has in the book',
    who: 'trader',
    hasClientTag: 'written',
    input: { strategyId: STRATEGY_ID },
    result: object({ strategyId: TEXT }),
    codes: ['orderNotFound', 'orderFinished', 'orderAlreadyCanceled'],
    async run({ core, http, caller, input }) {
      const { strategyId } = input
      await commit(core, http, { type: 'cancelStrategy', account: caller.account, strategyId }, 'native')
      return { strategyId }
    },
  }),
  route({
    method: 'GET',
    path: TWAP_LIST_PATH,
    about: 'Such orders, newest first',
    who: 'reader',
    input: { strategyType: optional(word(STRATEGIES)), symbol: optional(SYMBOL) },
    result: object({ list: listOf(STRATEGY_ROW), seq: SEQ }),
    run({ core, caller, input }) {
      const { symbol, strategyType } = input
      const kind = strategyType === null ? null : STRATEGY_OF.get(strategyType)
      const list = core.journal.venue
        .strategies(caller.account)
        .filter((one) => (kind === null || one.kind === kind) && (symbol === null || one.symbol === symbol))
        .map(writeStrategy)
        .toReversed()
      return { list, seq: core.journal.durableSeq() }
    },
  }),
  route({
    method: 'GET',
    path: TWAP_ORDER_LIST_PATH,
    about: 'The orders that one of them sent, newest first',
    who: 'reader',
    input: {
      strategyId: STRATEGY_ID,
      limit: withDefault(integer({ min: 1, max: 50 }), 20),
      cursor: withDefault(integer({ min: 0, max: 1e9, about: '`nextPageCursor` of the page before' }), 0),
    },
    result: object({ list: listOf(ORDER_ROW), nextPageCursor: TEXT, seq: SEQ }),
    codes: ['orderNotFound'],
    run({ core, caller, input }) {
      const { account } = caller
      const { strategyId, limit, cursor } = input
      const strategy = core.journal.venue.strategies(account).find((one) => one.id === strategyId)
      if (strategy === undefined) throw new Refused(CODE.orderNotFound, 'no such strategy', { field: 'strategyId' })
      // Newest first; a strategy only adds at the other end, so the cursor counts from the oldest.
      const ids = strategy.orderIds.toReversed()
      const from = cursor === 0 ? 0 : ids.length - cursor
      const list = ids.slice(from, from + limit).flatMap((orderId) => {
        const order = core.journal.findOrder(account, { orderId })
        return order === null ? [] : [writeOrder(order, 'native')]
      })
      const left = ids.length - from - limit
      return { list, nextPageCursor: left > 0 ? String(left) : '', seq: core.journal.durableSeq() }
    },
  }),
]

/** How far a chase goes is a price's distance: a step of it at least. */
function checkChase(
  { catalogue }: Core,
  { symbol, maxChaseDistance }: { readonly symbol: string; readonly maxChaseDistance: string | null },
): void {
  const step = catalogue.find(symbol)?.tickSize
  if (maxChaseDistance === null || step === undefined) return
  const distance = new Exact(maxChaseDistance)
  if (distance.gte(step) && distance.mod(step).isZero()) return
  throw new Refused(CODE.badRequest, 'maxChaseDistance is a multiple of the price step', {
    field: 'maxChaseDistance',
    min: step,
    step,
  })
}
