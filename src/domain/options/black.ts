import { normalDensity, normalDistribution } from './normal'

/** 365 days (semantics.md §1.7). */
export const YEAR_MS = 365 * 86_400_000

/**
 * A European option on a forward, without interest (semantics.md §1.7): numbers of the model, never of an account's
 * money, which is rounded where it becomes some.
 */
export interface OptionTerms {
  /** Price of the underlying for the option's expiry; not the index. */
  readonly forward: number
  readonly strike: number
  readonly isCall: boolean
  /** Of a year, as a fraction: 0.6 is 60 %. */
  readonly volatility: number
  /** Time to expiry; at and below zero the option is worth what it pays. */
  readonly years: number
}

/** What an option's value does when something else changes, per option on one coin. */
export interface Greeks {
  /** By one unit of the forward. */
  readonly delta: number
  /** Delta by one unit of the forward. */
  readonly gamma: number
  /** By one point of volatility, a hundredth. */
  readonly vega: number
  /** By one day that passes. */
  readonly theta: number
}

/** Black-76, in the forward's currency. */
export function optionValue({ forward, strike, isCall, volatility, years }: OptionTerms): number {
  const deviation = volatility * Math.sqrt(Math.max(0, years))
  const sign = isCall ? 1 : -1
  if (deviation === 0 || strike <= 0) return Math.max(0, sign * (forward - strike))
  const d1 = Math.log(forward / strike) / deviation + deviation / 2
  const value = sign * (forward * normalDistribution(sign * d1) - strike * normalDistribution(sign * (d1 - deviation)))
  // Far out of the money the difference of two small numbers may fall below zero by its last digit.
  return Math.max(0, value)
}

/** The textbook's greeks; zeros, and a delta of 0 or ±1, once nothing is left of time or volatility. */
export function optionGreeks({ forward, strike, isCall, volatility, years }: OptionTerms): Greeks {
  const root = Math.sqrt(Math.max(0, years))
  const deviation = volatility * root
  const sign = isCall ? 1 : -1
  if (deviation === 0 || strike <= 0) {
    return { delta: sign * (forward - strike) > 0 ? sign : 0, gamma: 0, vega: 0, theta: 0 }
  }
  const d1 = Math.log(forward / strike) / deviation + deviation / 2
  const density = normalDensity(d1)
  return {
    delta: sign * normalDistribution(sign * d1),
    gamma: density / (forward * deviation),
    vega: (forward * density * root) / 100,
    theta: (-forward * density * volatility) / (2 * root) / 365,
  }
}

/**
 * Greeks as a ticker shows them. Within the last day the one published sample has gamma and theta times the days that
 * are left (semantics.md §1.7, a hypothesis of one sample), which keeps both from growing beyond all bounds.
 */
export function tickerGreeks(terms: OptionTerms): Greeks {
  const greeks = optionGreeks(terms)
  const days = Math.min(1, Math.max(0, terms.years * 365))
  return { ...greeks, gamma: greeks.gamma * days, theta: greeks.theta * days }
}
