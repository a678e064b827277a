import type { Brand } from '../base/brand'

/*
 * What is read of a decimal's text without the arithmetic of `decimal.ts`: a page's first prices need no more, and do not
 * wait for decimal.js.
 */

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

/** Without what a plain number may have besides: leading zeros, trailing ones, a sign of zero. */
export function canonical(text: string): DecimalText {
  const negative = text.startsWith('-')
  let digits = negative ? text.slice(1) : text
  const dot = digits.indexOf('.')
  if (dot >= 0) digits = digits.replace(/0+$/, '').replace(/\.$/, '')
  digits = digits.replace(/^0+(?=\d)/, '')
  return (negative && digits !== '0' ? `-${digits}` : digits) as DecimalText
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

/** Decimal places of a canonical text: `'0.10'` cannot occur, `'0.1'` has 1, `'5'` has 0. */
export function decimalsOf(value: DecimalText): number {
  const dot = value.indexOf('.')
  return dot < 0 ? 0 : value.length - dot - 1
}

/**
 * A whole number of steps, for books and matching.
 * @returns `null` when the value is not a multiple of the step or passes 2^53
 */
export function toSteps(value: DecimalText, step: DecimalText): number | null {
  const places = Math.max(decimalsOf(value), decimalsOf(step))
  const [whole, one] = [wholeOf(value, places), wholeOf(step, places)]
  if (one === 0n || whole % one !== 0n) return null
  const count = Number(whole / one)
  return Number.isSafeInteger(count) ? count : null
}

/** The inverse of `toSteps`. @param count whole */
export function fromSteps<T extends DecimalText>(count: number, step: DecimalText): T {
  const places = decimalsOf(step)
  const whole = BigInt(count) * wholeOf(step, places)
  return places === 0 ? (`${whole}` as T) : pointLeft<T>(`${whole}`, places)
}

/** value × 10^places, of a value with no more places. */
function wholeOf(value: DecimalText, places: number): bigint {
  const [whole = '', fraction = ''] = value.split('.')
  return BigInt(whole + fraction.padEnd(places, '0'))
}
