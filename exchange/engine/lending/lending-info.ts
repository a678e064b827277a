import { Cash } from '../entities'
import type { RepaymentMode } from '../risk/backing'
import type { EngineState } from '../state'
import { unheldCoinsE8 } from '../risk/available'
import { coinsFor } from './amounts'
import { unrealisedLossE8 } from './held-in-coin'
import { SharedCollateral, type SharedFigures } from './shared-collateral'

/** Of an account's lending, what is told of it. Amounts are E8 of the coin, dollars where it says so. */
export interface AccountLending {
  /** Whether orders of pairs may borrow. */
  readonly lends: boolean
  /** With portfolio margin, whether a coin of the wallet hedges what is short of it. */
  readonly hedgesSpot: boolean
  /** Of the whole account; `null` while each coin stands by itself. */
  readonly figures: (SharedFigures & { readonly availableE8: number }) | null
  readonly coins: readonly CoinLending[]
}

export interface CoinLending {
  readonly coin: string
  readonly isCollateral: boolean
  /** Whether the account itself said so. */
  readonly isSwitchedOn: boolean
  readonly leverageE2: number
  readonly repaymentMode: RepaymentMode
  readonly borrowedE8: number
  /** What of it unrealised losses made. */
  readonly lossE8: number
  /** What of `borrowedE8` was lent, and what interest is owed beside it. */
  readonly lentE8: number
  readonly interestE8: number
  /** What of the debt free coins could repay. */
  readonly repayableE8: number
  /** What an order could borrow now. */
  readonly availableToBorrowE8: number
  /** Below zero where it is owed; `null` while the coin has no price. */
  readonly collateralUsdE8: number | null
}

/** Every coin of the exchange's list, in its order. */
export function lendingOf(state: EngineState, accountId: string): AccountLending | null {
  const account = state.accounts.get(accountId)
  if (account === undefined) return null
  const shared = state.sharing.get(accountId) ?? new SharedCollateral(account, state.coins)
  return tell(shared, account.backing === shared)
}

/** The same of a draft of what is in force. */
export function lendingOfDraft(draft: SharedCollateral): AccountLending {
  return tell(draft, true)
}

function tell(shared: SharedCollateral, isShared: boolean): AccountLending {
  const { account } = shared
  const figures = isShared ? shared.figures() : null
  const coins = shared.coins.all.map((terms): CoinLending => {
    const { coin } = terms
    const cash = shared.cashOf(coin) ?? new Cash(account, coin)
    const loan = shared.byCoin.get(coin)
    return {
      coin,
      isCollateral: shared.isOn(terms),
      isSwitchedOn: shared.switches.get(coin) === true,
      leverageE2: shared.leverageE2(coin),
      repaymentMode: shared.modeOf(coin),
      borrowedE8: isShared ? shared.borrowedE8(cash) : 0,
      lossE8: isShared ? unrealisedLossE8(cash) : 0,
      lentE8: loan?.borrowedE8 ?? 0,
      interestE8: loan?.interestE8 ?? 0,
      repayableE8: loan === undefined ? 0 : Math.max(0, Math.min(unheldCoinsE8(cash), shared.owedE8(coin))),
      availableToBorrowE8: figures === null ? 0 : Math.max(0, borrowableE8(shared, cash, figures)),
      collateralUsdE8: shared.collateralE8(cash),
    }
  })
  return {
    lends: shared.lends,
    hedgesSpot: shared.hedgesSpot,
    figures: figures === null ? null : { ...figures, availableE8: figures.equityE8 - figures.initialE8 },
    coins,
  }
}

/** By the limit of the coin, and by what is available at its initial margin. @param figures of the account as it is */
export function borrowableE8(shared: SharedCollateral, cash: Cash, figures = shared.figures()): number {
  const priceE8 = shared.coins.priceE8(cash.coin)
  if (priceE8 === null) return 0
  const { equityE8, initialE8 } = figures
  const freeE8 = coinsFor(Math.max(0, equityE8 - initialE8), priceE8)
  return Math.min(shared.roomE8(cash), Math.floor((freeE8 * shared.leverageE2(cash.coin)) / 100))
}
