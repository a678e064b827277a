import type { NewOrder } from '../../domain/order/new-order'
import type { OrderCancel, OrderChange, OrderReference } from '../../domain/order/order-change'
import type { Price, Qty, Rate } from '../../domain/decimal'
import type { InstrumentSymbol, OrderId, OrderLinkId } from '../../domain/order/order'
import {
  asObject,
  isGiven,
  readDecimal,
  readFlag,
  readInteger,
  readOptionalDecimal,
  readOptionalText,
  readScaled,
  readText,
  readWord,
  WireError,
  writeScaled,
  type JsonObject,
} from '../json'
import {
  ORDER_TYPE_OF,
  ORDER_TYPE_WORD,
  SIDE_OF,
  SIDE_WORD,
  TIME_IN_FORCE_OF,
  TIME_IN_FORCE_WORD,
  TRIGGER_BY_WORD,
} from '../words'
import { readAskedTerms, writeAskedTerms } from '../shape/order-terms'
import { readSize } from './read-size'
import {
  parseNewTpSl,
  parseSlippage,
  parseTpSlChange,
  parseTrigger,
  parseTriggerBy,
  writeSlippage,
  writeTpSl,
  writeTrigger,
} from './tpsl-fields'

export const CREATE_ORDER_PATH = '/contract/v5/order/create'
/** Of copy-trade accounts, which have no other calls for it (spec §6, §7). */
export const COPY_TRADE_CREATE_PATH = '/fapi/beehive/private/v1/common/order/create'
export const COPY_TRADE_CLOSE_ALL_PATH = '/fapi/beehive/private/v1/common/order/close-all'
export const REPLACE_ORDER_PATH = '/contract/v5/order/replace'
export const CANCEL_ORDER_PATH = '/contract/v5/order/cancel'
export const CANCEL_ALL_PATH = '/v5/order/cancel-all'

/** Header that carries the intent id; equal to `orderLinkId` (decisions 5). */
export const CLIENT_TAG_HEADER = 'client-tag'
/**
 * Optional: exchange time, milliseconds, after which the call is not to be carried out any more. Whoever lost the answer
 * knows then that what is not there by that time never comes (I2).
 */
export const VALID_UNTIL_HEADER = 'valid-until'

/** Body of POST /contract/v5/order/create (spec §7). `qtyX` is E8; either `qty` or `qtyX` is read. */
export interface CreateOrderJson {
  readonly symbol: string
  readonly side: string
  readonly orderType: string
  readonly qtyX: string
  readonly price?: string
  readonly timeInForce: string
  readonly reduceOnly: boolean
  readonly closeOnTrigger: boolean
  readonly positionIdx: number
  readonly type: 'Order' | 'MmRateClose'
  /** Of `MmRateClose`: the maintenance rate that it waits for, a fraction. */
  readonly mmRate?: string
}

export function writeCreateOrder(order: NewOrder): CreateOrderJson {
  return {
    symbol: order.symbol,
    side: SIDE_WORD[order.side],
    orderType: ORDER_TYPE_WORD[order.type],
    qtyX: writeScaled(order.qty, 8, 'qtyX'),
    ...(order.price === null ? {} : { price: order.price }),
    timeInForce: TIME_IN_FORCE_WORD[order.timeInForce],
    reduceOnly: order.reduceOnly,
    closeOnTrigger: order.closeOnTrigger,
    positionIdx: order.positionIdx,
    ...(order.mmRate === undefined ? { type: 'Order' } : { type: 'MmRateClose', mmRate: order.mmRate }),
    ...(order.trigger === undefined ? {} : writeTrigger(order.trigger)),
    ...(order.tpSl === undefined ? {} : writeTpSl(order.tpSl)),
    ...(order.slippage === undefined ? {} : writeSlippage(order.slippage)),
    ...writeAskedTerms(order),
    ...(order.orderIv === undefined ? {} : { orderIv: order.orderIv }),
  }
}

/** Reads both dialects: v5's `qty`, `GTC` and missing flags too. @throws WireError naming the field */
export function parseCreateOrder(json: JsonObject): NewOrder {
  const type = readWord(json, 'orderType', ORDER_TYPE_OF)
  const trigger = parseTrigger(json)
  const tpSl = parseNewTpSl(json)
  const slippage = type === 'market' ? parseSlippage(json, 'slippageToleranceType', 'slippageTolerance') : null
  return {
    symbol: readText(json, 'symbol') as InstrumentSymbol,
    side: readWord(json, 'side', SIDE_OF),
    type,
    price: type === 'market' ? null : readDecimal<Price>(json, 'price'),
    qty: readSize(json, 'qty') ?? readDecimal<Qty>(json, 'qty'),
    timeInForce: isGiven(json, 'timeInForce')
      ? readWord(json, 'timeInForce', TIME_IN_FORCE_OF)
      : type === 'market'
        ? 'immediateOrCancel'
        : 'goodTillCancel',
    reduceOnly: isGiven(json, 'reduceOnly') ? readFlag(json, 'reduceOnly') : false,
    closeOnTrigger: isGiven(json, 'closeOnTrigger') ? readFlag(json, 'closeOnTrigger') : false,
    positionIdx: readPositionIdx(json),
    // Left out where there are none: the same body as ever has the same hash as ever (decisions 5).
    ...(trigger === null ? {} : { trigger }),
    ...(tpSl === null ? {} : { tpSl }),
    ...(slippage === null ? {} : { slippage }),
    ...readAskedTerms(json),
    ...readVolatility(json),
  }
}

