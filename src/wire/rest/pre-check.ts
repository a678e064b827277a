import type { MarginRates } from '../../domain/account/margin-rates'
import type { Rate } from '../../domain/decimal'
import type { NewOrder } from '../../domain/order/new-order'
import { asObject, readScaled, type JsonObject } from '../json'
import { v5CategoryOfSymbol } from '../v5/category'
import { ORDER_TYPE_WORD, SIDE_WORD, TIME_IN_FORCE_WORD } from '../words'

export const PRE_CHECK_PATH = '/v5/order/pre-check'

/** Body of POST /v5/order/pre-check: a contract's order without a trigger. The exchange makes a price of a volatility. */
export function writePreCheck(order: NewOrder): JsonObject {
  const { price, orderIv } = order
  return {
    category: v5CategoryOfSymbol(order.symbol),
    symbol: order.symbol,
    side: SIDE_WORD[order.side],
    orderType: ORDER_TYPE_WORD[order.type],
    qty: order.qty,
    ...(orderIv !== undefined ? { orderIv } : price === null ? {} : { price }),
    timeInForce: TIME_IN_FORCE_WORD[order.timeInForce],
    reduceOnly: order.reduceOnly,
    positionIdx: order.positionIdx,
  }
}

/** The account's rates without the order and with it, in 1e-4. @throws WireError naming the field */
export function parsePreCheck(result: unknown): MarginRates {
  const json = asObject(result, 'result')
  const rate = (field: string): Rate => readScaled<Rate>(json, field, 4)
  return {
    initialBefore: rate('preImrE4'),
    initialAfter: rate('postImrE4'),
    maintenanceBefore: rate('preMmrE4'),
    maintenanceAfter: rate('postMmrE4'),
  }
}
