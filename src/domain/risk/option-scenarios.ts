import { optionValue } from '../options/black'
import { createValues, type ScenarioValues } from './scenario-values'
import { strikeValues, type RepricedOption, type RepricingRules } from './strike-values'

/** Reprices an option in each place of the grid, by Black-76. */
export function optionValues(
  option: RepricedOption,
  rules: RepricingRules,
  values = createValues(rules.grid),
): ScenarioValues {
  values.shocked = strikeValues(option, rules, values.shocked)
  values.now = values.shocked[rules.grid.still] ?? option.discount * valueNow(option)
  return values
}

function valueNow({ forward, strike, isCall, volatility, years }: RepricedOption): number {
  return optionValue({ forward, strike, isCall, volatility, years: Math.max(0, years) })
}
