import type { Order } from '../domain/order/order'
import { isTerminal } from '../domain/order/order-status'
import type { OrderEnd } from '../domain/order/order-end'

/** `null`: the code says nothing, and what else the row has is asked. */
type Meaning = OrderEnd | null

/** Every `rejectReason` of the v5 documents (enum, rejectReason), and the one that this exchange adds. */
export const REJECT_REASONS: Readonly<Record<string, Meaning>> = {
  EC_NoError: null,
  EC_Others: null,
  EC_UnknownMessageType: 'termsInvalid',
  EC_MissingClOrdID: 'termsInvalid',
  EC_MissingOrigClOrdID: 'termsInvalid',
  EC_ClOrdIDOrigClOrdIDAreTheSame: 'duplicateId',
  EC_DuplicatedClOrdID: 'duplicateId',
  EC_OrigClOrdIDDoesNotExist: 'orderGone',
  EC_TooLateToCancel: 'orderGone',
  EC_UnknownOrderType: 'termsInvalid',
  EC_UnknownSide: 'termsInvalid',
  EC_UnknownTimeInForce: 'termsInvalid',
  EC_WronglyRouted: 'termsInvalid',
  EC_MarketOrderPriceIsNotZero: 'priceInvalid',
  EC_LimitOrderInvalidPrice: 'priceInvalid',
  EC_NoEnoughQtyToFill: 'notAllAtOnce',
  EC_NoImmediateQtyToFill: 'nothingToTake',
  EC_PerCancelRequest: 'byUser',
  EC_MarketOrderCannotBePostOnly: 'termsInvalid',
  EC_PostOnlyWillTakeLiquidity: 'postOnlyWouldTake',
  EC_CancelReplaceOrder: 'byReplacement',
  EC_InvalidSymbolStatus: 'notTrading',
  EC_CancelForNoFullFill: 'notAllAtOnce',
  EC_BySelfMatch: 'selfMatch',
  EC_InCallAuctionStatus: 'callAuction',
  EC_QtyCannotBeZero: 'nothingLeft',
  EC_MarketOrderNoSupportTIF: 'termsInvalid',
  EC_ReachMaxTradeNum: 'tooManyFills',
  EC_InvalidPriceScale: 'priceInvalid',
  EC_BitIndexInvalid: 'byExchange',
  EC_StopBySelfMatch: 'selfMatch',
  EC_InvalidSmpType: 'termsInvalid',
  EC_CancelByMMP: 'marketMakerProtection',
  EC_InvalidUserType: 'accountBlocked',
  EC_InvalidMirrorOid: 'byExchange',
  EC_InvalidMirrorUid: 'byExchange',
  EC_EcInvalidQty: 'qtyInvalid',
  EC_InvalidAmount: 'qtyInvalid',
  EC_LoadOrderCancel: 'byExchange',
  EC_MarketQuoteNoSuppSell: 'termsInvalid',
  EC_DisorderOrderID: 'byExchange',
  EC_InvalidBaseValue: 'qtyInvalid',
  EC_LoadOrderCanMatch: 'byExchange',
  EC_SecurityStatusFail: 'notTrading',
  EC_ReachRiskPriceLimit: 'riskPrice',
  EC_OrderNotExist: 'orderGone',
  EC_CancelByOrderValueZero: 'valueZero',
  EC_CancelByMatchValueZero: 'valueZero',
  EC_ReachMarketPriceLimit: 'priceProtection',
  EC_TooManyOrders: 'tooManyOrders',
}

/** Every `cancelType` of the v5 documents (enum, cancelType, with those of options). */
export const CANCEL_TYPES: Readonly<Record<string, Meaning>> = {
  UNKNOWN: null,
  CancelByUser: 'byUser',
  CancelByReduceOnly: 'reduceOnly',
  CancelByPrepareLiq: 'beforeLiquidation',
  CancelAllBeforeLiq: 'beforeLiquidation',
  CancelByPrepareAdl: 'beforeDeleveraging',
  CancelAllBeforeAdl: 'beforeDeleveraging',
  CancelByAdmin: 'byExchange',
  CancelBySettle: 'settled',
  CancelByTpSlTsClear: 'positionClosed',
  CancelBySmp: 'selfMatch',
  CancelByDCP: 'byDisconnect',
  CancelByRebalance: 'legPriceOutOfRange',
  CancelByOCOTpCanceledBySlTriggered: 'stopLossFired',
  CancelByOCOSlCanceledByTpTriggered: 'takeProfitFired',
  CancelByCannotAffordOrderCost: 'cannotAfford',
  CancelByPmTrialMmOverEquity: 'marginAboveEquity',
  CancelByAccountBlocking: 'accountBlocked',
  CancelByDelivery: 'delivered',
  CancelByMmpTriggered: 'marketMakerProtection',
  CancelByCrossSelfMuch: 'selfMatch',
  CancelByCrossReachMaxTradeNum: 'tooManyFills',
}

type Ended = Pick<Order, 'status' | 'rejectReason' | 'cancelType' | 'timeInForce' | 'filledQty'>

/**
 * Why an order ended, or its rest; `null` for one that is open, filled, or was cancelled without a word. The reason
 * tells more than who cancelled it, so it is asked first.
 */
export function orderEnd(order: Ended): OrderEnd | null {
  const { status, rejectReason, cancelType, timeInForce } = order
  if (!isTerminal(status) || status === 'filled') return null
  const reason = meaningOf(REJECT_REASONS, rejectReason)
  const cancelled = meaningOf(CANCEL_TYPES, cancelType)
  // "Per request" says only that somebody asked; who did stands in the other field.
  const known = reason === 'byUser' ? (cancelled ?? reason) : (reason ?? cancelled)
  // A market order that took all there was says that no more was there.
  if (known === 'nothingToTake' && order.filledQty !== '0') return 'restNotFilled'
  if (known !== null) return known
  // What may not wait in the book ends with what it could not fill, and the exchange gives no further reason.
  if (timeInForce === 'immediateOrCancel') return order.filledQty === '0' ? 'nothingToTake' : 'restNotFilled'
  return unknownEndCodes(order).length > 0 || status === 'rejected' ? 'other' : null
}

/** The codes of an order that nobody here knows: another exchange's, or newer than this build. For the log. */
export function unknownEndCodes({ rejectReason, cancelType }: Pick<Order, 'rejectReason' | 'cancelType'>): string[] {
  return [
    ...(rejectReason === null || rejectReason === '' || Object.hasOwn(REJECT_REASONS, rejectReason)
      ? []
      : [rejectReason]),
    ...(cancelType === null || cancelType === '' || Object.hasOwn(CANCEL_TYPES, cancelType) ? [] : [cancelType]),
  ]
}

function meaningOf(table: Readonly<Record<string, Meaning>>, code: string | null): OrderEnd | null {
  return code !== null && Object.hasOwn(table, code) ? (table[code] ?? null) : null
}
