import { Exact, toText, type DecimalText, type Price, type Rate } from '../../domain/decimal'
import type { Order, OrderId, StopFields } from '../../domain/order/order'
import { readInteger, readOptionalDecimal, readOptionalText, readWord, type JsonObject } from '../json'
import { STOP_ORDER_OF, STOP_ORDER_WORD, TPSL_MODE_OF, TPSL_MODE_WORD, TRIGGER_BY_WORD } from '../words'
import { parseSlippage, parseTriggerBy, writeSlippageAs } from '../rest/tpsl-fields'

/** What an order's row has for its trigger, its take-profit and its stop-loss. */
export interface StopFieldsJson {
  /** Empty, or 0, on an ordinary order. */
  readonly triggerPrice?: string
  readonly triggerBy?: string
  readonly triggerDirection?: number
  readonly stopOrderType?: string
  readonly takeProfit?: string
  readonly stopLoss?: string
  readonly tpTriggerBy?: string
  readonly slTriggerBy?: string
  readonly tpSlMode?: string
  readonly tpslMode?: string
  readonly tpLimitPrice?: string
  readonly slLimitPrice?: string
  readonly limitTakeProfit?: string
  readonly limitStopLoss?: string
  readonly tpOrderType?: string
  readonly slOrderType?: string
  /** Present only where a bound was asked for (decisions 23). */
  readonly maxSlippageType?: string
  readonly maxSlippage?: string
  readonly tpMaxSlippageType?: string
  readonly tpMaxSlippage?: string
  readonly slMaxSlippageType?: string
  readonly slMaxSlippage?: string
  /** Ours: the linked leg of a partial set, and where a trailing stop stands. */
  readonly pairOrderId?: string
  readonly stopPrice?: string
  /** Ours, under the names that a position has: how far a trailing stop stays behind, as a price or in per cent. */
  readonly trailingStop?: string
  readonly trailingPercent?: string
  /** Ours: the maintenance rate that it waits for, a fraction. */
  readonly mmRate?: string
  /** Ours: its trigger was reached, and it waits since its fill would liquidate the rest. Present only where it does. */
  readonly heldBack?: boolean
}

/** Fields of a unit and of its value (spec §3 Order, and §7 of the legs). */
const OWN_SLIPPAGE = ['maxSlippageType', 'maxSlippage'] as const
const TP_SLIPPAGE = ['tpMaxSlippageType', 'tpMaxSlippage'] as const
const SL_SLIPPAGE = ['slMaxSlippageType', 'slMaxSlippage'] as const

/** What only bounded, conditional orders and orders with take-profit or stop-loss have; nothing at all of an ordinary one. */
export function writeStopFields(order: Order): StopFieldsJson {
  return { ...writeTrigger(order), ...writeTpSl(order), ...writeSlippageAs(order.slippage, OWN_SLIPPAGE) }
}

function writeTrigger(order: Order): StopFieldsJson {
  const { stopOrderType } = order
  if (stopOrderType === undefined || stopOrderType === null) return {}
  return {
    triggerPrice: order.triggerPrice ?? '',
    triggerBy: order.triggerBy ? TRIGGER_BY_WORD[order.triggerBy] : '',
    triggerDirection: order.triggerDirection ?? 0,
    stopOrderType: STOP_ORDER_WORD[stopOrderType],
    ...(order.pairOrderId ? { pairOrderId: order.pairOrderId } : {}),
    ...(order.stopPrice ? { stopPrice: order.stopPrice } : {}),
    ...(order.mmRate ? { mmRate: order.mmRate } : {}),
    ...(order.isHeldBack ? { heldBack: true } : {}),
    ...(order.trailingStop ? { trailingStop: order.trailingStop } : {}),
    ...(order.trailingRate ? { trailingPercent: toText(new Exact(order.trailingRate).times(100)) } : {}),
  }
}

