import { optionGreeks, optionValue, type OptionTerms } from './black'
import { tailShare } from './normal'

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

/** From a volatility that is near three steps are enough mostly; who needs more begins anew. */
const NEAR_STEPS_MAX = 8
/** A step so small, as a share of the volatility: the digits of the next would be those that a double loses anyway. */
const NEAR_CLOSE = 1e-7

/**
 * The same to 1e-9, of a price whose volatility is thought to be near another, as that of a quote is near its mark's: each
 * step takes one density for value and slope, where the search from afar takes five.
 */
export function impliedVolatilityNear(
  price: number,
  terms: Omit<OptionTerms, 'volatility'>,
  near: number,
): number | null {
  const { forward, strike, isCall, years } = terms
  if (forward > 0 && strike > 0 && years > 0 && near > 0) {
    const isCallOutside = strike >= forward
    const isOutside = isCall ? isCallOutside : strike <= forward
    const wanted = isOutside ? price : price - Math.abs(forward - strike)
    if (!(wanted > 0)) return null
    const log = Math.log(forward / strike)
    const root = Math.sqrt(years)
    let at = near
    for (let step = 0; step < NEAR_STEPS_MAX; step++) {
      const deviation = at * root
      const d1 = log / deviation + deviation / 2
      const d2 = d1 - deviation
      // F·φ(d1) = K·φ(d2): one density is enough for both tails, and for vega.
      const density = forward * Math.exp(-0.5 * d1 * d1)
      const share1 = tailShare(Math.abs(d1))
      const share2 = tailShare(Math.abs(d2))
      const tails = density * ((d2 > 0 ? share2 : -share2) - (d1 > 0 ? share1 : -share1))
      const sure = isCallOutside
        ? (d1 > 0 ? forward : 0) - (d2 > 0 ? strike : 0)
        : (d2 > 0 ? 0 : strike) - (d1 > 0 ? 0 : forward)
      const next = at - (sure + tails - wanted) / (density * DENSITY_SHARE * root)
      if (!(next > VOLATILITY_MIN && next < VOLATILITY_MAX)) break
      if (Math.abs(next - at) <= NEAR_CLOSE * at) return next
      at = next
    }
  }
  return impliedVolatility(price, terms)
}

/** Of e^(−x²/2), the density of the standard normal distribution. */
const DENSITY_SHARE = 1 / Math.sqrt(2 * Math.PI)
