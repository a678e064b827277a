import type { Payoff } from '../../src/domain/instrument/payoff'
import type { ProductTerms } from './products/product-terms'

/** One instrument as the engine knows it. `valueUnitE8` = tickSize × lotSize in E8, so value = ticks × lots × valueUnitE8. */
export interface EngineInstrument {
  readonly symbol: string
  readonly settleCoin: string
  readonly valueUnitE8: number
  readonly minPriceTicks: number
  readonly maxPriceTicks: number
  readonly minLots: number
  readonly maxLimitLots: number
  readonly maxMarketLots: number
  /** Of post-only orders, of the accounts for which they have a bound of their own; left out, `maxLimitLots`. */
  readonly maxPostOnlyLots?: number
  readonly minNotionalE8: number
  readonly maxLeverageE2: number
  readonly takerRateE8: number
  readonly makerRateE8: number
  /** X and Y of the limit-price band around mark (semantics.md §1.9). */
  readonly bandXE8: number
  readonly bandYE8: number
  /** Empty for what has no leverage: see `Product.margin`. */
  readonly tiers: readonly {
    readonly limitE8: number
    readonly initialRateE8: number
    readonly maintenanceRateE8: number
    readonly maxLeverageE2: number
    readonly deductionE8: number
  }[]
  /** How value follows price; left out, linear. Inverse: lots / ticks × `valueUnitE8` (= lotSize / tickSize in E8) coins. */
  readonly payoff?: Payoff
  /** What makes it something else than a contract; left out, it is one. */
  readonly terms?: ProductTerms
  /** The coin whose price it follows, in portfolio margin; left out, it hedges nothing but itself. */
  readonly underlying?: string
  /** The coin that is exchanged for the settle coin; left out where no fill moves another one. */
  readonly baseCoin?: string
  /** Unrealised results are paid out with the funding and the entry becomes the mark (USDC perpetuals, semantics.md §1.1). */
  readonly settlesSessions?: boolean
  /** Whether an account may hold both directions at once (USDT perpetuals only, semantics.md §2.8). */
  readonly allowsHedge?: boolean
  /** `false`: copy-trade accounts may not trade it. Left out, they may. */
  readonly isCopyTraded?: boolean
  /** `false` refuses new and amended orders (`symbolNotTrading`); cancelling goes on. Left out, the symbol trades. */
  readonly isTrading?: boolean
  /** `false` takes no order that waits for a price, nor one that brings one (spec §3 `allowPlan`). Left out, it does. */
  readonly takesPlans?: boolean
  /** The phase of a call auction; left out or `null`, orders meet at once. */
  readonly auction?: AuctionState | null
  /** Not listed yet: portfolio-margin and demo accounts may not trade it. */
  readonly isPreMarket?: boolean
}

/** Orders are gathered; no more taken back; being filled at one price, and neither taken nor changed. */
export type AuctionState = 'open' | 'noCancel' | 'matching'
