/**
 * Whole-number arithmetic on scaled values: exact for safe integers (|n| < 2^53). The limit on orders (`VALUE_MAX_E8`)
 * keeps every fill within them. A price that moves far enough can take the value of an open position beyond: then a
 * value, and what follows from it, is the nearest number (a unit or two of 1e-8 off), never cut and never an exception.
 */

/** One whole, for rates in E8 and for coins in E8. */
export const ONE_E8 = 100_000_000
/** 1×, for leverage in E2. */
export const ONE_E2 = 100
/** 2^53 − 1. */
export const SAFE_MAX = Number.MAX_SAFE_INTEGER
/**
 * Largest value, in E8, of one account's position and orders of one side in one contract: half of the safe range
 * (45 million USDT), so that a sum of two such values stays exact.
 */
export const VALUE_MAX_E8 = 2 ** 52

/** `halfUp` moves a half away from zero, as decisions 26 rounds cash; `down` and `up` are for amounts ≥ 0. */
export type Rounding = 'halfUp' | 'down' | 'up'

/** dividend / divisor, both ≥ 0 and safe. Below 2^53 the floating quotient never reaches the next whole number. */
function quotient(dividend: number, divisor: number, rounding: Rounding): number {
  const whole = Math.floor(dividend / divisor)
  const rest = dividend - whole * divisor
  if (rest === 0 || rounding === 'down') return whole
  if (rounding === 'up') return whole + 1
  return rest >= divisor - rest ? whole + 1 : whole
}

/**
 * a × b / d with one named rounding, exact whatever the size of the product.
 *
 * Small products are computed directly; larger ones by splitting a = k·d + r, so that a·b/d = k·b + r·b/d; and what is
 * left over by big integers.
 *
 * @param a ≥ 0
 * @param b ≥ 0
 * @param d > 0
 * @returns the nearest number where the result passes 2^53
 */
export function mulDiv(a: number, b: number, d: number, rounding: Rounding): number {
  const product = a * b
  if (product <= SAFE_MAX) return quotient(product, d, rounding)
  // Splitting the larger factor keeps both parts small: value × rate never needs big integers.
  if (a < b) return mulDiv(b, a, d, rounding)
  if (a > SAFE_MAX) return mulDivBig(BigInt(a), BigInt(b), BigInt(d), rounding)
  const whole = Math.floor(a / d)
  const high = whole * b
  const low = (a - whole * d) * b
  if (high <= SAFE_MAX && low <= SAFE_MAX) {
    const result = high + quotient(low, d, rounding)
    if (result <= SAFE_MAX) return result
  }
  return mulDivBig(BigInt(a), BigInt(b), BigInt(d), rounding)
}

function mulDivBig(a: bigint, b: bigint, d: bigint, rounding: Rounding): number {
  const product = a * b
  const rest = product % d
  let result = product / d
  if (rounding === 'up' && rest > 0n) result += 1n
  if (rounding === 'halfUp' && rest * 2n >= d) result += 1n
  return Number(result)
}

/** `mulDiv` rounded half up for a signed `a`: the sign is set aside, so that equal sizes round alike. Never −0. */
export function mulDivSigned(a: number, b: number, d: number): number {
  return a < 0 ? 0 - mulDiv(-a, b, d, 'halfUp') : mulDiv(a, b, d, 'halfUp')
}

/** dividend / divisor towards minus infinity; dividend signed, divisor > 0. */
export function floorDiv(dividend: number, divisor: number): number {
  return dividend >= 0 ? quotient(dividend, divisor, 'down') : 0 - quotient(-dividend, divisor, 'up')
}
