import type { CODE } from '../../../src/wire/rest/codes'

type Codes = readonly (keyof typeof CODE)[]

/** What a price or the state of a contract can be refused with, in either dialect; a wrong quantity is a bad request. */
const PRICE = ['priceOutOfRange', 'belowMinNotional', 'symbolNotTrading'] as const
/** A call auction before a listing. */
const AUCTION = ['auctionClosed', 'auctionGtcOnly', 'auctionNoTpSl', 'preMarketPortfolio', 'preMarketDemo'] as const
const MONEY = ['houseInsufficientBalance', 'insufficientBalance', 'riskLimitExceeded'] as const
/** Triggers, take-profit, stop-loss and slippage (semantics.md §2.2–§2.5). */
const TRIGGERS = [
  'houseTriggerBelowPrice',
  'houseTriggerAbovePrice',
  'triggerBelowPrice',
  'triggerAbovePrice',
  'longTakeProfitTooLow',
  'longStopLossWrong',
  'shortStopLossWrong',
  'shortTakeProfitTooHigh',
  'tooManyConditionals',
  'tooManyTpSl',
  'tpSlModeLocked',
  'tpSlPartlyFilled',
  'slippageTicksInvalid',
  'slippagePercentInvalid',
] as const

export const CREATE_CODES: Codes = [
  ...PRICE,
  ...MONEY,
  ...TRIGGERS,
  ...AUCTION,
  'reduceOnlyRefused',
  'tooManyActiveOrders',
  'duplicateLinkId',
  'compliance',
]
const GONE = ['orderNotFound', 'orderFinished', 'orderAlreadyCanceled'] as const
export const REPLACE_CODES: Codes = [
  ...PRICE,
  ...MONEY,
  ...TRIGGERS,
  ...AUCTION,
  ...GONE,
  'qtyNotAboveFilled',
  'compliance',
]
export const CANCEL_CODES: Codes = GONE
export const TP_SL_CODES: Codes = [...PRICE, ...TRIGGERS, ...GONE]
export const LEVERAGE_CODES: Codes = [
  'leverageTooHigh',
  'leverageUnchanged',
  'portfolioMargin',
  'riskLimitExceeded',
  'insufficientBalance',
  'houseInsufficientBalance',
  'wouldLiquidate',
]
