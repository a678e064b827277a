import { type DecimalText, Exact, type Money, toText } from '../../../src/domain/decimal'
import { mulDiv, mulDivSigned, ONE_E8 } from '../scaled'

/** An amount or a rate as the rules of the domain take it. */
export function textOf<T extends DecimalText = Money>(amountE8: number): T {
  return toText<T>(new Exact(amountE8).div(ONE_E8))
}

/** An amount or a rate of the domain's rules, to the unit below. */
export function countOf(amount: DecimalText): number {
  return new Exact(amount).times(ONE_E8).toDecimalPlaces(0, Exact.ROUND_FLOOR).toNumber()
}

/** What coins are worth, E8 of a US dollar, half up. */
export function dollarsOf(amountE8: number, priceE8: number): number {
  return mulDivSigned(amountE8, priceE8, ONE_E8)
}

/** How many coins so many dollars buy, to the unit below. */
export function coinsFor(dollarsE8: number, priceE8: number): number {
  return dollarsE8 >= 0 ? mulDiv(dollarsE8, ONE_E8, priceE8, 'down') : 0 - mulDiv(-dollarsE8, ONE_E8, priceE8, 'up')
}
