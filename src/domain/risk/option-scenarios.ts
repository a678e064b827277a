import { optionValue } from '../options/black'
import { createValues, type Grid, type ScenarioValues } from './scenario-values'
import { strikeValues, type RepricedStrike } from './strike-values'
import type { VolatilityShock } from './volatility-shock'

/** An option as its repricing takes it; see `OptionTerms` of the options' model. */
export interface RepricedOption extends RepricedStrike {
  readonly isCall: boolean
  /** What an amount at the expiry is worth now. */
  readonly discount: number
}

/** Reprices an option in each place of the grid, by Black-76. */
export function optionValues(
  option: RepricedOption,
  rules: { readonly grid: Grid; readonly shock: VolatilityShock },
  values = createValues(rules.grid),
): ScenarioValues {
  const { isCall, discount } = option
  const { tails, calls, puts } = strikeValues(option, rules)
  const sure = isCall ? calls : puts
  const { shocked } = values
  // Far out of the money the difference of two small numbers may fall below zero by its last digit.
  for (let at = 0; at < shocked.length; at++) shocked[at] = discount * Math.max(0, sure[at]! + tails[at]!)
  values.now = shocked[rules.grid.still] ?? discount * valueNow(option)
  return values
}

function valueNow({ forward, strike, isCall, volatility, years }: RepricedOption): number {
  return optionValue({ forward, strike, isCall, volatility, years: Math.max(0, years) })
}
