import type { DecimalText, Leverage, Money, Price, Qty, Rate } from '../decimal'
import type { InstrumentSymbol } from '../order/order'

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

/** What everything that is listed has, whatever it is. */
export interface Listed {
  readonly symbol: InstrumentSymbol
  readonly displayName: string
  readonly status: InstrumentStatus
  readonly baseCoin: string
  readonly quoteCoin: string
  /** The coin that results are paid in; a spot pair is paid for in its quote coin. */
  readonly settleCoin: string
  readonly tickSize: Price
  readonly minPrice: Price
  readonly maxPrice: Price
  readonly lotSize: Qty
  readonly minQty: Qty
  readonly maxLimitQty: Qty
  readonly maxMarketQty: Qty
  /** Of post-only orders of unified accounts that do not practise (spec §6); left out, `maxLimitQty`. */
  readonly maxPostOnlyQty?: Qty
  readonly minNotional: Money
  readonly takerFeeRate: Rate
  readonly makerFeeRate: Rate
  /** Grouping of the book, as multiples of the tick: spec §9 "Depth ratios". */
  readonly depthRatios: readonly number[]
  readonly launchTimeMs: number
  readonly popular: boolean
  /** Words that the exchange groups markets by; left out, it has none for it. */
  readonly tags?: readonly string[]
  readonly indexSort: number
}

/** What is held on margin with a leverage, by a table of risk tiers. */
export interface Leveraged {
  readonly minLeverage: Leverage
  readonly maxLeverage: Leverage
  readonly leverageStep: DecimalText
  readonly riskTiers: readonly RiskTier[]
  /** X and Y of the limit-price band around the mark (semantics.md §1.9). */
  readonly priceLimitRatioX: Rate
  readonly priceLimitRatioY: Rate
}
