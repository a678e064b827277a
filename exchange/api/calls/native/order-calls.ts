import type { Rate } from '../../../../src/domain/decimal'
import {
  CANCEL_ORDER_PATH,
  CREATE_ORDER_PATH,
  parseCreateOrder,
  REPLACE_ORDER_PATH,
} from '../../../../src/wire/rest/create-order'
import { CANCEL_TOTALLY_PATH, SET_TP_SL_PATH } from '../../../../src/wire/rest/trading-stop'
import { senderOf } from '../../core'
import { commitFrom, readIntentId, readTag } from '../shared/commit'
import { cancelOrder, IDS, IDS_LIST, NOTHING_ASKED, replaceOrder, setTpSl } from '../shared/order-acts'
import { CANCEL_CODES, CREATE_CODES, LEVERAGE_CODES, REPLACE_CODES, TP_SL_CODES } from '../shared/order-codes'
import { CANCEL_FIELDS, NATIVE_CREATE_FIELDS, REPLACE_FIELDS, TP_SL_FIELDS } from '../shared/order-fields'
import { decimal, optional, text, word } from '../shared/route/field'
import { route } from '../shared/route/route'
import { DECIMAL, listOf, object, TEXT } from '../shared/route/schema'
import { NOTHING_WORKED_OUT, withPriceOfIv, workedOutOf, type WorkedOut } from '../shared/order-iv'
import { wholeInput } from '../shared/press'
import { readGivenLeverage } from '../shared/given-leverage'
import { POSITION_IDX, SYMBOL } from '../shared/shared-fields'
import { checkCategory } from '../shared/check-category'
import { completeGuard, completeReplace } from '../shared/changed-legs'
import { ackOf, checkReference } from '../shared/single-order'
import { withRate } from './rate-close'
import { checkReverseClose } from './reverse-close'
import { checkLegsOfAmount } from '../shared/v5-order-words'
import { checkTrail } from './check-trail'
import { refuseCopier } from './copier'
import { PLACED, placeNative } from './place-native'

const NATIVE_ACK = object({
  ...IDS,
  price: { ...DECIMAL, description: 'the limit price that was taken; `0` at market' },
})

/** Calls that change orders and what guards positions, under their native names. Each is one input of the journal. */
export const NATIVE_ORDER_CALLS = [
  route({
    method: 'POST',
    path: CREATE_ORDER_PATH,
    about: 'Places an order; with `needGeneratePid` several',
    who: 'trader',
    hasClientTag: true,
    input: NATIVE_CREATE_FIELDS,
    result: PLACED,
    codes: ['permissionDenied', ...CREATE_CODES, ...LEVERAGE_CODES, 'splitPartlyFailed'],
    async run({ core, http, caller, input }) {
      refuseCopier(caller)
      const linkId = readIntentId(http, input.orderLinkId)
      checkLegsOfAmount(input)
      const { account } = caller
      const leverage = readGivenLeverage(input)
      const inputOf = (known: WorkedOut | null) => {
        const order = withRate(input, parseCreateOrder(withPriceOfIv(core, input, known)))
        checkReverseClose(input, order)
        checkTrail(order)
        checkCategory(core, input)
        return { type: 'place', account, linkId, order, ...(leverage !== null && { leverage }) } as const
      }
      if (input.orderIv === null) return placeNative(core, http, inputOf(null))
      const sender = senderOf(http, account, linkId)
      const whole = await wholeInput(core, sender, inputOf(NOTHING_WORKED_OUT), 'native', (first) =>
        inputOf(first === null ? null : workedOutOf(first.order)),
      )
      return placeNative(core, http, whole)
    },
  }),
  route({
    method: 'POST',
    path: REPLACE_ORDER_PATH,
    about: 'Changes an order; what is left out stays',
    who: 'trader',
    hasClientTag: 'written',
    input: {
      ...REPLACE_FIELDS,
      mmRate: optional(decimal({ about: 'of an order of type `MmRateClose`: its new maintenance rate' })),
      type: optional(text({ max: 40, about: 'taken, and changes nothing' })),
    },
    result: NATIVE_ACK,
    codes: REPLACE_CODES,
    run(call) {
      const { core, caller } = call
      const input = completeReplace(core, caller.account, withPriceOfIv(core, checkReference(call.input)))
      return replaceOrder({ ...call, input }, 'native', input.mmRate as Rate | null)
    },
  }),
  route({
    method: 'POST',
    path: CANCEL_ORDER_PATH,
    about: 'Cancels an order; with `type` `TpSlOcoStopOrder` both legs of a take-profit and stop-loss set',
    who: 'trader',
    hasClientTag: 'written',
    input: { ...CANCEL_FIELDS, type: optional(text({ max: 40 })) },
    result: NATIVE_ACK,
    codes: CANCEL_CODES,
    run: (call) => cancelOrder(call, 'native', call.input.type === 'TpSlOcoStopOrder'),
  }),
  route({
    method: 'POST',
    path: CANCEL_TOTALLY_PATH,
    about: 'Cancels the partial take-profits and stop-losses of a symbol',
    who: 'trader',
    hasClientTag: 'written',
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
      const input = await completeGuard(call, call.input)
      const done = await setTpSl({ ...call, input }, 'native')
      return { list: (done.result.orders ?? []).map((one) => ({ orderId: one.id })) }
    },
  }),
]
