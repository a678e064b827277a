import type { Position } from '../entities'
import { priceOfValue } from './isolated-margin'
import { positionValueE8 } from './position-value'
import { initialMarginE8, maintenanceE8, tierOf, type RiskTier } from './formulas'
import { mulDivSigned, ONE_E8 } from '../scaled'

/**
 * The maintenance margin of a position is marginal in its own mark value: its own tier, its own deduction (decisions 38).
 * Working orders have no part in it; with the position they choose the tier that bounds leverage (`exposureE8`).
 */

/** The tier that holds the position's own value at the mark. */
export function ownTierOf(position: Position): RiskTier {
  return tierOf(position.market.instrument.tiers, positionValueE8(position))
}

/** value(mark) × MMR − deduction of the position's own tier; without the fee to close. */
export function ownMaintenanceE8(position: Position): number {
  return position.lots === 0 ? 0 : maintenanceE8(positionValueE8(position), ownTierOf(position))
}

/**
 * The liquidation price of an isolated position in ticks, maintenance margin on the mark and initial margin on the entry
 * (semantics.md §1.4): the first price on the way of its losses at which what is left of its margin is the maintenance
 * margin of the tier that the position is in there.
 *
 * Each tier has a price of its own. With rising rates and marginal deductions the margin that is needed is the largest
 * that any tier asks, so the first of those prices is the one. The price of bankruptcy, as of a tier that asks nothing,
 * is the last: dividing added margin by 1 − d·f, as published, could pass it.
 *
 * @returns `null` at or beyond the contract's price range
 */
export function isolatedLiquidation(position: Position): number | null {
  const { liquidation: memo, lots, costE8, leverageE2, extraMarginE8, takerRateE8 } = position
  const { instrument } = position.market
  if (
    memo.instrument === instrument &&
    memo.lots === lots &&
    memo.costE8 === costE8 &&
    memo.leverageE2 === leverageE2 &&
    memo.extraMarginE8 === extraMarginE8 &&
    memo.takerRateE8 === takerRateE8
  ) {
    return memo.ticks
  }
  memo.instrument = instrument
  memo.lots = lots
  memo.costE8 = costE8
  memo.leverageE2 = leverageE2
  memo.extraMarginE8 = extraMarginE8
  memo.takerRateE8 = takerRateE8
  return (memo.ticks = firstOfTiers(position))
}

function firstOfTiers(position: Position): number | null {
  const { costE8, direction, extraMarginE8, takerRateE8, market } = position
  const initial = initialMarginE8(costE8, position.leverageE2)
  const extra = extraMarginE8 === 0 ? 0 : mulDivSigned(extraMarginE8, ONE_E8, ONE_E8 - direction * takerRateE8)
  // Values as fractions. Bankruptcy: cost − d·(IM + extra).
  let numerator = BigInt(costE8 - direction * (initial + extraMarginE8))
  let denominator = 1n
  for (const tier of market.instrument.tiers) {
    // (cost − d·(IM + extra / (1 − d·f) + deduction)) / (1 − d·MMR)
    const over = BigInt(costE8 - direction * (initial + extra + tier.deductionE8)) * BigInt(ONE_E8)
    const under = BigInt(ONE_E8 - direction * tier.maintenanceRateE8)
    const difference = over * denominator - numerator * under
    if (direction === 1 ? difference <= 0n : difference >= 0n) continue
    numerator = over
    denominator = under
  }
  return priceOfValue(position, numerator, denominator)
}
