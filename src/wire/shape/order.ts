import { add, type Money, type Price, type Qty } from '../../domain/decimal'
import type { InstrumentSymbol, Order, OrderId, OrderLinkId } from '../../domain/order/order'
import type { OrderAction } from '../../domain/order/order-action'
import { isTerminal } from '../../domain/order/order-status'
import {
  readDecimal,
  readFlag,
  readInteger,
  readOptionalDecimal,
  readOptionalText,
  readText,
  readWord,
  WireError,
  type JsonObject,
} from '../json'
import {
  ORDER_STATUS_OF,
  ORDER_STATUS_WORD,
  ORDER_TYPE_OF,
  ORDER_TYPE_WORD,
  SIDE_OF,
  SIDE_WORD,
  SMP_TYPE_OF,
  SMP_TYPE_WORD,
  TIME_IN_FORCE_OF,
  TIME_IN_FORCE_V5,
  TIME_IN_FORCE_WORD,
} from '../words'
import { readCarriedTerms, writeCarriedTerms } from './order-terms'
import { parseStopFields, writeStopFields, type StopFieldsJson } from './stop-fields'

/**
 * One order, as `user.order` and `/v5/order/*` carry it (spec §3 Order).
 * Both dialects' times are present: `createdAtE3` for the native dialect, `createdTime` for v5.
 */
export interface OrderJson extends StopFieldsJson {
  readonly orderId: string
  readonly orderLinkId: string
  readonly symbol: string
  readonly side: string
  readonly orderType: string
  readonly orderStatus: string
  /** `'0'` for a market order. */
  readonly price: string
  readonly qty: string
  readonly cumExecQty: string
  readonly cumExecValue: string
  readonly cumExecFee: string
  readonly leavesQty: string
  readonly avgPrice: string
  readonly timeInForce: string
  readonly reduceOnly: boolean
  readonly closeOnTrigger: boolean
  readonly positionIdx: number
  readonly createType: string
  /** v5's rows have it always, the native dialect's where it was asked for or came to something. */
  readonly smpType?: string
  readonly smpOrderId?: string
  readonly cancelType: string
  readonly cxlRejReason: string
  readonly rejectReason: string
  readonly createdAtE3: string
  readonly updatedAtE3: string
  readonly createdTime: string
  readonly updatedTime: string
  readonly seq: number
  /** Of a push message alone; `user.order` has 4 for what a position and 5 for what a liquidation did (spec §3). */
  readonly action?: OrderAction
}

export function writeOrder(order: Order, dialect: 'native' | 'v5'): OrderJson {
  const reason = order.rejectReason ?? 'EC_NoError'
  return {
    orderId: order.id,
    orderLinkId: order.linkId ?? '',
    symbol: order.symbol,
    side: SIDE_WORD[order.side],
    orderType: ORDER_TYPE_WORD[order.type],
    orderStatus: ORDER_STATUS_WORD[order.status],
    price: order.type === 'limit' ? order.price : '0',
    qty: order.qty,
    cumExecQty: order.filledQty,
    cumExecValue: order.filledValue,
    cumExecFee: order.fee,
    leavesQty: isTerminal(order.status) ? '0' : order.leavesQty,
    avgPrice: order.avgPrice ?? '',
    timeInForce: (dialect === 'v5' ? TIME_IN_FORCE_V5 : TIME_IN_FORCE_WORD)[order.timeInForce],
    reduceOnly: order.reduceOnly,
    closeOnTrigger: order.closeOnTrigger,
    positionIdx: order.positionIdx,
    createType: order.createType,
    cancelType: order.cancelType ?? 'UNKNOWN',
    cxlRejReason: reason,
    rejectReason: reason,
    createdAtE3: String(order.createdAtMs),
    updatedAtE3: String(order.updatedAtMs),
    createdTime: String(order.createdAtMs),
    updatedTime: String(order.updatedAtMs),
    seq: order.seq,
    ...writeCarriedTerms(order),
    ...writeSmp(order),
    ...writeStopFields(order),
  }
}

function writeSmp({ smpType, smpOrderId }: Order): { readonly smpType?: string; readonly smpOrderId?: string } {
  if (smpType === undefined && smpOrderId === undefined) return {}
  const word = SMP_TYPE_WORD[smpType ?? 'none']
  return smpOrderId === undefined ? { smpType: word } : { smpType: word, smpOrderId }
}

function parseSmp(json: JsonObject): Pick<Order, 'smpType' | 'smpOrderId'> {
  const smpOrderId = readOptionalText(json, 'smpOrderId') as OrderId | null
  const smpType = readOptionalText(json, 'smpType') === null ? 'none' : readWord(json, 'smpType', SMP_TYPE_OF)
  return { ...(smpType === 'none' ? {} : { smpType }), ...(smpOrderId === null ? {} : { smpOrderId }) }
}

/** @throws WireError naming the first field that is missing, malformed or out of its vocabulary */
export function parseOrder(json: JsonObject): Order {
  const positionIdx = readInteger(json, 'positionIdx')
  if (positionIdx !== 0 && positionIdx !== 1 && positionIdx !== 2) throw new WireError('positionIdx', positionIdx)
  const cancelType = readOptionalText(json, 'cancelType')
  const rejectReason = readOptionalText(json, 'rejectReason')
  const [filledQty, leavesQty] = [readDecimal<Qty>(json, 'cumExecQty'), readDecimal<Qty>(json, 'leavesQty')]
  const base = {
    id: readText(json, 'orderId') as OrderId,
    linkId: readOptionalText(json, 'orderLinkId') as OrderLinkId | null,
    symbol: readText(json, 'symbol') as InstrumentSymbol,
    side: readWord(json, 'side', SIDE_OF),
    // Of an amount v5 repeats that: what of it became a quantity is filled or left.
    qty: json['marketUnit'] === 'quoteCoin' ? add(filledQty, leavesQty) : readDecimal<Qty>(json, 'qty'),
    filledQty,
    leavesQty,
    filledValue: readDecimal<Money>(json, 'cumExecValue'),
    fee: readDecimal<Money>(json, 'cumExecFee'),
    avgPrice: readOptionalDecimal<Price>(json, 'avgPrice'),
    status: readWord(json, 'orderStatus', ORDER_STATUS_OF),
    timeInForce: readWord(json, 'timeInForce', TIME_IN_FORCE_OF),
    reduceOnly: readFlag(json, 'reduceOnly'),
    closeOnTrigger: readFlag(json, 'closeOnTrigger'),
    positionIdx,
    createType: readText(json, 'createType'),
    cancelType: cancelType === 'UNKNOWN' ? null : cancelType,
    rejectReason: rejectReason === 'EC_NoError' ? null : rejectReason,
    createdAtMs: readInteger(json, 'createdAtE3'),
    updatedAtMs: readInteger(json, 'updatedAtE3'),
    seq: readInteger(json, 'seq'),
    ...readCarriedTerms(json),
    ...parseSmp(json),
    ...parseStopFields(json),
  } as const
  return readWord(json, 'orderType', ORDER_TYPE_OF) === 'limit'
    ? { ...base, type: 'limit', price: readDecimal<Price>(json, 'price') }
    : { ...base, type: 'market' }
}
