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

/** What one unit of something is worth now, and in each place of the grid, in the grid's order. */
export interface ScenarioValues {
  now: number
  shocked: Float64Array
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
