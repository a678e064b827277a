import { Exact, toText, type Rate } from '../decimal'

/** How far the interest may pull the premium: ±0.05 % (semantics.md §1.6). */
const CLAMP = new Exact('0.0005')

/** Mean of the minutes' premiums, each weighted by its number: Σ i·P_i / Σ i. @returns `null` without one */
export function averagePremium(premiums: readonly Rate[]): Rate | null {
  if (premiums.length === 0) return null
  const weighted = premiums.reduce((sum, premium, index) => sum.plus(new Exact(premium).times(index + 1)), new Exact(0))
  return toText<Rate>(weighted.div((premiums.length * (premiums.length + 1)) / 2))
}

/** F = P + clamp(I − P, ±0.05 %), before the contract's own cap (semantics.md §1.6). */
export function fundingRate(premium: Rate, interest: Rate): Rate {
  const pull = new Exact(interest).minus(premium)
  return toText<Rate>(Exact.max(CLAMP.negated(), Exact.min(CLAMP, pull)).plus(premium))
}
