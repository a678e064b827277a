import { MIDDLE_ROW, ROWS_PER_UNIT, toNormals } from '../options/normal-table'
import { WAYS } from './scenario-values'
import type { RepricedStrike, RepricingRules, StrikeValues } from './strike-values'
import { movedBy, timeFactor, type VolatilityShock } from './volatility-shock'

const DEVIATIONS = new Float64Array(WAYS.length)
const INVERSES = new Float64Array(WAYS.length)
/** In place of the inverse of nothing: whatever is not at the money is beyond the table by it, and pays what it pays. */
const WITHOUT_DEVIATION = 1e300

/**
 * A grid has few volatilities and many prices: so logarithms, roots, powers and the division by a deviation are taken once,
 * all in rows of the distribution's table. An account's portfolio margin asks for this once for each strike and place, and
 * for little else that takes as long: so there is no branch in it, and each loop is one that a compiler takes whole.
 */
export function reprice(
  { calls, puts }: StrikeValues,
  { forward, strike, volatility, years: term, discount }: RepricedStrike,
  { grid: { factors, logs, ways }, shock }: RepricingRules,
): void {
  const places = calls.length
  const deviations = DEVIATIONS
  const inverses = INVERSES
  const years = Math.max(0, term)
  const root = Math.sqrt(years)
  const factor = factorOf(years, shock)
  for (let at = 0; at < WAYS.length; at++) {
    const deviation = movedBy(WAYS[at]!, volatility, factor, shock) * root
    deviations[at] = deviation * ROWS_PER_UNIT
    inverses[at] = Math.min(WITHOUT_DEVIATION, ROWS_PER_UNIT / deviation)
  }
  const log = strike > 0 ? Math.log(forward / strike) : Infinity
  for (let at = 0; at < places; at++) {
    const way = ways[at]!
    const deviation = deviations[way]!
    const row1 = (log + logs[at]!) * inverses[way]! + 0.5 * deviation + MIDDLE_ROW
    calls[at] = row1
    puts[at] = row1 - deviation
  }
  toNormals(calls)
  toNormals(puts)
  for (let at = 0; at < places; at++) {
    const moved = forward * factors[at]!
    const call = moved * calls[at]! - strike * puts[at]!
    // Far out of the money the difference of two small numbers may fall below zero by its last digit.
    calls[at] = discount * Math.max(0, call)
    puts[at] = discount * Math.max(0, call + (strike - moved))
  }
}

let factorYears = Number.NaN
let factorShock: VolatilityShock | null = null
let lastFactor = 0

/** Of the strikes of an expiry one after the other it is the same: a power takes as long as some places. */
function factorOf(years: number, shock: VolatilityShock): number {
  if (years !== factorYears || shock !== factorShock) {
    factorYears = years
    factorShock = shock
    lastFactor = timeFactor(years * 365, shock)
  }
  return lastFactor
}
