import type { Contract } from './contract'
import type { OptionContract } from './option'
import type { SpotPair } from './spot-pair'
import type { Spread } from './spread'

/** What lists of markets show: contracts and pairs. */
export type ListedMarket = Contract | SpotPair

/** What no list of the hub's has: its rules are read one by one, when it is looked at. */
export type SingleMarket = OptionContract | Spread

/** What has a page on which it is traded. */
export type TradedMarket = ListedMarket | SingleMarket

/** What is held as a position. */
export type HeldMarket = Contract | OptionContract

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
