import { Exact, toText, type Money, type Rate } from '../decimal'

/** P&L ratio of the insurance pool at which deleveraging starts, and the one above which it stops (semantics.md §1.5). */
const START_RATIO = '-0.3'
const STOP_RATIO = '-0.25'

/** (P&L − its highest in eight hours) / the highest balance in eight hours. @returns `null` without a balance to divide by */
export function insurancePnlRatio(pool: {
  readonly pnl: Money
  readonly maxPnl: Money
  readonly maxBalance: Money
}): Rate | null {
  const balance = new Exact(pool.maxBalance)
  return balance.lte(0) ? null : toText<Rate>(new Exact(pool.pnl).minus(pool.maxPnl).div(balance))
}

/**
 * Whether the exchange deleverages: the pool is empty; or it holds more than the threshold and its ratio is at or below
 * −0.3, or, once begun, not yet above −0.25.
 */
export function isDeleveraging(
  pool: { readonly balance: Money; readonly threshold: Money; readonly pnlRatio: Rate },
  wasOn = false,
): boolean {
  if (new Exact(pool.balance).lte(0)) return true
  if (new Exact(pool.balance).lte(pool.threshold)) return false
  return new Exact(pool.pnlRatio).lte(wasOn ? STOP_RATIO : START_RATIO)
}

/** What the other side has to carry so that the ratio is back at −0.3. Never below zero. */
export function deleveragedNotional(pool: { readonly pnlRatio: Rate; readonly maxBalance: Money }): Money {
  const beyond = new Exact(START_RATIO).minus(pool.pnlRatio).times(pool.maxBalance)
  return toText<Money>(Exact.max(0, beyond))
}
