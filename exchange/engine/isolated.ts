import type { MaintenanceBasis } from '../../src/domain/risk/liquidation-price'
import type { Holding } from './accounts'
import { initialMarginE8, maintenanceE8, type RiskTier } from './risk'
import { mulDivSigned, ONE_E8 } from './scaled'

/**
 * Prices at which an isolated position ends, in whole ticks: a long's rounded up, a short's down (semantics.md §1.4).
 * Both rules give a value at that price; `d` is the direction, turned round for inverse contracts, so that one formula
 * serves both payoffs:
 *
 *   bankruptcy   cost − d·(IM + extra)
 *   liquidation  (cost − d·(IM + extra / (1 − d·f) + deduction)) / (1 − d·MMR)      [MM on the mark, IM on the entry]
 *                cost − d·(IM − MM + extra)                                         [classic: both on the entry]
 */

/**
 * The price in ticks at which the position is worth `numerator / denominator` (E8).
 * @returns `null` at or beyond the contract's price range
 */
export function priceOfValue(holding: Holding, numerator: bigint, denominator: bigint): number | null {
  if (numerator <= 0n) return null
  const { instrument, isInverse } = holding.market
  const unit = BigInt(Math.abs(holding.lots)) * BigInt(instrument.valueUnitE8)
  const over = isInverse ? unit * denominator : numerator
  const under = isInverse ? numerator : unit * denominator
  const ticks = Number(holding.lots > 0 ? (over + under - 1n) / under : over / under)
  return ticks <= instrument.minPriceTicks || ticks >= instrument.maxPriceTicks ? null : ticks
}

export function isolatedBankruptcyTicks(holding: Holding): number | null {
  const margin = initialMarginE8(holding.costE8, holding.leverageE2) + holding.extraMarginE8
  return priceOfValue(holding, BigInt(holding.costE8 - holding.direction * margin), 1n)
}

/** @param basis of the maintenance margin (decisions 16): `'entry'` is the classic rule of published examples */
export function isolatedLiquidationTicks(
  holding: Holding,
  tier: RiskTier,
  basis: MaintenanceBasis = 'mark',
): number | null {
  const { costE8, direction, extraMarginE8 } = holding
  const { takerRateE8 } = holding
  const initial = initialMarginE8(costE8, holding.leverageE2)
  if (basis === 'entry') {
    return priceOfValue(
      holding,
      BigInt(costE8 - direction * (initial - maintenanceE8(costE8, tier) + extraMarginE8)),
      1n,
    )
  }
  const extra = extraMarginE8 === 0 ? 0 : mulDivSigned(extraMarginE8, ONE_E8, ONE_E8 - direction * takerRateE8)
  const value = BigInt(costE8 - direction * (initial + extra + tier.deductionE8)) * BigInt(ONE_E8)
  return priceOfValue(holding, value, BigInt(ONE_E8 - direction * tier.maintenanceRateE8))
}
