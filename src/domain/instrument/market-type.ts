import type { Contract } from './contract'
import type { SpotPair } from './spot-pair'

/** What lists of markets show: contracts and pairs. */
export type ListedMarket = Contract | SpotPair

/** The market types of spec §3, in its display order. */
export const MARKET_TYPES = [
  'Spot',
  'SpotMargin',
  'UsdtPerpetual',
  'UsdcPerpetual',
  'InversePerpetual',
  'UsdtFutures',
  'UsdcFutures',
  'InverseFutures',
  'UsdtOption',
  'Option',
  'FundingRateArb',
  'PerpBasis',
  'FutureSpread',
  'CarryTrade',
] as const
export type MarketType = (typeof MARKET_TYPES)[number]
