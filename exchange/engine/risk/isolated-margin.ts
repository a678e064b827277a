import type { Position } from '../entities'
import { initialMarginE8, maintenanceE8, type RiskTier } from './formulas'

/**
 * Prices at which an isolated position ends, in whole ticks: a long's rounded up, a short's down (semantics.md §1.4).
 * Each rule gives a value at that price; `d` is the direction, turned round where value falls with the price, so that
 * one formula serves every product:
 *
 *   bankruptcy   cost − d·(IM + extra)
 *   liquidation  in maintenance-margin.ts                              [MM on the mark, IM on the entry]
 *                cost − d·(IM − MM + extra)                            [classic: both on the entry]
 */

/**
 * The price in ticks at which the position is worth `numerator / denominator` (E8).
 * @returns `null` at or beyond the contract's price range
 */
export function priceOfValue(position: Position, numerator: bigint, denominator: bigint): number | null {
  if (numerator <= 0n) return null
  const { instrument, product } = position.market
  const unit = BigInt(Math.abs(position.lots)) * BigInt(instrument.valueUnitE8)
  const { over, under } = product.priceOf(unit, { over: numerator, under: denominator })
  const ticks = Number(position.lots > 0 ? (over + under - 1n) / under : over / under)
  return ticks <= instrument.minPriceTicks || ticks >= instrument.maxPriceTicks ? null : ticks
}

export function isolatedBankruptcyTicks(position: Position): number | null {
  const margin = initialMarginE8(position.costE8, position.leverageE2) + position.extraMarginE8
  return priceOfValue(position, BigInt(position.costE8 - position.direction * margin), 1n)
}

/** The classic rule of published examples (decisions 16): maintenance margin on the entry, by the rates of one tier. */
export function classicLiquidationTicks(position: Position, tier: RiskTier): number | null {
  const { costE8, direction, extraMarginE8 } = position
  const initial = initialMarginE8(costE8, position.leverageE2)
  const room = initial - maintenanceE8(costE8, tier) + extraMarginE8
  return priceOfValue(position, BigInt(costE8 - direction * room), 1n)
}
