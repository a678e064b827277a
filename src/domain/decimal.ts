import { Decimal } from 'decimal.js'
import type { Brand } from '../base/brand'

/** Precision 40 and no exponent: every product of two wire numbers is exact; each rounding is named where it happens. */
export const Exact = Decimal.clone({ precision: 40, toExpNeg: -40, toExpPos: 60, rounding: Decimal.ROUND_HALF_UP })
export type Exact = Decimal

/** Canonical exact decimal text: no exponent, no leading plus, no trailing zeros. Equal values are equal strings. */
export type DecimalText = Brand<string, 'DecimalText'>
/** Quote currency per unit of base currency. Negative on spreads only. */
export type Price = Brand<DecimalText, 'Price'>
/** Base coin (linear) or contracts of one quote unit (inverse). Never negative: direction is `side`. */
export type Qty = Brand<DecimalText, 'Qty'>
/** An amount of a coin, signed. */
export type Money = Brand<DecimalText, 'Money'>
/** A fraction of one: 0.005 is 0.5 %. */
export type Rate = Brand<DecimalText, 'Rate'>
/** A multiple, such as 10 for 10×. */
export type Leverage = Brand<DecimalText, 'Leverage'>

const PLAIN = /^-?\d+(\.\d+)?$/

/** @returns canonical text, or `null` when the text is not a plain decimal number of at most 60 characters */
export function parseDecimalText(text: string): DecimalText | null {
  if (text.length > 60 || !PLAIN.test(text)) return null
  return canonical(text)
}

function canonical(text: string): DecimalText {
  const negative = text.startsWith('-')
  let digits = negative ? text.slice(1) : text
  const dot = digits.indexOf('.')
  if (dot >= 0) digits = digits.replace(/0+$/, '').replace(/\.$/, '')
  digits = digits.replace(/^0+(?=\d)/, '')
  return (negative && digits !== '0' ? `-${digits}` : digits) as DecimalText
}

/** Turns a Decimal into text at a function's exit. `T` names the unit the caller vouches for. */
export function toText<T extends DecimalText>(value: Exact): T {
  return canonical(value.toFixed()) as T
}

/** A whole number's text divided by 10^places: by moving the point, which costs a tenth of dividing. */
export function pointLeft<T extends DecimalText>(whole: string, places: number): T {
  const sign = whole.startsWith('-') ? '-' : ''
  const digits = whole.slice(sign.length).padStart(places + 1, '0')
  return canonical(`${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`) as T
}

/** @returns the text of value × 10^places, `null` where that is no whole number */
export function pointRight(value: DecimalText, places: number): string | null {
  const [whole = '', fraction = ''] = value.split('.')
  if (fraction.length > places) return null
  return canonical(whole + fraction.padEnd(places, '0'))
}

/** The text `0` in whichever unit is asked for. */
export function zero<T extends DecimalText>(): T {
  return '0' as T
}

export function isZero(value: DecimalText): boolean {
  return value === '0'
}

export function isNegative(value: DecimalText): boolean {
  return value.startsWith('-')
}

/** @returns −1, 0 or 1, as `Array.prototype.sort` wants it */
export function compare<T extends DecimalText>(a: T, b: T): -1 | 0 | 1 {
  return new Exact(a).cmp(b) as -1 | 0 | 1
}

export function add<T extends DecimalText>(a: T, b: T): T {
  return toText<T>(new Exact(a).plus(b))
}

export function subtract<T extends DecimalText>(a: T, b: T): T {
  return toText<T>(new Exact(a).minus(b))
}

export function negate<T extends DecimalText>(a: T): T {
  return toText<T>(new Exact(a).negated())
}

/** Decimal places of a canonical text: `'0.10'` cannot occur, `'0.1'` has 1, `'5'` has 0. */
export function decimalsOf(value: DecimalText): number {
  const dot = value.indexOf('.')
  return dot < 0 ? 0 : value.length - dot - 1
}

/** Fixed decimals for the screen and for wire fields that keep their scale: `('5', 2)` → `'5.00'`. */
export function toFixedText(value: DecimalText, decimals: number): string {
  return new Exact(value).toFixed(decimals)
}

export type RoundingDirection = 'up' | 'down' | 'nearest'

/** Rounds to a whole multiple of `step`: `up` and `down` are towards plus and minus infinity. */
export function roundToStep<T extends DecimalText>(value: T, step: DecimalText, direction: RoundingDirection): T {
  const mode = { up: Decimal.ROUND_CEIL, down: Decimal.ROUND_FLOOR, nearest: Decimal.ROUND_HALF_UP }[direction]
  return toText<T>(new Exact(value).div(step).toDecimalPlaces(0, mode).times(step))
}

/**
 * A whole number of steps, for books and matching.
 * @returns `null` when the value is not a multiple of the step or passes 2^53
 */
export function toSteps(value: DecimalText, step: DecimalText): number | null {
  const steps = new Exact(value).div(step)
  if (!steps.isInteger()) return null
  const count = steps.toNumber()
  return Number.isSafeInteger(count) ? count : null
}

/** The inverse of `toSteps`. */
export function fromSteps<T extends DecimalText>(count: number, step: DecimalText): T {
  return toText<T>(new Exact(count).times(step))
}
