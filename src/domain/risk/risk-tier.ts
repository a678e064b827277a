import { Exact, toText, type Leverage, type Money, type Rate } from '../decimal'
import type { Contract } from '../instrument/contract'
import type { RiskTier } from '../instrument/listed'
import type { Position } from '../position/position'
import { SIDE_VALUE_MAX } from '../limits'
import { payoffOf } from '../instrument/payoff'
import { exactValue } from './payoff'

/**
 * Deductions of a marginal table: ded_1 = 0, ded_n = ded_(n−1) + limit_(n−1) · (MMR_n − MMR_(n−1)), so that value·MMR −
 * deduction has no step at a tier's limit (semantics.md §1.3).
 * @param tiers lowest first
 */
export function tierDeductions(
  tiers: readonly { readonly limit: Money; readonly maintenanceMarginRate: Rate }[],
): readonly Money[] {
  let deduction = new Exact(0)
  return tiers.map((tier, index) => {
    const before = tiers[index - 1]
    if (before !== undefined) {
      const step = new Exact(tier.maintenanceMarginRate).minus(before.maintenanceMarginRate)
      deduction = deduction.plus(step.times(before.limit))
    }
    return toText<Money>(deduction)
  })
}

/** @returns the lowest tier whose limit holds the value, the last one beyond every limit; `null` of an empty table */
export function tierOf<T extends { readonly limit: Money }>(tiers: readonly T[], value: Money): T | null {
  return tiers.find((tier) => new Exact(value).lte(tier.limit)) ?? tiers.at(-1) ?? null
}

/** The tier that rates a position's maintenance margin: that of its own value at the mark (decisions 38). */
export function tierOfPosition(position: Position | undefined, instrument: Contract): RiskTier | null {
  const price = position?.markPrice ?? position?.entryPrice ?? null
  if (position === undefined || price === null) return tierOf(instrument.riskTiers, '0' as Money)
  const value = exactValue(payoffOf(instrument.kind), position.size, price)
  return tierOf(instrument.riskTiers, toText<Money>(value))
}

/** Value · MMR − deduction, of the tier that holds the value; above the table, of its last tier. Never below zero. */
export function maintenanceMargin(value: Money, tiers: readonly RiskTier[]): Money {
  const tier = tierOf(tiers, value)
  if (tier === null) return '0' as Money
  const margin = new Exact(value).times(tier.maintenanceMarginRate).minus(tier.deduction)
  return toText<Money>(margin.isNegative() ? new Exact(0) : margin)
}

/**
 * The largest value to which orders take a position and its side's orders at a leverage, in the settle coin: its tier's
 * limit, and never beyond what an order may make of a side at all. `null` when no tier allows the leverage.
 */
export function maxValueAtLeverage(tiers: readonly RiskTier[], leverage: Leverage): Money | null {
  const limit = tiers.findLast((tier) => new Exact(tier.maxLeverage).gte(leverage))?.limit ?? null
  return limit !== null && new Exact(limit).gt(SIDE_VALUE_MAX) ? SIDE_VALUE_MAX : limit
}
