import { Exact, toText, type Money, type Price, type Qty, type Rate } from '../decimal'
import type { RiskTier } from '../instrument/listed'
import type { Side } from '../order/order'
import { type Payoff } from '../instrument/payoff'
import { direction, exactValue } from './payoff'
import { maintenanceMargin, tierOf } from './risk-tier'

/** A position and what its maintenance rate is made of at a mark price; amounts are of the settle coin. */
export interface RatedPosition {
  readonly payoff: Payoff
  readonly side: Side
  readonly qty: Qty
  readonly markPrice: Price
  readonly tiers: readonly RiskTier[]
  /** What backs the position, its result at the mark in it. */
  readonly backing: Money
  /** Maintenance margin of everything that stands on it, the position's own in it. */
  readonly maintenance: Money
}

/**
 * The mark price at which the maintenance rate becomes `rate`, everything but this position held still.
 *
 * With v the value at that price, d the way the value wins (linear s, inverse −s), V the value at the mark and M the
 * maintenance margin of the others: M + v·MMR − ded = rate · (backing + d·(v − V)), in the tier that v falls into.
 *
 * @param rate a fraction of one, above the rate of now
 * @returns unrounded; `null` where no price does it
 */
export function priceAtRate(position: RatedPosition, rate: Rate): Price | null {
  const { payoff, side, qty, markPrice, tiers, backing, maintenance } = position
  const now = exactValue(payoff, qty, markPrice)
  const others = new Exact(maintenance).minus(maintenanceMargin(toText<Money>(now), tiers))
  const d = direction(side) * (payoff === 'linear' ? 1 : -1)
  for (const tier of tiers) {
    const over = new Exact(backing).minus(now.times(d)).times(rate).plus(tier.deduction).minus(others)
    const value = over.div(new Exact(tier.maintenanceMarginRate).minus(new Exact(rate).times(d)))
    if (!value.gt(0) || tierOf(tiers, toText<Money>(value)) !== tier) continue
    const price = payoff === 'linear' ? value.div(qty) : new Exact(qty).div(value)
    if (price.isFinite() && price.gt(0)) return toText<Price>(price)
  }
  return null
}