function writeTpSl(order: Order): StopFieldsJson {
  const { tpSlMode } = order
  if (tpSlMode === undefined || tpSlMode === null) return {}
  const mode = TPSL_MODE_WORD[tpSlMode]
  const takeProfitLimit = order.tpLimitPrice ?? ''
  const stopLossLimit = order.slLimitPrice ?? ''
  return {
    takeProfit: order.takeProfit ?? '',
    stopLoss: order.stopLoss ?? '',
    tpTriggerBy: order.tpTriggerBy ? TRIGGER_BY_WORD[order.tpTriggerBy] : '',
    slTriggerBy: order.slTriggerBy ? TRIGGER_BY_WORD[order.slTriggerBy] : '',
    tpSlMode: mode,
    tpslMode: mode,
    tpLimitPrice: takeProfitLimit,
    slLimitPrice: stopLossLimit,
    limitTakeProfit: takeProfitLimit,
    limitStopLoss: stopLossLimit,
    tpOrderType: takeProfitLimit === '' ? 'Market' : 'Limit',
    slOrderType: stopLossLimit === '' ? 'Market' : 'Limit',
    ...writeSlippageAs(order.tpSlippage, TP_SLIPPAGE),
    ...writeSlippageAs(order.slSlippage, SL_SLIPPAGE),
  }
}

/** Tolerates their absence: an exchange of an earlier day does not send them. @throws WireError naming the field */
export function parseStopFields(json: JsonObject): StopFields {
  const has = (field: string): boolean => readOptionalText(json, field) !== null
  const direction = json['triggerDirection'] === undefined ? 0 : readInteger(json, 'triggerDirection')
  return {
    ...(has('stopOrderType') && json['stopOrderType'] !== 'UNKNOWN'
      ? {
          stopOrderType: readWord(json, 'stopOrderType', STOP_ORDER_OF),
          triggerPrice: readOptionalDecimal<Price>(json, 'triggerPrice'),
          triggerBy: parseTriggerBy(json, 'triggerBy'),
          triggerDirection: direction === 1 || direction === 2 ? direction : null,
          pairOrderId: readOptionalText(json, 'pairOrderId') as OrderId | null,
          stopPrice: readOptionalDecimal<Price>(json, 'stopPrice'),
          ...parseTrailing(json),
          ...parseRate(json),
          ...(json['heldBack'] === true ? { isHeldBack: true } : {}),
        }
      : {}),
    ...(has(OWN_SLIPPAGE[0]) ? { slippage: parseSlippage(json, ...OWN_SLIPPAGE) } : {}),
    ...(has('tpSlMode')
      ? {
          tpSlMode: readWord(json, 'tpSlMode', TPSL_MODE_OF),
          takeProfit: readOptionalDecimal<Price>(json, 'takeProfit'),
          stopLoss: readOptionalDecimal<Price>(json, 'stopLoss'),
          tpTriggerBy: parseTriggerBy(json, 'tpTriggerBy'),
          slTriggerBy: parseTriggerBy(json, 'slTriggerBy'),
          tpLimitPrice: readOptionalDecimal<Price>(json, 'tpLimitPrice'),
          slLimitPrice: readOptionalDecimal<Price>(json, 'slLimitPrice'),
          tpSlippage: parseSlippage(json, ...TP_SLIPPAGE),
          slSlippage: parseSlippage(json, ...SL_SLIPPAGE),
        }
      : {}),
  }
}

function parseRate(json: JsonObject): Pick<StopFields, 'mmRate'> {
  const mmRate = readOptionalDecimal<Rate>(json, 'mmRate')
  return mmRate === null ? {} : { mmRate }
}

function parseTrailing(json: JsonObject): Pick<StopFields, 'trailingStop' | 'trailingRate'> {
  const distance = readOptionalDecimal<Price>(json, 'trailingStop')
  const percent = readOptionalDecimal<DecimalText>(json, 'trailingPercent')
  return {
    ...(distance === null ? {} : { trailingStop: distance }),
    ...(percent === null ? {} : { trailingRate: toText<Rate>(new Exact(percent).div(100)) }),
  }
}
