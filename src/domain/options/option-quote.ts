import { compare, Exact, roundToStep, toText, type Price } from '../decimal'
import type { OptionContract } from '../instrument/option'
import { optionValue, YEAR_MS } from './black'
import { impliedVolatility } from './implied-volatility'

/** What the model needs besides the option: the forward of its expiry, and the exchange's time. */
export interface QuoteMoment {
  readonly forward: Price
  readonly nowMs: number
}

type Quoted = Pick<OptionContract, 'strike' | 'isCall' | 'delivery' | 'tickSize' | 'minPrice'>

function termsOf({ strike, isCall, delivery }: Quoted, { forward, nowMs }: QuoteMoment) {
  const years = (delivery.timeMs - nowMs) / YEAR_MS
  return { forward: Number(forward), strike: Number(strike), isCall, years }
}

/** The nearest price of the option at a volatility (a fraction of a year's), as the exchange makes it of `orderIv`. */
export function priceOfVolatility(option: Quoted, moment: QuoteMoment, volatility: number): Price {
  const value = optionValue({ ...termsOf(option, moment), volatility })
  const nearest = roundToStep(toText<Price>(new Exact(value)), option.tickSize, 'nearest')
  return compare(nearest, option.minPrice) < 0 ? option.minPrice : nearest
}

/** Whether an option is worth less than its least price at a volatility: a buy at that price would pay many times its worth. */
export function isBelowLeastPrice(option: Quoted, moment: QuoteMoment, volatility: number): boolean {
  return new Exact(optionValue({ ...termsOf(option, moment), volatility })).lt(option.minPrice)
}

/** @returns `null` where no volatility gives the price */
export function volatilityOfPrice(option: Quoted, moment: QuoteMoment, price: Price): number | null {
  return impliedVolatility(Number(price), termsOf(option, moment))
}
