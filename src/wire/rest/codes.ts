/** Return codes this exchange answers with (spec §8, semantics.md §3 "Codes"). Meanings, not sentences: texts live in locales. */
export const CODE = {
  ok: 0,
  badRequest: 10001,
  timestampOutsideWindow: 10002,
  authenticationFailed: 10007,
  rateLimited: 10006,
  regionRestricted: 10009,
  serverError: 10016,
  compliance: 10024,
  keyNotInList: 33003,
  requestTimeout: 9000001,
  orderNotFound: 110001,
  priceOutOfRange: 110003,
  insufficientBalance: 110007,
  orderFinished: 110008,
  orderAlreadyCanceled: 110010,
  tooManyActiveOrders: 110020,
  reduceOnlyRefused: 110017,
  leverageTooHigh: 110013,
  leverageUnchanged: 110043,
  insufficientAvailable: 110044,
  qtyNotAboveFilled: 110064,
  duplicateLinkId: 110072,
  symbolNotTrading: 110074,
  belowMinNotional: 110094,
  qtyInvalid: 110095,
  /** Spec §8: the insufficient-balance handler of the house dialect. */
  houseInsufficientBalance: 30031,
  riskLimitExceeded: 110090,
} as const

export type RetCode = (typeof CODE)[keyof typeof CODE]