/** The price beside it was made of it. */
function readVolatility(json: JsonObject): { readonly orderIv?: Rate } {
  return isGiven(json, 'orderIv') ? { orderIv: readDecimal<Rate>(json, 'orderIv') } : {}
}

/** Missing is 0, the one-way position. Another word than 0, 1, 2 names none, and is not taken for it. */
export function readPositionIdx(json: JsonObject): 0 | 1 | 2 {
  const index = isGiven(json, 'positionIdx') ? readInteger(json, 'positionIdx') : 0
  if (index !== 0 && index !== 1 && index !== 2) throw new WireError('positionIdx', index)
  return index
}

/** `result` of create, replace and cancel. `price` is the limit price the exchange took, which may be adjusted. */
export interface OrderAckJson {
  readonly orderId: string
  readonly orderLinkId: string
  readonly price: string
}

export interface OrderAck {
  readonly orderId: OrderId
  readonly orderLinkId: OrderLinkId | null
  readonly price: Price | null
}

/** What of a split order was not taken. */
export interface FailedParts {
  /** In units of the order. */
  readonly failedQty: Qty
  /** How many orders it was to be and how many were taken; `null` of an exchange that does not say. */
  readonly counts: { readonly parts: number; readonly placed: number } | null
  /** Why the first of the others was not; `null` where they were not tried. */
  readonly why: { readonly code: number; readonly message: string; readonly ext: JsonObject } | null
}

/** Of a split order: what of it was not taken, and why (spec §8, code 39303). @throws WireError */
export function parseFailedParts(result: unknown): FailedParts {
  const json = asObject(result, 'result')
  const failedQty = readScaled<Qty>(json, 'create_order_failed_qty_x', 8)
  if (!isGiven(json, 'create_order_failed')) return { failedQty, counts: null, why: null }
  const failed = asObject(json['create_order_failed'], 'create_order_failed')
  const counts = { parts: readInteger(failed, 'parts'), placed: readInteger(failed, 'placed') }
  if (!isGiven(failed, 'ret_code')) return { failedQty, counts, why: null }
  const message = readOptionalText(failed, 'ret_msg') ?? ''
  const ext = isGiven(failed, 'ext_map') ? asObject(failed['ext_map'], 'ext_map') : {}
  return { failedQty, counts, why: { code: readInteger(failed, 'ret_code'), message, ext } }
}

/** @throws WireError naming the field */
export function parseOrderAck(result: unknown): OrderAck {
  const json = asObject(result, 'result')
  const linkId = json['orderLinkId']
  return {
    orderId: readText(json, 'orderId') as OrderId,
    orderLinkId: typeof linkId === 'string' && linkId !== '' ? (linkId as OrderLinkId) : null,
    price: readOptionalDecimal<Price>(json, 'price'),
  }
}

export function writeReplaceOrder(order: OrderChange): JsonObject {
  return {
    ...writeOrderReference(order),
    ...(order.price === null ? {} : { price: order.price }),
    ...(order.qty === null ? {} : { qtyX: writeScaled(order.qty, 8, 'qtyX') }),
    ...(order.triggerPrice === undefined ? {} : { triggerPrice: order.triggerPrice }),
    ...(order.triggerBy === undefined ? {} : { triggerBy: TRIGGER_BY_WORD[order.triggerBy] }),
    ...(order.mmRate === undefined ? {} : { mmRate: order.mmRate }),
    ...(order.tpSl === undefined ? {} : writeTpSl(order.tpSl)),
    ...(order.orderIv === undefined ? {} : { orderIv: order.orderIv }),
  }
}

export function writeOrderReference(order: OrderReference): JsonObject {
  return {
    symbol: order.symbol,
    ...(order.orderId === null ? {} : { orderId: order.orderId }),
    ...(order.orderLinkId === null ? {} : { orderLinkId: order.orderLinkId }),
  }
}

/** Both legs of a set, where `type` says so. */
export function writeCancelOrder(order: OrderCancel): JsonObject {
  return { ...writeOrderReference(order), ...(order.withPair === true ? { type: 'TpSlOcoStopOrder' } : {}) }
}

/** @throws WireError naming the field */
export function parseOrderReference(json: JsonObject): OrderReference {
  const orderId = json['orderId']
  const orderLinkId = json['orderLinkId']
  return {
    symbol: readText(json, 'symbol') as InstrumentSymbol,
    orderId: typeof orderId === 'string' && orderId !== '' ? (orderId as OrderId) : null,
    orderLinkId: typeof orderLinkId === 'string' && orderLinkId !== '' ? (orderLinkId as OrderLinkId) : null,
  }
}

/** @throws WireError naming the field */
export function parseReplaceOrder(json: JsonObject): OrderChange {
  const triggerPrice = readOptionalDecimal<Price>(json, 'triggerPrice')
  const triggerBy = parseTriggerBy(json, 'triggerBy')
  const tpSl = parseTpSlChange(json)
  return {
    ...parseOrderReference(json),
    price: readOptionalDecimal<Price>(json, 'price'),
    qty: readSize(json, 'qty'),
    ...(triggerPrice === null ? {} : { triggerPrice }),
    ...(triggerBy === null ? {} : { triggerBy }),
    ...(tpSl === null ? {} : { tpSl }),
    ...readVolatility(json),
  }
}
