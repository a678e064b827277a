import type { Money, Rate } from '../../../src/domain/decimal'
import type { CollateralTier } from '../../../src/domain/risk/collateral'

/** A coin that counts as collateral: for how much, and on what terms it is lent. */
export interface EngineCoin {
  readonly coin: string
  /** The pair whose index is its price in US dollars; `null` of a coin that is a dollar. */
  readonly pair: string | null
  /** By coins, lowest first. */
  readonly tiers: readonly CollateralTier[]
  /** Whether an account chooses if it counts; the coins that contracts are settled in always count. */
  readonly isOptional: boolean
  /** `null`: it is not lent. */
  readonly loan: LoanTerms | null
}

export interface LoanTerms {
  readonly hourlyRate: Rate
  /** What an account may owe, coins; above it nothing is lent, and the rate rises with the cube of the use. */
  readonly maxBorrow: Money
  /** Of a debt that unrealised losses make, so much bears no interest. */
  readonly freeLimit: Money
  /** Maintenance margin of a debt by its value in US dollars, lowest first. */
  readonly tiers: readonly { readonly limit: Money; readonly maintenanceMarginRate: Rate }[]
}
