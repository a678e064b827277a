import { asArray, asObject } from '../../../wire/json'
import {
  ALERT_AMEND_PATH,
  ALERT_CREATE_PATH,
  ALERT_REMOVE_PATH,
  writeAlertTerms,
} from '../../../wire/push/price-alerts'
import {
  CANCEL_ALL_PATH,
  CANCEL_ORDER_PATH,
  COPY_TRADE_CLOSE_ALL_PATH,
  COPY_TRADE_CREATE_PATH,
  CREATE_ORDER_PATH,
  parseFailedParts,
  parseOrderAck,
  REPLACE_ORDER_PATH,
  writeCancelOrder,
  writeCreateOrder,
  writeReplaceOrder,
} from '../../../wire/rest/create-order'
import {
  NATIVE_ADD_MARGIN_PATH,
  NATIVE_SET_AUTO_ADD_MARGIN_PATH,
  SET_LEVERAGE_PATH,
  SET_MARGIN_MODE_PATH,
  SWITCH_POSITION_MODE_PATH,
  writeAddMargin,
  writeSetAutoAddMargin,
  writeSetLeverage,
  writeSetMarginMode,
  writeSetPositionMode,
} from '../../../wire/rest/position-settings'
import { parseStrategyAck, TWAP_CANCEL_PATH, TWAP_CREATE_PATH, writeNewStrategy } from '../../../wire/rest/strategy'
import { SET_TP_SL_PATH, writeSetTpSl } from '../../../wire/rest/trading-stop'
import { v5CategoryOfSymbol } from '../../../wire/v5/category'
import type { AccountKind } from '../../../domain/account/wallet'
import type { NewOrder } from '../../../domain/order/new-order'
import type { InstrumentSymbol, OrderId } from '../../../domain/order/order'
import type { TradingCalls } from '../venue-calls'
import type { Answer } from '../venue-http'
import { nothing, post } from './ask'
import { meaningOf } from './meanings'

export const TRADING_CALLS: TradingCalls = {
  createOrder: (order, kind) =>
    post(
      ...createOrderCall(order, kind),
      (answer) => {
        // Of a split order the answer says how much is missing; without that it says nothing.
        if (meaningOf(answer) === 'splitPartly') parseFailedParts(answer.result)
        return orderId(answer)
      },
      { symbol: order.symbol },
    ),
  failedParts: ({ result }) => parseFailedParts(result),
  placedPrice: ({ result }) => parseOrderAck(result).price,
  amendOrder: (order) => post(REPLACE_ORDER_PATH, writeReplaceOrder(order), orderId, { symbol: order.symbol }),
  cancelOrder: (order) => post(CANCEL_ORDER_PATH, writeCancelOrder(order), orderId, { symbol: order.symbol }),
  cancelAll: (symbol, only) =>
    post(
      CANCEL_ALL_PATH,
      {
        // Without a symbol every order of the account, whatever it is settled in.
        ...(symbol === null ? {} : { category: cancelCategory(symbol), symbol }),
        ...(only === null ? {} : { orderFilter: 'Order' }),
      },
      ({ result }) => asArray(asObject(result, 'result')['list'], 'list').length,
      { symbol },
    ),
  setTpSl: (terms) => post(SET_TP_SL_PATH, writeSetTpSl(terms), nothing, { symbol: terms.symbol }),
  setLeverage: (terms) => post(SET_LEVERAGE_PATH, writeSetLeverage(terms), nothing, { symbol: terms.symbol }),
  setMarginMode: (mode) => post(SET_MARGIN_MODE_PATH, writeSetMarginMode(mode), nothing),
  setPositionMode: (terms) =>
    post(SWITCH_POSITION_MODE_PATH, writeSetPositionMode(terms), nothing, { symbol: terms.symbol }),
  addMargin: (terms) => post(NATIVE_ADD_MARGIN_PATH, writeAddMargin(terms), nothing, { symbol: terms.symbol }),
  setAutoAddMargin: (terms) =>
    post(NATIVE_SET_AUTO_ADD_MARGIN_PATH, writeSetAutoAddMargin(terms), nothing, { symbol: terms.symbol }),
  openStrategy: (strategy) =>
    post(TWAP_CREATE_PATH, writeNewStrategy(strategy), strategyId, { symbol: strategy.symbol }),
  addAlert: (terms) => post(ALERT_CREATE_PATH, writeAlertTerms(terms), nothing, { symbol: terms.symbol }),
  amendAlert: ({ id, ...terms }) =>
    post(ALERT_AMEND_PATH, { alertId: id, ...writeAlertTerms(terms) }, nothing, { symbol: terms.symbol }),
  removeAlert: (alertId) => post(ALERT_REMOVE_PATH, { alertId }, nothing),
  cancelStrategy: (id, symbol) => post(TWAP_CANCEL_PATH, { strategyId: id }, strategyId, { symbol }),
}

/** Spreads have no category of their own: `all` is every one. */
function cancelCategory(symbol: InstrumentSymbol): string {
  const category = v5CategoryOfSymbol(symbol)
  return category === 'spread' ? 'all' : category
}

/** A copy-trade account never uses the ordinary call, and has one that closes a position whole (spec §6, §7). */
function createOrderCall(order: NewOrder, kind: AccountKind | null): [path: string, body: object] {
  if (kind !== 'copy') return [CREATE_ORDER_PATH, writeCreateOrder(order)]
  const { symbol, positionIdx, action } = order
  if (action === 'CloseAll') return [COPY_TRADE_CLOSE_ALL_PATH, { symbol, positionIdx }]
  return [COPY_TRADE_CREATE_PATH, writeCreateOrder(order)]
}

function orderId({ result }: Answer): OrderId {
  return parseOrderAck(result).orderId
}

function strategyId({ result }: Answer): string {
  return parseStrategyAck(asObject(result, 'result'))
}
