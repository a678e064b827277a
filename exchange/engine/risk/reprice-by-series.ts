import { tailShare } from '../../../src/domain/options/normal'
import { WAYS } from '../../../src/domain/risk/scenario-values'
import type { RepricedStrike, RepricingRules, StrikeValues } from '../../../src/domain/risk/strike-values'
import { movedBy, timeFactor } from '../../../src/domain/risk/volatility-shock'

const DEVIATIONS = new Float64Array(WAYS.length)
const INVERSES = new Float64Array(WAYS.length)

/**
 * As exchanges that began before edition 5 do it, to their last bit: F·φ(d1) = K·φ(d2), which is how d1 and d2 are made, so
 * one density is enough for the tails of both. What is paid for sure as far as it is in the money, of the call and of the
 * put, stands beside what the tails add to either.
 */
export function repriceBySeries(
  { calls, puts }: StrikeValues,
  { forward, strike, volatility, years: term, discount }: RepricedStrike,
  { grid: { factors, logs, ways }, shock }: RepricingRules,
): void {
  const years = Math.max(0, term)
  const root = Math.sqrt(years)
  const factor = timeFactor(years * 365, shock)
  for (let at = 0; at < WAYS.length; at++) {
    const deviation = movedBy(WAYS[at]!, volatility, factor, shock) * root
    DEVIATIONS[at] = deviation
    INVERSES[at] = 1 / deviation
  }
  const log = Math.log(forward / strike)
  for (let at = 0; at < calls.length; at++) {
    const moved = forward * factors[at]!
    const deviation = DEVIATIONS[ways[at]!]!
    if (deviation === 0 || !(strike > 0)) {
      calls[at] = discount * Math.max(0, moved - strike)
      puts[at] = discount * Math.max(0, strike - moved)
      continue
    }
    const d1 = (log + logs[at]!) * INVERSES[ways[at]!]! + deviation / 2
    const d2 = d1 - deviation
    const share1 = tailShare(Math.abs(d1))
    const share2 = tailShare(Math.abs(d2))
    const tails = moved * Math.exp(-0.5 * d1 * d1) * ((d2 > 0 ? share2 : -share2) - (d1 > 0 ? share1 : -share1))
    // Far out of the money the difference of two small numbers may fall below zero by its last digit.
    calls[at] = discount * Math.max(0, (d1 > 0 ? moved : 0) - (d2 > 0 ? strike : 0) + tails)
    puts[at] = discount * Math.max(0, (d2 > 0 ? 0 : strike) - (d1 > 0 ? 0 : moved) + tails)
  }
}
