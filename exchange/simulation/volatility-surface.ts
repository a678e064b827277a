import { YEAR_MS } from '../../src/domain/options/black'

/**
 * Volatility by strike and expiry, at one moment: the power-law surface of Gatheral and Jacquier ("Arbitrage-free SVI
 * volatility surfaces", 2014). Total variance of a year's fraction t at log-moneyness k = ln(strike / forward):
 *
 *   w(k, t) = θ/2 · (1 + ρ·φ·k + √((φ·k + ρ)² + 1 − ρ²)),  φ = η / √(θ·(1 + θ)),  θ = variance at the money to t
 *
 * It has no butterfly arbitrage while η·(1 + |ρ|) ≤ 2, and no calendar arbitrage while θ never falls with t (their
 * theorem 4.2 and remark 4.4). θ is an integral of variances above zero, so it cannot.
 */
export interface SurfaceShape {
  /** Variance of a year, as a fraction squared, of the next moments … */
  readonly nearVariance: number
  /** … and of those far away. */
  readonly farVariance: number
  /** ρ: below zero, what pays when the price falls is dearer. */
  readonly skew: number
}

/** η: how much dearer the wings are. */
export const WINGS = 1.1
/** ρ stays inside, so that η·(1 + |ρ|) is at most 1.76. */
export const SKEW_MAX = 0.6
/** Years after which near and far variance have come about two thirds of the way to each other. */
const BLEND_YEARS = 45 / 365

/** θ: variance at the money from now to `years`; rises with it, and is zero where nothing is left. */
export function varianceTo({ nearVariance, farVariance }: SurfaceShape, years: number): number {
  if (years <= 0) return 0
  const near = BLEND_YEARS * (1 - Math.exp(-years / BLEND_YEARS))
  return farVariance * (years - near) + nearVariance * near
}

/** What one expiry takes of a surface: asked once for all its strikes. */
export interface SurfaceSlice {
  readonly years: number
  readonly variance: number
  /** φ and ρ. */
  readonly slope: number
  readonly skew: number
}

/** What of the variance to an expiry is still to come, where it ends at a mean. */
export interface LeftToVary {
  /** See `meanVarianceMs`. */
  readonly ms: number
  /** See `ExpectedMean`. */
  readonly share: number
}

/** @param left left out, the expiry ends at the price of its moment: all of the time varies */
export function sliceAt(shape: SurfaceShape, timeLeftMs: number, left?: LeftToVary): SurfaceSlice {
  const years = Math.max(0, timeLeftMs) / YEAR_MS
  const variance =
    left === undefined ? varianceTo(shape, years) : varianceTo(shape, left.ms / YEAR_MS) * left.share ** 2
  return {
    years,
    variance,
    slope: variance === 0 ? 0 : WINGS / Math.sqrt(variance * (1 + variance)),
    skew: shape.skew,
  }
}

/** Of a year, as a fraction; 0 where nothing is left. */
export function volatilityAt({ years, variance, slope, skew }: SurfaceSlice, forward: number, strike: number): number {
  if (years <= 0) return 0
  const at = slope * Math.log(strike / forward)
  const total = (variance / 2) * (1 + skew * at + Math.sqrt((at + skew) ** 2 + 1 - skew ** 2))
  return Math.sqrt(total / years)
}
