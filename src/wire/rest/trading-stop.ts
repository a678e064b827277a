import type { TradingStop, TrailingTerms } from '../../domain/position/position-settings'
import { Exact, toText, type DecimalText, type Price, type Rate } from '../../domain/decimal'
import type { InstrumentSymbol, OrderId } from '../../domain/order/order'
import { readOptionalDecimal, readOptionalText, readText, writeScaled, type JsonObject } from '../json'
import { readPositionIdx } from './create-order'
import { readSize } from './read-size'
import { parseTpSl, parseTpSlMode, writeTpSl } from './tpsl-fields'

export const SET_TP_SL_PATH = '/contract/v5/position/set-tp-sl-ts'
export const TRADING_STOP_PATH = '/v5/position/trading-stop'
/** Cancels the partial take-profits and stop-losses of a symbol. */
export const CANCEL_TOTALLY_PATH = '/contract/v5/order/cancel-totally'

/** Reads both dialects' names. @throws WireError naming the field */
export function parseSetTpSl(json: JsonObject): TradingStop {
  const isOfKnown = ['tpStopOrderId', 'slStopOrderId'].some((field) => readOptionalText(json, field) !== null)
  const tpSl = parseTpSl(json, isOfKnown) ?? { mode: parseTpSlMode(json), takeProfit: null, stopLoss: null }
  const common = readSize(json, 'qty')
  return {
    symbol: readText(json, 'symbol') as InstrumentSymbol,
    positionIdx: readPositionIdx(json),
    ...tpSl,
    tpSize: readSize(json, 'tpSize') ?? common,
    slSize: readSize(json, 'slSize') ?? common,
    tpOrderId: readOptionalText(json, 'tpStopOrderId') as OrderId | null,
    slOrderId: readOptionalText(json, 'slStopOrderId') as OrderId | null,
    trailing: parseTrailing(json),
  }
}

/** `trailingPercent` is ours: v5 has no name for a trailing stop by per cent of a contract. */
function parseTrailing(json: JsonObject): TrailingTerms | null {
  const percent = readOptionalDecimal<DecimalText>(json, 'trailingPercent')
  const distance = readOptionalDecimal<Price>(json, 'trailingStop')
  if (percent === null && distance === null) return null
  const activation =
    readOptionalDecimal<Price>(json, 'activationPrice') ?? readOptionalDecimal<Price>(json, 'activePrice')
  return {
    distance: percent === null ? distance : null,
    rate: percent === null ? null : toText<Rate>(new Exact(percent).div(100)),
    activationPrice: activation === '0' ? null : activation,
    ...(activation === null ? { keepsActivation: true } : {}),
  }
}

/** Body of `set-tp-sl-ts` (spec §7). */
export function writeSetTpSl(order: TradingStop): JsonObject {
  const { trailing } = order
  return {
    symbol: order.symbol,
    positionIdx: order.positionIdx,
    ...writeTpSl(order),
    ...(order.tpSize === null ? {} : { tpSizeX: writeScaled(order.tpSize, 8, 'tpSizeX') }),
    ...(order.slSize === null ? {} : { slSizeX: writeScaled(order.slSize, 8, 'slSizeX') }),
    ...(order.tpOrderId === null ? {} : { tpStopOrderId: order.tpOrderId }),
    ...(order.slOrderId === null ? {} : { slStopOrderId: order.slOrderId }),
    ...(trailing === null
      ? {}
      : {
          ...(trailing.distance === null ? {} : { trailingStop: trailing.distance }),
          ...(trailing.rate === null ? {} : { trailingPercent: toText(new Exact(trailing.rate).times(100)) }),
          activationPrice: trailing.activationPrice ?? '0',
        }),
  }
}
