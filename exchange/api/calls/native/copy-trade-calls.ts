import type { NewOrder } from '../../../../src/domain/order/new-order'
import { CODE } from '../../../../src/wire/rest/codes'
import {
  COPY_TRADE_CLOSE_ALL_PATH,
  COPY_TRADE_CREATE_PATH,
  parseCreateOrder,
} from '../../../../src/wire/rest/create-order'
import { Refused } from '../../core'
import { optional, text } from '../shared/route/field'
import { route } from '../shared/route/route'
import { ANY_OBJECT, listOf, object } from '../shared/route/schema'
import { readIntentId } from '../shared/commit'
import { CREATE_CODES, LEVERAGE_CODES } from '../shared/order-codes'
import { NATIVE_CREATE_FIELDS } from '../shared/order-fields'
import { readGivenLeverage } from '../shared/given-leverage'
import { POSITION_IDX, SYMBOL } from '../shared/shared-fields'
import { requireCopier } from './copier'
import { PLACED, placeNative } from './place-native'
import { checkReverseClose } from './reverse-close'

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
      await core.journal.settled()
      const positions = core.journal.venue.positions(account, input.symbol)
      const position = positions.find((one) => one.positionIdx === input.positionIdx && one.side !== null)
      if (position === undefined || position.side === null)
        throw new Refused(CODE.noPosition, 'no position to close', { field: 'symbol' })
      // Constants of the closing order as of a reverse (spec §9).
      const order: NewOrder = {
        symbol: position.symbol,
        side: position.side === 'buy' ? 'sell' : 'buy',
        type: 'market',
        price: null,
        qty: position.size,
        timeInForce: 'goodTillCancel',
        reduceOnly: true,
        closeOnTrigger: true,
        positionIdx: input.positionIdx,
      }
      return placeNative(core, http, { account, linkId, order })
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
