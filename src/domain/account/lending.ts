import type { Money, Rate } from '../decimal'
import type { AccountMarginMode } from '../position/position'

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
  readonly isCollateral: boolean
  /** Whether what is free of the coin repays it by itself. */
  readonly repaysItself: boolean
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
