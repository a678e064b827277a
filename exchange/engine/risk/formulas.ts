import { mulDiv, mulDivSigned, ONE_E2, ONE_E8 } from '../scaled'

/**
 * The formulas of linear contracts as integers: money in E8, rates in E8, leverage in E2. `direction` is +1 for a long
 * (or a buy) and −1 for a short (or a sell). Each line names its rounding; sums of rounded parts are not rounded again.
 * @see semantics.md §1.1–1.4
 */
export type Direction = 1 | -1

/** value × rate, half up. Positive is paid, negative is a rebate. */
export function feeE8(valueE8: number, rateE8: number): number {
  return mulDivSigned(rateE8, valueE8, ONE_E8)
}

/** Value / L, half up. */
export function initialMarginE8(valueE8: number, leverageE2: number): number {
  return mulDiv(valueE8, ONE_E2, leverageE2, 'halfUp')
}

/** Value at the bankruptcy price of that leverage: value × (1 − s/L), half up; zero where L < 1 makes it negative. */
export function bankruptcyValueE8(valueE8: number, leverageE2: number, direction: Direction): number {
  const factorE2 = leverageE2 - direction * ONE_E2
  return factorE2 <= 0 ? 0 : mulDiv(valueE8, factorE2, leverageE2, 'halfUp')
}

/** Estimated fee of closing at the bankruptcy price: value × (1 − s/L) × f. */
export function feeToCloseE8(valueE8: number, leverageE2: number, direction: Direction, takerRateE8: number): number {
  return feeE8(bankruptcyValueE8(valueE8, leverageE2, direction), takerRateE8)
}

/** q·p/L + q·p·f + q·p·(1 − s/L)·f, for a value q·p. */
export function orderCostE8(valueE8: number, leverageE2: number, direction: Direction, takerRateE8: number): number {
  if (valueE8 === 0) return 0
  return (
    initialMarginE8(valueE8, leverageE2) +
    feeE8(valueE8, takerRateE8) +
    feeToCloseE8(valueE8, leverageE2, direction, takerRateE8)
  )
}

/** s × (value at the price − cost). Exact. */
export function unrealisedE8(valueAtPriceE8: number, costE8: number, direction: Direction): number {
  return direction === 1 ? valueAtPriceE8 - costE8 : costE8 - valueAtPriceE8
}

/** Σ(q·p) / Σq in units of 1e-8 of the quote coin per `lotsPerUnit` lots (one base coin), half up. */
export function averageEntryE8(costE8: number, lots: number, lotsPerUnit: number): number {
  return mulDiv(costE8, lotsPerUnit, lots, 'halfUp')
}

/** The part of a position's cost that leaves with `closedLots` of its `lots`, half up; all of it with the last lot. */
export function costShareE8(costE8: number, closedLots: number, lots: number): number {
  return closedLots === lots ? costE8 : mulDiv(costE8, closedLots, lots, 'halfUp')
}

export interface RiskTier {
  readonly limitE8: number
  readonly initialRateE8: number
  readonly maintenanceRateE8: number
  readonly maxLeverageE2: number
  readonly deductionE8: number
}

declare const basis: unique symbol
/** What a position is worth at the mark, E8: its tier rates the maintenance margin (decisions 38). */
export type MarkValueE8 = number & { readonly [basis]: 'mark' }
/** A position at the mark and the larger side of the orders beyond it, E8: its tier bounds the leverage. */
export type ExposureE8 = number & { readonly [basis]: 'exposure' }

/** The first tier whose limit holds the value, by the one basis or the other; the last one beyond every limit. */
export function tierOf(tiers: readonly RiskTier[], valueE8: MarkValueE8 | ExposureE8): RiskTier {
  for (const tier of tiers) if (valueE8 <= tier.limitE8) return tier
  return tiers[tiers.length - 1]!
}

/** value × rate − deduction, half up, never below zero; without the fee-to-close part. */
export function maintenanceE8(valueE8: number, tier: RiskTier): number {
  return Math.max(0, mulDiv(valueE8, tier.maintenanceRateE8, ONE_E8, 'halfUp') - tier.deductionE8)
}
