import { Exact, toText, type Price } from '../decimal'
import { readOptionName } from '../instrument/option-name'

/**
 * The price at which an option was settled, of what it then paid for one: a call pays settlement − strike, a put strike −
 * settlement.
 *
 * @returns `null` of what is no option, and of one that paid nothing: it settled anywhere out of the money
 */
export function settlementOf(symbol: string, payoff: Price): Price | null {
  const named = readOptionName(symbol)
  if (named === null || new Exact(payoff).lte(0)) return null
  const { strike, isCall } = named
  return toText<Price>(isCall ? new Exact(strike).plus(payoff) : new Exact(strike).minus(payoff))
}
