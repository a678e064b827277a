/**
 * Why an order ended, or a part of it, as its trader would ask: one word for each answer that differs. The exchange's
 * own codes are read in `wire/order-end-codes.ts`; the words for the screen are keys of `notices:orderEnd`.
 */
export const ORDER_ENDS = [
  'byUser',
  'byReplacement',
  'byDisconnect',
  'byExchange',
  'postOnlyWouldTake',
  'nothingToTake',
  'notAllAtOnce',
  'restNotFilled',
  'selfMatch',
  'priceProtection',
  'riskPrice',
  'cannotAfford',
  'marginAboveEquity',
  'reduceOnly',
  'nothingLeft',
  'positionClosed',
  'stopLossFired',
  'takeProfitFired',
  'beforeLiquidation',
  'beforeDeleveraging',
  'settled',
  'delivered',
  'notTrading',
  'callAuction',
  'tooManyOrders',
  'tooManyFills',
  'marketMakerProtection',
  'legPriceOutOfRange',
  'valueZero',
  'accountBlocked',
  'priceInvalid',
  'qtyInvalid',
  'termsInvalid',
  'duplicateId',
  'orderGone',
  'other',
] as const

export type OrderEnd = (typeof ORDER_ENDS)[number]

/** Ends that the trader asked for, or that follow from what happened to the position: news, and no failure. */
const EXPECTED: ReadonlySet<OrderEnd> = new Set<OrderEnd>([
  'byUser',
  'byReplacement',
  'reduceOnly',
  'nothingLeft',
  'positionClosed',
  'stopLossFired',
  'takeProfitFired',
  'settled',
  'delivered',
])

/** Whether an order ended without giving its trader what it was sent for. */
export function isUnwanted(end: OrderEnd): boolean {
  return !EXPECTED.has(end)
}
