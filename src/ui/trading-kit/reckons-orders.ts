import type { AccountModel } from '../state/account-model'

/** What of an account tells it. */
export type ReckoningAccount = Pick<AccountModel, 'view' | 'wallet'>

/**
 * Whether the page can reckon what an order takes and how large it may be. Else the exchange says it: a debt that an
 * order makes (ADR-999) stands on the coins, orders and limits of the whole account, as portfolio margin does. Reads
 * signals.
 */
export function reckonsOrders({ view, wallet }: ReckoningAccount): boolean {
  return view.value.hasOwnMargin && wallet.value?.coins.every(({ lending }) => lending === undefined) !== false
}
