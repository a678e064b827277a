import type { CoinBalance } from '../../domain/account/wallet'
import { isZero } from '../../domain/decimal'
import type { AccountModel } from '../state/account-model'

/** What of an account tells it. */
type ReckoningAccount = Pick<AccountModel, 'view' | 'wallet'>

/**
 * Whether the page can reckon what an order takes and how large it may be. Else the exchange says it: a debt that an
 * order makes (ADR-999) stands on the coins, orders and limits of the whole account, as portfolio margin does. Reads
 * signals.
 */
export function reckonsOrders({ view, wallet }: ReckoningAccount): boolean {
  return view.value.hasOwnMargin && wallet.value?.coins.some(isBacked) !== true
}

/** Other coins stand behind it, or it is owed. A row of v5 names debts of every account, so that their names say nothing. */
function isBacked({ withdrawable, lending }: CoinBalance): boolean {
  return withdrawable !== undefined || (lending !== undefined && !isZero(lending.borrowed))
}
