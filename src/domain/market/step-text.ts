import { decimalsOf, type DecimalText } from '../decimal-text'

/**
 * How a step such as a tick or a lot counts: a value has `decimals` places and is a multiple of `multiple` in the last
 * of them. 0.1 is (1, 1), 0.05 is (2, 5), 0.5 is (1, 5), 5 is (0, 5).
 */
export interface StepScale {
  readonly decimals: number
  readonly multiple: number
}

export function stepScale(step: DecimalText): StepScale {
  return { decimals: decimalsOf(step), multiple: Number(step.replace('.', '')) }
}

/** Powers of ten that are exact in a double; a value with more places than this is refused. */
const POWER = Array.from({ length: 16 }, (_, n) => 10 ** n)

/**
 * Reads plain decimal text as an integer with `decimals` places, from its digits and without a rounding:
 * `scaledDigits('64218.3', 2)` is 6421830.
 * @returns `null` for anything but `-?digits[.digits]`, for places beyond `decimals`, and past 2^53
 */
export function scaledDigits(text: string, decimals: number): number | null {
  const negative = text.charCodeAt(0) === 45
  let value = 0
  let digits = 0
  let places = -1
  for (let i = negative ? 1 : 0; i < text.length; i++) {
    const digit = text.charCodeAt(i) - 48
    if (digit >= 0 && digit <= 9) {
      value = value * 10 + digit
      digits++
      if (places >= 0) places++
    } else if (digit === -2 && places < 0 && digits > 0) places = 0
    else return null
  }
  if (digits === 0 || places === 0) return null
  const missing = decimals - Math.max(places, 0)
  if (missing < 0 || missing >= POWER.length) return null
  value *= POWER[missing]!
  if (value > Number.MAX_SAFE_INTEGER) return null
  // Never minus zero: it would be another value to a map and to a test.
  return negative && value !== 0 ? -value : value
}

/** @returns the whole number of steps that the text is, or `null` when it is none */
export function stepsOf(text: string, scale: StepScale): number | null {
  const value = scaledDigits(text, scale.decimals)
  if (value === null) return null
  const steps = value / scale.multiple
  return Number.isInteger(steps) ? steps : null
}

/**
 * Writes a value of `decimals` places as canonical decimal text, in ASCII, backwards from `end`.
 * @param value a safe integer
 * @returns where the text starts
 */
export function writeDigits(value: number, decimals: number, buffer: Uint8Array, end: number): number {
  let rest = value < 0 ? -value : value
  let places = decimals
  let at = end
  let written = 0
  // Digits above 2^31 go the slow way, one by one; the rest is small-integer arithmetic, some times faster.
  while (rest > 0x7fffffff) {
    const tenth = Math.floor(rest / 10)
    const digit = rest - tenth * 10
    rest = tenth
    if (digit === 0 && written === 0 && places > 0) {
      places--
      continue
    }
    if (written === places && places > 0) buffer[--at] = 46
    buffer[--at] = 48 + digit
    written++
  }
  let small = rest | 0
  if (written === 0) {
    while (places > 0 && small % 10 === 0) {
      small = (small / 10) | 0
      places--
    }
  }
  do {
    if (written === places && places > 0) buffer[--at] = 46
    const tenth = (small / 10) | 0
    buffer[--at] = 48 + small - tenth * 10
    small = tenth
    written++
  } while (small > 0 || written <= places)
  if (value < 0) buffer[--at] = 45
  return at
}
