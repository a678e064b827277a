import type { Account } from '../entities'
import type { EngineState } from '../state'
import { SharedCollateral } from './shared-collateral'

/**
 * What an account has chosen of collateral, made where there is nothing yet. Accounts that share stand in the order of all
 * accounts, as a snapshot brings them back: so they are charged alike.
 */
export function sharedOf({ sharing, accounts, coins }: EngineState, account: Account): SharedCollateral {
  const known = sharing.get(account.id)
  if (known !== undefined) return known
  const shared = new SharedCollateral(account, coins)
  sharing.set(account.id, shared)
  const inOrder = [...accounts.keys()].flatMap((id) => sharing.get(id) ?? [])
  sharing.clear()
  for (const one of inOrder) sharing.set(one.account.id, one)
  return shared
}
