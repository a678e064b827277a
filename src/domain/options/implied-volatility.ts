import { optionGreeks, optionValue, type OptionTerms } from './black'

/** Volatilities that are looked for: a hundredth of a per cent to 5,000 %. */
export const VOLATILITY_MIN = 0.0001
export const VOLATILITY_MAX = 50
const STEPS_MAX = 100
const CLOSE = 1e-12

/**
 * The volatility at which an option is worth `price`: Newton's steps on the side that is out of the money, where the
 * price is nothing but time value, with bisection wherever a step would leave what is still possible.
 *
 * @returns `null` where no volatility of the range gives the price: at or below what it would pay now, or too dear
 */
export function impliedVolatility(price: number, terms: Omit<OptionTerms, 'volatility'>): number | null {
  const { forward, strike, isCall, years } = terms
  if (!(forward > 0 && strike > 0 && years > 0 && Number.isFinite(price))) return null
  const isOutside = isCall ? strike >= forward : strike <= forward
  // By put-call parity: call − put = forward − strike.
  const wanted = isOutside ? price : price - Math.abs(forward - strike)
  const outside = { ...terms, isCall: strike >= forward }
  const valueAt = (volatility: number): number => optionValue({ ...outside, volatility })
  if (!(wanted > 0) || wanted < valueAt(VOLATILITY_MIN) || wanted > valueAt(VOLATILITY_MAX)) return null

  let [low, high] = [VOLATILITY_MIN, VOLATILITY_MAX]
  // Where vega is largest: from there Newton's steps go to the answer from one side.
  let at = Math.sqrt((2 * Math.abs(Math.log(forward / strike))) / years)
  at = Math.min(high, Math.max(low, at > 0 ? at : (wanted / forward) * Math.sqrt((2 * Math.PI) / years)))
  for (let step = 0; step < STEPS_MAX; step++) {
    const miss = valueAt(at) - wanted
    if (miss > 0) high = at
    else low = at
    const slope = optionGreeks({ ...outside, volatility: at }).vega * 100
    const next = slope > 0 ? at - miss / slope : Number.NaN
    const inside = next > low && next < high ? next : (low + high) / 2
    if (Math.abs(inside - at) <= CLOSE * at) return inside
    at = inside
  }
  return at
}
