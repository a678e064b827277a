import { optionValue } from '../options/black'
import { tailShare } from '../options/normal'

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
  /** Place in which nothing moves; −1 where there is none. */
  readonly still: number
}

export const WAYS = ['up', 'same', 'down'] as const

export function gridOf(scenarios: readonly Scenario[]): Grid {
  const factors = Float64Array.from(scenarios, ({ move }) => 1 + move)
  return {
    scenarios,
    factors,
    logs: factors.map(Math.log),
    ways: Uint8Array.from(scenarios, ({ volatility }) => WAYS.indexOf(volatility)),
    still: scenarios.findIndex(({ move, volatility }) => move === 0 && volatility === 'same'),
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
  return movedBy(way, volatility, timeFactor(days, shock), shock)
}

/** How much more a volatility moves, the nearer its expiry is. */
function timeFactor(days: number, { leastDays, shortPower, longPower }: VolatilityShock): number {
  return (30 / Math.max(days, leastDays)) ** (days <= 30 ? shortPower : longPower)
}

function movedBy(way: Scenario['volatility'], volatility: number, factor: number, shock: VolatilityShock): number {
  if (way === 'same') return volatility
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
const INVERSES = new Float64Array(WAYS.length)

/**
 * Reprices an option in each place of the grid, by Black-76. A grid has few volatilities and many prices: so logarithms,
 * roots, powers and the division by a deviation are taken once. F·φ(d1) = K·φ(d2), which is how d1 and d2 are made, so one
 * density is enough for the tails of both. The value is written out in the loop, since an account with fifty options asks
 * for it some two thousand times: a call of its own for each takes half as long again.
 */
export function optionValues(
  option: RepricedOption,
  { grid, shock }: { readonly grid: Grid; readonly shock: VolatilityShock },
  values = createValues(grid),
): ScenarioValues {
  const { forward, strike, isCall, volatility, discount } = option
  const years = Math.max(0, option.years)
  const root = Math.sqrt(years)
  const factor = timeFactor(years * 365, shock)
  for (let at = 0; at < WAYS.length; at++) {
    const deviation = movedBy(WAYS[at]!, volatility, factor, shock) * root
    DEVIATIONS[at] = deviation
    INVERSES[at] = 1 / deviation
  }
  const log = Math.log(forward / strike)
  const { factors, logs, ways, still } = grid
  const { shocked } = values
  for (let at = 0; at < shocked.length; at++) {
    const moved = forward * factors[at]!
    const deviation = DEVIATIONS[ways[at]!]!
    if (deviation === 0 || !(strike > 0)) {
      shocked[at] = discount * Math.max(0, isCall ? moved - strike : strike - moved)
      continue
    }
    const d1 = (log + logs[at]!) * INVERSES[ways[at]!]! + deviation / 2
    const d2 = d1 - deviation
    // What is paid for sure as far as the option is in the money, and what the tails add to that or take of it.
    const share1 = tailShare(Math.abs(d1))
    const share2 = tailShare(Math.abs(d2))
    const tails = moved * Math.exp(-0.5 * d1 * d1) * ((d2 > 0 ? share2 : -share2) - (d1 > 0 ? share1 : -share1))
    const sure = isCall ? (d1 > 0 ? moved : 0) - (d2 > 0 ? strike : 0) : (d2 > 0 ? 0 : strike) - (d1 > 0 ? 0 : moved)
    // Far out of the money the difference of two small numbers may fall below zero by its last digit.
    shocked[at] = discount * Math.max(0, sure + tails)
  }
  values.now = shocked[still] ?? discount * optionValue({ forward, strike, isCall, volatility, years })
  return values
}
