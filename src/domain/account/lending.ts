import type { Leverage, Money, Rate } from '../decimal'
import type { AccountMarginMode } from '../position/position'
import type { CollateralTier } from '../risk/collateral'

/** What an account owes of a coin, and on what terms it is lent. */
export interface LentCoin {
  readonly coin: string
  /** Unrealised losses counted. */
  readonly borrowed: Money
  /** What of it bears no interest now, and how much of it ever may. */
  readonly free: Money
  readonly freeLimit: Money
  readonly hourlyRate: Rate
  /** The most that an account may owe, and what of it is in use. */
  readonly limit: Money
  readonly usage: Rate
  /** What a dollar of the coin counts for, in its lowest tier. */
  readonly collateralRatio: Rate
  /** What each slice of a balance counts for; none where the exchange did not say, left out by what an earlier build kept. */
  readonly slices?: readonly CollateralTier[]
  readonly isCollateral: boolean
  /** Whether what is free of the coin repays it by itself. */
  readonly repaysItself: boolean
  /** How many times what it has an account may borrow of it. */
  readonly leverage: Leverage
}

/** What an account may borrow, and owes. */
export interface Lending {
  /** How the account holds margin: with `isolated` nothing is lent. */
  readonly mode: AccountMarginMode
  /** Whether orders of pairs may borrow. */
  readonly isOn: boolean
  /** Every coin that is lent, in the exchange's order. */
  readonly coins: readonly LentCoin[]
}

/** Coins that count whatever the account chooses. */
export const ALWAYS_COLLATERAL: ReadonlySet<string> = new Set(['USDT', 'USDC'])

/** How much of one coin can be borrowed now, and repaid with what is free of it. */
export interface LendingRoom {
  readonly borrowable: Money
  readonly repayable: Money
}

/** With how much of one coin of a pair an account could trade: of its own, and with what it may borrow besides. */
export interface SpotPower {
  /** The coin that is paid with. */
  readonly coin: string
  readonly own: Money
  readonly most: Money
  /** What is borrowed of it costs so much an hour; `null` of a coin that is not lent. */
  readonly hourlyRate: Rate | null
  /** Whether what is free of it repays it by itself: what an order had borrowed and did not need is given back at once. */
  readonly repaysItself: boolean
  /** Whether the account lets orders borrow, and how it holds margin: with `isolated` nothing is lent. */
  readonly isOn: boolean
  readonly mode: AccountMarginMode
}

/** What a debt was charged for an hour. */
export interface LoanCharge {
  /** By which it is told from others. */
  readonly id: string
  readonly coin: string
  readonly timeMs: number
  readonly interest: Money
  readonly hourlyRate: Rate
  readonly borrowed: Money
  /** What of it bore interest. */
  readonly bearing: Money
}

/** What a trader changes of loans and collateral. */
export type LendingChange =
  | { readonly kind: 'borrow'; readonly coin: string; readonly amount: Money }
  | {
      readonly kind: 'repay'
      readonly coin: string
      /** `null`: all that is owed. */
      readonly amount: Money | null
      /** Whether other coins are sold for what is missing. */
      readonly withOthers: boolean
    }
  | { readonly kind: 'collateral'; readonly coin: string; readonly isOn: boolean }
  | { readonly kind: 'autoRepay'; readonly coin: string; readonly isOn: boolean }
  | { readonly kind: 'spotMargin'; readonly isOn: boolean }
  /** With portfolio margin, whether a coin of the wallet hedges what is short of it. */
  | { readonly kind: 'spotHedge'; readonly isOn: boolean }
  | { readonly kind: 'borrowLeverage'; readonly coin: string; readonly leverage: Leverage }

/** A change of what is in force, which reads show; loans are none. */
export type LendingSetting = Exclude<LendingChange, { readonly kind: 'borrow' | 'repay' }>

/** Leverages of what is borrowed: the exchange takes whole ones from 2 to 10. */
export const BORROW_LEVERAGES: readonly Leverage[] = ['2', '3', '4', '5', '6', '7', '8', '9', '10'].map(
  (leverage) => leverage as Leverage,
)
