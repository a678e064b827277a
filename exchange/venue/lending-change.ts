import type { RepaymentMode } from '../engine/risk/backing'

/** What an account asks of its collateral and its debts. */
export type LendingChange =
  | { readonly kind: 'spotMargin'; readonly isOn: boolean }
  /** `alsoOff`: coins that are switched off in the same step. */
  | {
      readonly kind: 'collateral'
      readonly coins: readonly string[]
      readonly isOn: boolean
      readonly alsoOff?: readonly string[]
    }
  | { readonly kind: 'spotHedge'; readonly isOn: boolean }
  /** `coin` null: of all. */
  | { readonly kind: 'leverage'; readonly coin: string | null; readonly leverage: string }
  /** `coin` null: of all. */
  | { readonly kind: 'repaymentMode'; readonly coin: string | null; readonly mode: RepaymentMode }
  | { readonly kind: 'borrow'; readonly coin: string; readonly amount: string }
  /** `coin` null: of all that is owed; `amount` null: all of it. */
  | {
      readonly kind: 'repay'
      readonly coin: string | null
      readonly amount: string | null
      /** Left out, other coins repay too. */
      readonly isOwnCoinOnly?: true
      /** The answer says what was repaid of each coin. Lines of before have it not. */
      readonly isItemised?: true
    }
