import { Decimal as Base } from 'decimal.js'

/** Numbers of the reader: its own copy of decimal.js, 60 digits, so that nobody else's settings reach it. */
export const Decimal = Base.clone({ precision: 60, rounding: Base.ROUND_HALF_UP, toExpNeg: -40, toExpPos: 60 })
export type Num = Base

export const ZERO = new Decimal(0)
export const ONE = new Decimal(1)
/** The least unit of every coin (decisions 26). */
export const UNIT = new Decimal('1e-8')

export function num(value: string | number | Num): Num {
  return new Decimal(value)
}

/** Cash is whole units of 1e-8, half up (decisions 26). */
export function cash(value: Num): Num {
  return value.toDecimalPlaces(8, Base.ROUND_HALF_UP)
}

export function sum(values: readonly Num[]): Num {
  return values.reduce((total, one) => total.plus(one), ZERO)
}

export function max(...values: readonly Num[]): Num {
  return Decimal.max(...values)
}

/** @returns the multiple of `step` at or next to `value` in this direction */
export function toStep(value: Num, step: Num, direction: 'up' | 'down' | 'near'): Num {
  const rounding = { up: Base.ROUND_CEIL, down: Base.ROUND_FLOOR, near: Base.ROUND_HALF_UP }[direction]
  return value.div(step).toDecimalPlaces(0, rounding).times(step)
}
