import type { Money, Rate } from '../decimal'
import type { AccountMarginMode } from '../position/position'

export interface CoinBalance {
  readonly coin: string
  readonly walletBalance: Money
  readonly unrealisedPnl: Money
  readonly equity: Money
  /** Free for new orders in this coin's contracts (semantics.md §1.3, cross). */
  readonly available: Money
  /** What of the coin itself could leave the account; left out where that is all that is available. */
  readonly withdrawable?: Money
  readonly positionInitialMargin: Money
  readonly orderInitialMargin: Money
  /** What open orders of spot pairs hold back; left out where it is not known. */
  readonly locked?: Money
  readonly maintenanceMargin: Money
  readonly cumRealisedPnl: Money
  /** Value in US dollars at the index price. */
  readonly usdValue: Money
  /** What of the coin hedges what is short of it, with portfolio margin; left out, nothing. */
  readonly spotHedge?: Money
  /** Of an account whose coins back each other; of all others left out, or nothing is owed. */
  readonly lending?: CoinDebt
}

/** What is owed of a coin. */
export interface CoinDebt {
  /** Unrealised losses counted. */
  readonly borrowed: Money
  /** What of it was lent, and interest that is owed beside it. */
  readonly lent: Money
  readonly interest: Money
  /** Whether the coin counts for others. */
  readonly isCollateral: boolean
}

export interface Wallet {
  readonly accountType: AccountKind
  /** How the account holds margin; left out where the venue's wallet does not say. */
  readonly marginMode?: AccountMarginMode
  /** With portfolio margin, whether a coin of the wallet hedges what is short of it. */
  readonly hedgesSpot?: boolean
  readonly totalEquity: Money
  readonly totalWalletBalance: Money
  readonly totalMarginBalance: Money
  readonly totalAvailable: Money
  readonly totalUnrealisedPnl: Money
  readonly totalInitialMargin: Money
  readonly totalMaintenanceMargin: Money
  /** Σ initial margin / margin balance; `null` without a balance. */
  readonly initialMarginRate: Rate | null
  readonly maintenanceMarginRate: Rate | null
  readonly coins: readonly CoinBalance[]
  readonly seq: number
}

export type AccountKind = 'uta2' | 'uta' | 'demo' | 'pm' | 'copy'
