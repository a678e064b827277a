import type { Holding } from './entities'
import { initialMarginE8, maintenanceE8, type RiskTier } from './risk'

/**
 * Prices at which an isolated position ends, in whole ticks: a long's rounded up, a short's down (semantics.md §1.4).
 * Each rule gives a value at that price; `d` is the direction, turned round for inverse contracts, so that one formula
 * serves both payoffs:
 *
 *   bankruptcy   cost − d·(IM + extra)
 *   liquidation  in maintenance-margin.ts                              [MM on the mark, IM on the entry]
 *                cost − d·(IM − MM + extra)                            [classic: both on the entry]
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

/** The classic rule of published examples (decisions 16): maintenance margin on the entry, by the rates of one tier. */
export function classicLiquidationTicks(holding: Holding, tier: RiskTier): number | null {
  const { costE8, direction, extraMarginE8 } = holding
  const initial = initialMarginE8(costE8, holding.leverageE2)
  const room = initial - maintenanceE8(costE8, tier) + extraMarginE8
  return priceOfValue(holding, BigInt(costE8 - direction * room), 1n)
}
