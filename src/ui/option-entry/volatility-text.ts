import { Exact, toText, type Rate } from '../../domain/decimal'
import { fieldText } from '../kit/number-text'

/** Volatilities are typed in per cent, with two decimals; one step of the arrow keys is a tenth of a point. */
const STEP = '0.01' as Rate
const ARROW = '0.1'

/** A volatility as the field has it. */
export function percentText(volatility: number): string {
  return fieldText(toText<Rate>(new Exact(volatility).times(100).toDecimalPlaces(2)), STEP)
}

/** One step of the arrow keys further; never below zero. */
export function steppedPercent(typed: Rate | null, sign: 1 | -1): string {
  const next = new Exact(typed ?? '0').plus(new Exact(ARROW).times(sign))
  return fieldText(toText<Rate>(Exact.max(0, next)), STEP)
}
