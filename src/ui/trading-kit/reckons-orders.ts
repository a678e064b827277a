import type { CoinBalance, Wallet } from '../../domain/account/wallet'
import { Exact, isZero } from '../../domain/decimal'
import type { AccountModel } from '../state/account-model'

/** What of an account tells it. */
type ReckoningAccount = Pick<AccountModel, 'view' | 'wallet'>

/**
 * Whether the page can reckon what an order takes and how large it may be. Else the exchange says it: a debt that an
 * order makes (ADR-999) stands on the coins, orders and limits of the whole account, as portfolio margin does. Reads
 * signals.
 */
export function reckonsOrders({ view, wallet }: ReckoningAccount): boolean {
  return view.value.hasOwnMargin && (wallet.value === null || !isBackedTogether(wallet.value))
}

/** Whether coins back each other, as what is available of one of them says. */
export function isBackedTogether(wallet: Wallet): boolean {
  return wallet.coins.some((coin) => isBacked(coin, wallet))
}

/**
 * Other coins stand behind it (more is available than it has itself), or it is owed. A row of v5 names debts of every
 * account, so that their names say nothing.
 */
function isBacked(coin: CoinBalance, { marginMode }: Wallet): boolean {
  if (coin.lending !== undefined && !isZero(coin.lending.borrowed)) return true
  // Isolated margin lets no gain on paper back anything; coins do not back each other there.
  if (marginMode === 'isolated') return false
  const own = new Exact(coin.walletBalance).plus(coin.unrealisedPnl)
  return new Exact(coin.available).gt(own.minus(coin.positionInitialMargin).minus(coin.orderInitialMargin))
}
