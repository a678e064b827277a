import { Exact, toText, type Money } from '../decimal'
import type { CoinBalance } from './wallet'

/**
 * What of a coin an order of a pair may pay with that borrows nothing: coins that are there, and that no order holds
 * back. Other coins and gains on paper back contracts beside them, so that more may be available for those.
 */
export function ownCoins({
  walletBalance,
  locked = '0' as Money,
  available,
}: Pick<CoinBalance, 'walletBalance' | 'locked' | 'available'>): Money {
  return toText<Money>(Exact.max(0, Exact.min(available, new Exact(walletBalance).minus(locked))))
}
