import { normalDensity } from '../../src/domain/options/normal'
import { optionValue } from '../../src/domain/options/black'
import { volatilityAt, type SurfaceSlice } from './volatility-surface'

/** What call and put of one strike are worth, in whole ticks, and what makers need to quote them. */
export interface StrikeValues {
  readonly callTicks: number
  readonly putTicks: number
  /** Of a year, as a fraction. */
  readonly volatility: number
  /** Of call and put alike, ticks by a hundredth of volatility. */
  readonly vegaTicks: number
  /** How far the strike is from the forward, in standard deviations to the expiry; at most `FAR_MAX`. */
  readonly distance: number
}

const FAR_MAX = 6

/**
 * Values one strike. The side that is out of the money is worth what the model says, to the tick; the other one as much
 * more as forward and strike are apart, so that put-call parity holds to the last tick.
 */
export function strikeValues(slice: SurfaceSlice, forwardTicks: number, strikeTicks: number): StrikeValues {
  const { years } = slice
  const volatility = volatilityAt(slice, forwardTicks, strikeTicks)
  const isCallOutside = strikeTicks >= forwardTicks
  const terms = { forward: forwardTicks, strike: strikeTicks, isCall: isCallOutside, volatility, years }
  const outside = Math.round(optionValue(terms))
  const inside = outside + Math.abs(forwardTicks - strikeTicks)
  const deviation = volatility * Math.sqrt(Math.max(0, years))
  const distance =
    deviation === 0 ? FAR_MAX : Math.min(FAR_MAX, Math.abs(Math.log(strikeTicks / forwardTicks)) / deviation)
  return {
    callTicks: isCallOutside ? outside : inside,
    putTicks: isCallOutside ? inside : outside,
    volatility,
    vegaTicks: (forwardTicks * normalDensity(distance) * Math.sqrt(Math.max(0, years))) / 100,
    distance,
  }
}

/** Half of a maker's spread: points of volatility by distance and time, and a share of the forward's own spread. */
const POINTS = { atTheMoney: 0.35, byDistance: 0.4, byYear: 0.5, most: 4 }
const FORWARD_SHARE = 0.0002

/** Half of the spread that makers keep on a strike, ticks: wider far from the forward and far from now. */
export function halfSpreadTicks({ vegaTicks, distance }: StrikeValues, years: number, forwardTicks: number): number {
  const points = POINTS.atTheMoney + POINTS.byDistance * distance + POINTS.byYear * Math.sqrt(Math.max(0, years))
  return vegaTicks * Math.min(POINTS.most, points) + forwardTicks * FORWARD_SHARE * Math.exp(-distance)
}
