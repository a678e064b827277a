import type { Qty } from '../../../../src/domain/decimal'
import type { NewOrder } from '../../../../src/domain/order/new-order'
import type { InstrumentSymbol } from '../../../../src/domain/order/order'
import { CODE } from '../../../../src/wire/rest/codes'
import {
  COPY_TRADE_CLOSE_ALL_PATH,
  COPY_TRADE_CREATE_PATH,
  parseCreateOrder,
} from '../../../../src/wire/rest/create-order'
import { Refused, senderOf } from '../../core'
import { optional, text } from '../shared/route/field'
import { route } from '../shared/route/route'
import { ANY_OBJECT, listOf, object } from '../shared/route/schema'
import { readIntentId } from '../shared/commit'
import { CREATE_CODES, LEVERAGE_CODES } from '../shared/order-codes'
import { NATIVE_CREATE_FIELDS } from '../shared/order-fields'
import { wholeInput } from '../shared/press'
import { readGivenLeverage } from '../shared/given-leverage'
import { POSITION_IDX, SYMBOL } from '../shared/shared-fields'
import { requireCopier } from './copier'
import { PLACED, placeNative } from './place-native'
import { checkReverseClose } from './reverse-close'

/** Constants of the closing order as of a reverse (spec §9). */
function closingOrder(
  { symbol, positionIdx }: { readonly symbol: string; readonly positionIdx: 0 | 1 | 2 },
  { side, qty }: Pick<NewOrder, 'side' | 'qty'>,
): NewOrder {
  return {
    symbol: symbol as InstrumentSymbol,
    side,
    type: 'market',
    price: null,
    qty,
    timeInForce: 'goodTillCancel',
    reduceOnly: true,
    closeOnTrigger: true,
    positionIdx,
  }
}

/** Side and quantity are those of the position, and unknown where there was none. */
const NOT_HELD = { side: 'sell', qty: '0' as Qty } as const

/** Calls of copy-trade accounts (spec §6, §7). Other accounts have the ordinary ones and are refused here. */
export const COPY_TRADE_CALLS = [
  route({
    method: 'POST',
    path: COPY_TRADE_CREATE_PATH,
    about: 'Places an order of a copy-trade account in a USDT perpetual; its leverage is set with it',
    who: 'trader',
    hasClientTag: true,
    input: NATIVE_CREATE_FIELDS,
    result: PLACED,
    codes: ['permissionDenied', ...CREATE_CODES, ...LEVERAGE_CODES, 'splitPartlyFailed'],
    async run({ core, http, caller, input }) {
      const account = requireCopier(caller)
      const linkId = readIntentId(http, input.orderLinkId)
      const order = parseCreateOrder(input)
      checkReverseClose(input, order)
      const leverage = readGivenLeverage(input)
      return placeNative(core, http, { account, linkId, order, ...(leverage !== null && { leverage }) })
    },
  }),
  route({
    method: 'POST',
    path: COPY_TRADE_CLOSE_ALL_PATH,
    about: 'Closes the whole position of a copy-trade account at market',
    who: 'trader',
    hasClientTag: true,
    input: { symbol: SYMBOL, positionIdx: POSITION_IDX, orderLinkId: optional(text({ max: 64 })) },
    result: PLACED,
    codes: ['permissionDenied', 'noPosition', ...CREATE_CODES, 'splitPartlyFailed'],
    async run({ core, http, caller, input }) {
      const account = requireCopier(caller)
      const linkId = readIntentId(http, input.orderLinkId)
      const closing = (held: Pick<NewOrder, 'side' | 'qty'>) =>
        ({ type: 'place', account, linkId, order: closingOrder(input, held) }) as const
      await core.journal.settled()
      const sender = senderOf(http, account, linkId)
      const whole = await wholeInput(core, sender, closing(NOT_HELD), 'native', (first) => {
        if (first !== null) return closing(first.order)
        const positions = core.journal.venue.positions(account, input.symbol)
        const held = positions.find((one) => one.positionIdx === input.positionIdx)
        if (held === undefined || held.side === null)
          throw new Refused(CODE.noPosition, 'no position to close', { field: 'symbol' })
        return closing({ side: held.side === 'buy' ? 'sell' : 'buy', qty: held.size })
      })
      return placeNative(core, http, whole)
    },
  }),
  route({
    method: 'GET',
    path: '/fapi/beehive/private/v1/leader/apply-detail',
    about: 'Applications to lead. Nobody applies here: the list is true and empty',
    who: 'reader',
    input: { symbol: optional(SYMBOL) },
    result: object({ list: listOf(ANY_OBJECT) }),
    run: () => ({ list: [] }),
  }),
]
