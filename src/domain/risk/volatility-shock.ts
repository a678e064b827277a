import type { Scenario } from './scenario-values'

/** How far a shock takes a volatility, by the days that are left (Deribit's form, published for several venues). */
export interface VolatilityShock {
  readonly rangeUp: number
  readonly rangeDown: number
  /** Power of 30 ÷ days, to 30 days and beyond. */
  readonly shortPower: number
  readonly longPower: number
  readonly leastDays: number
  /** A volatility that goes up goes up to this at least. */
  readonly leastUp: number
}

/** A volatility under a shock, `days` before the expiry. */
export function shockedVolatility(
  volatility: number,
  way: Scenario['volatility'],
  days: number,
  shock: VolatilityShock,
): number {
  return movedBy(way, volatility, timeFactor(days, shock), shock)
}

/** How much more a volatility moves, the nearer its expiry is. */
export function timeFactor(days: number, { leastDays, shortPower, longPower }: VolatilityShock): number {
  return (30 / Math.max(days, leastDays)) ** (days <= 30 ? shortPower : longPower)
}

/** @param factor of `timeFactor` */
export function movedBy(
  way: Scenario['volatility'],
  volatility: number,
  factor: number,
  shock: VolatilityShock,
): number {
  if (way === 'same') return volatility
  return way === 'up'
    ? Math.max(shock.leastUp, volatility * (1 + shock.rangeUp * factor))
    : volatility * Math.max(0, 1 - shock.rangeDown * factor)
}
