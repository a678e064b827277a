import type {
  OrderStatus,
  OrderType,
  Side,
  SmpType,
  StopOrderType,
  TimeInForce,
  TriggerBy,
} from '../domain/order/order'
import { invert } from './json'

export const SIDE_WORD: Readonly<Record<Side, string>> = { buy: 'Buy', sell: 'Sell' }
export const SIDE_OF = invert(SIDE_WORD)

export const ORDER_TYPE_WORD: Readonly<Record<OrderType, string>> = { limit: 'Limit', market: 'Market' }
export const ORDER_TYPE_OF = invert(ORDER_TYPE_WORD)

export const SMP_TYPE_WORD: Readonly<Record<SmpType, string>> = {
  none: 'None',
  cancelMaker: 'CancelMaker',
  cancelTaker: 'CancelTaker',
  cancelBoth: 'CancelBoth',
}
export const SMP_TYPE_OF = invert(SMP_TYPE_WORD)

/** Native dialect (spec §3). */
export const TIME_IN_FORCE_WORD: Readonly<Record<TimeInForce, string>> = {
  goodTillCancel: 'GoodTillCancel',
  immediateOrCancel: 'ImmediateOrCancel',
  fillOrKill: 'FillOrKill',
  postOnly: 'PostOnly',
}
/** v5 dialect. */
export const TIME_IN_FORCE_V5: Readonly<Record<TimeInForce, string>> = {
  goodTillCancel: 'GTC',
  immediateOrCancel: 'IOC',
  fillOrKill: 'FOK',
  postOnly: 'PostOnly',
}
/** Both dialects are read everywhere (semantics.md §7.1). */
export const TIME_IN_FORCE_OF: ReadonlyMap<string, TimeInForce> = new Map([
  ...invert(TIME_IN_FORCE_WORD),
  ...invert(TIME_IN_FORCE_V5),
])

export const ORDER_STATUS_WORD: Readonly<Record<OrderStatus, string>> = {
  new: 'New',
  partiallyFilled: 'PartiallyFilled',
  untriggered: 'Untriggered',
  rejected: 'Rejected',
  partiallyFilledCanceled: 'PartiallyFilledCanceled',
  filled: 'Filled',
  canceled: 'Cancelled',
  triggered: 'Triggered',
  deactivated: 'Deactivated',
}
export const ORDER_STATUS_OF = invert(ORDER_STATUS_WORD)

export const TRIGGER_BY_WORD: Readonly<Record<TriggerBy, string>> = {
  last: 'LastPrice',
  mark: 'MarkPrice',
  index: 'IndexPrice',
}
export const TRIGGER_BY_OF = invert(TRIGGER_BY_WORD)

export const STOP_ORDER_WORD: Readonly<Record<StopOrderType, string>> = {
  stop: 'Stop',
  takeProfit: 'TakeProfit',
  stopLoss: 'StopLoss',
  partialTakeProfit: 'PartialTakeProfit',
  partialStopLoss: 'PartialStopLoss',
  trailingStop: 'TrailingStop',
  mmRateClose: 'MmRateClose',
}
export const STOP_ORDER_OF = invert(STOP_ORDER_WORD)

export const TPSL_MODE_WORD: Readonly<Record<'full' | 'partial', string>> = { full: 'Full', partial: 'Partial' }
export const TPSL_MODE_OF = invert(TPSL_MODE_WORD)
