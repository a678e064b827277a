import { Decimal } from 'decimal.js'
import { canonical, type DecimalText } from './decimal-text'

export * from './decimal-text'

/** Precision 40 and no exponent: every product of two wire numbers is exact; each rounding is named where it happens. */
export const Exact = Decimal.clone({ precision: 40, toExpNeg: -40, toExpPos: 60, rounding: Decimal.ROUND_HALF_UP })
export type Exact = Decimal

/** Turns a Decimal into text at a function's exit. `T` names the unit the caller vouches for. */
export function toText<T extends DecimalText>(value: Exact): T {
  return canonical(value.toFixed()) as T
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
