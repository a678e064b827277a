import { distributionBy } from '../options/normal'

/** One place of the grid. */
export interface Scenario {
  /** Of the price, as a fraction. */
  readonly move: number
  /** Which way the volatility goes. */
  readonly volatility: 'up' | 'same' | 'down'
  /** How much of the result counts: far moves may count in part. */
  readonly weight: number
}

/** Scenarios with what every holding asks of them, worked out once. */
export interface Grid {
  readonly scenarios: readonly Scenario[]
  /** 1 + move, and its logarithm. */
  readonly factors: Float64Array
  readonly logs: Float64Array
  /** Place of the volatility's way in `WAYS`. */
  readonly ways: Uint8Array
}

export const WAYS = ['up', 'same', 'down'] as const

export function gridOf(scenarios: readonly Scenario[]): Grid {
  const factors = Float64Array.from(scenarios, ({ move }) => 1 + move)
  return {
    scenarios,
    factors,
    logs: factors.map(Math.log),
    ways: Uint8Array.from(scenarios, ({ volatility }) => WAYS.indexOf(volatility)),
  }
}

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

/** What one unit of something is worth now, and in each place of the grid, in the grid's order. */
export interface ScenarioValues {
  now: number
  readonly shocked: Float64Array
}

export function createValues(grid: Grid): ScenarioValues {
  return { now: 0, shocked: new Float64Array(grid.scenarios.length) }
}

/** What a value that moves with the price itself would be; `now` below zero is owed. */
export function linearValues(now: number, grid: Grid, values = createValues(grid)): ScenarioValues {
  const { shocked } = values
  values.now = now
  for (let at = 0; at < shocked.length; at++) shocked[at] = now * grid.factors[at]!
  return values
}

/** The same of a value in coins that falls as their price rises: of inverse contracts. */
export function inverseValues(now: number, grid: Grid, values = createValues(grid)): ScenarioValues {
  const { shocked } = values
  values.now = now
  for (let at = 0; at < shocked.length; at++) shocked[at] = now / grid.factors[at]!
  return values
}

/** A volatility under a shock, `days` before the expiry. */
export function shockedVolatility(
  volatility: number,
  way: Scenario['volatility'],
  days: number,
  shock: VolatilityShock,
): number {
  if (way === 'same') return volatility
  const left = Math.max(days, shock.leastDays)
  const factor = (30 / left) ** (days <= 30 ? shock.shortPower : shock.longPower)
  return way === 'up'
    ? Math.max(shock.leastUp, volatility * (1 + shock.rangeUp * factor))
    : volatility * Math.max(0, 1 - shock.rangeDown * factor)
}

/** An option as its repricing takes it; see `OptionTerms` of the options' model. */
export interface RepricedOption {
  readonly forward: number
  readonly strike: number
  readonly isCall: boolean
  readonly volatility: number
  readonly years: number
  /** What an amount at the expiry is worth now. */
  readonly discount: number
}

const DEVIATIONS = new Float64Array(WAYS.length)

/**
 * Reprices an option in each place of the grid, by Black-76. A grid has few volatilities and many prices: so logarithms,
 * roots and powers are taken once, and of two places of the normal distribution a deviation apart the second density
 * follows from the first, φ(d2) = φ(d1) × F ÷ K.
 */
export function optionValues(
  option: RepricedOption,
  { grid, shock }: { readonly grid: Grid; readonly shock: VolatilityShock },
  values = createValues(grid),
): ScenarioValues {
  const { forward, strike, isCall, volatility, discount } = option
  const years = Math.max(0, option.years)
  const root = Math.sqrt(years)
  for (let at = 0; at < WAYS.length; at++) {
    DEVIATIONS[at] = shockedVolatility(volatility, WAYS[at]!, years * 365, shock) * root
  }
  const log = Math.log(forward / strike)
  const sign = isCall ? 1 : -1
  values.now = discount * worth(forward, strike, log, volatility * root, sign)
  const { factors, logs, ways } = grid
  const { shocked } = values
  for (let at = 0; at < shocked.length; at++) {
    const deviation = DEVIATIONS[ways[at]!]!
    shocked[at] = discount * worth(forward * factors[at]!, strike, log + logs[at]!, deviation, sign)
  }
  return values
}

/** Beyond so many deviations the density is too small to make another one of. */
const FAR = 30

function worth(forward: number, strike: number, log: number, deviation: number, sign: 1 | -1): number {
  if (deviation === 0 || !(strike > 0)) return Math.max(0, sign * (forward - strike))
  const d1 = log / deviation + deviation / 2
  const d2 = d1 - deviation
  const density = Math.exp(-0.5 * d1 * d1)
  const second = Math.abs(d1) < FAR ? (density * forward) / strike : Math.exp(-0.5 * d2 * d2)
  const value = sign * (forward * distributionBy(sign * d1, density) - strike * distributionBy(sign * d2, second))
  // Far out of the money the difference of two small numbers may fall below zero by its last digit.
  return Math.max(0, value)
}
