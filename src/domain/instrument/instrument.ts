import type { DecimalText, Leverage, Money, Price, Qty, Rate } from '../decimal'
import type { InstrumentSymbol } from '../order/order'
import type { ContractPeriod } from './contract-period'
import type { PreListing } from './auction-phase'

export type ContractType =
  | 'LinearPerpetual'
  | 'UsdcPerpetual'
  | 'InversePerpetual'
  | 'LinearFutures'
  | 'UsdcFutures'
  | 'InverseFutures'

export type InstrumentStatus = 'trading' | 'preLaunch' | 'delivering' | 'closed' | 'comingSoon'

/** One step of a contract's risk table (semantics.md §1.3). Rates apply to the whole value, less `deduction`. */
export interface RiskTier {
  readonly id: number
  /** Largest position value of the tier, settle coin. */
  readonly limit: Money
  readonly initialMarginRate: Rate
  readonly maintenanceMarginRate: Rate
  readonly maxLeverage: Leverage
  readonly deduction: Money
}

/** How a dated contract ends (semantics.md §1.6): at the mean index of the half hour before `timeMs`, for a fee. */
export interface Delivery {
  readonly timeMs: number
  /** Share of the value at the delivery price. */
  readonly feeRate: Rate
  /** Its series now; `null` once it has left them all. */
  readonly period: ContractPeriod | null
}

/** A contract and its limits. Every number is the exchange's; the app trades only on confirmed ones (I17). */
export interface Instrument {
  readonly symbol: InstrumentSymbol
  readonly displayName: string
  readonly contractType: ContractType
  readonly status: InstrumentStatus
  readonly baseCoin: string
  readonly quoteCoin: string
  readonly settleCoin: string
  readonly tickSize: Price
  readonly minPrice: Price
  readonly maxPrice: Price
  readonly lotSize: Qty
  readonly minQty: Qty
  readonly maxLimitQty: Qty
  readonly maxMarketQty: Qty
  readonly minNotional: Money
  readonly minLeverage: Leverage
  readonly maxLeverage: Leverage
  readonly leverageStep: DecimalText
  readonly takerFeeRate: Rate
  readonly makerFeeRate: Rate
  /** Zero for dated contracts, which pay none. */
  readonly fundingIntervalMinutes: number
  readonly upperFundingRate: Rate
  readonly lowerFundingRate: Rate
  /** X and Y of the limit-price band (semantics.md §1.9). */
  readonly priceLimitRatioX: Rate
  readonly priceLimitRatioY: Rate
  /** Grouping of the book, as multiples of the tick: spec §9 "Depth ratios". */
  readonly depthRatios: readonly number[]
  readonly riskTiers: readonly RiskTier[]
  /** Dated contracts alone; `null` for perpetuals, which never end. */
  readonly delivery: Delivery | null
  /** Only before a listing; absent or `null` for contracts that are listed. */
  readonly preListing?: PreListing | null
  readonly launchTimeMs: number
  readonly popular: boolean
  readonly indexSort: number
}
