import type { CODE } from '../../../../src/wire/rest/codes'

type Codes = readonly (keyof typeof CODE)[]

/** What a price, a quantity, or the state of a contract can be refused with, in either dialect. */
const PRICE_AND_QTY = ['priceOutOfRange', 'belowMinNotional', 'symbolNotTrading'] as const
/** Of contracts before their listing: who may trade them, and what the phases of the call auction take. */
const BEFORE_LISTING = [
  'preMarketPortfolio',
  'preMarketDemo',
  'auctionClosed',
  'auctionGtcOnly',
  'auctionNoTpSl',
] as const
/** Of pairs. */
const SPOT = [
  'spotAmountTooLarge',
  'spotInsufficientBalance',
  'spotBelowMinAmount',
  'spotBuyTooHigh',
  'spotSellTooLow',
  'spotRejected',
  'spotNotSupported',
] as const
const MONEY = [
  'nativeInsufficientBalance',
  'insufficientBalance',
  'riskLimitExceeded',
  'leverageAboveRiskLimit',
] as const
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
  ...PRICE_AND_QTY,
  ...MONEY,
  ...SPOT,
  'spotMarginOff',
  'spotPairNotLent',
  ...TRIGGERS,
  ...BEFORE_LISTING,
  'reduceOnlyRefused',
  'tooManyActiveOrders',
  'duplicateLinkId',
  'compliance',
]
const GONE = ['orderNotFound', 'orderFinished', 'orderAlreadyCanceled'] as const
export const REPLACE_CODES: Codes = [
  ...PRICE_AND_QTY,
  ...MONEY,
  ...SPOT,
  ...TRIGGERS,
  ...GONE,
  'auctionClosed',
  'qtyNotAboveFilled',
  'spreadLegAmend',
  'compliance',
]
export const CANCEL_CODES: Codes = [...GONE, 'auctionClosed', 'spreadLegCancel']
const OF_LEGS = ['spreadIsolated', 'spreadOldAccount', 'spreadCopyTrade', 'spreadHedge', 'spreadLegBand'] as const
/** Of the calls of spreads. */
export const SPREAD_CODES: Codes = [
  ...PRICE_AND_QTY,
  ...MONEY,
  ...OF_LEGS,
  ...GONE,
  'qtyNotAboveFilled',
  'tooManyActiveOrders',
  'duplicateLinkId',
  'compliance',
]
export const SPREAD_CANCEL_CODES: Codes = GONE
export const TP_SL_CODES: Codes = [...PRICE_AND_QTY, ...TRIGGERS, ...GONE, 'auctionNoTpSl']
export const LEVERAGE_CODES: Codes = [
  'leverageTooHigh',
  'leverageUnchanged',
  'portfolioMargin',
  'riskLimitExceeded',
  'insufficientBalance',
  'nativeInsufficientBalance',
  'wouldLiquidate',
]
