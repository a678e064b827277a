import { err, ok, type Result } from '../../base/result'
import { compare, decimalsOf, Exact, parseDecimalText, roundToStep, toText, type DecimalText } from '../decimal'

/** Full-width and ideographic full stops: some keyboards write nothing else. */
const WIDE_DOTS = /[．。｡]/g
const TYPED = /^[+-]?\d*(?:\.\d*)?$/

/**
 * What a number field makes of typed text (spec §5 "Number, price and quantity inputs"): an optional sign, digits, a
 * point and digits; a leading point, full-width too, stands for `0.`; decimals beyond the precision are cut, not rounded.
 *
 * @param decimals 0 drops the decimal part
 * @returns `null` for an empty field or a lone sign
 */
export function parseTyped<T extends DecimalText>(
  text: string,
  decimals: number,
): Result<T | null, { readonly kind: 'notANumber' }> {
  const plain = text.trim().replaceAll(WIDE_DOTS, '.')
  if (!TYPED.test(plain)) return err({ kind: 'notANumber' })
  const negative = plain.startsWith('-')
  const [whole = '', fraction = ''] = plain.replace(/^[+-]/, '').split('.')
  if (whole === '' && !plain.includes('.')) return ok(null)
  const cut = fraction.slice(0, decimals)
  const value = parseDecimalText(`${negative ? '-' : ''}${whole === '' ? '0' : whole}${cut === '' ? '' : `.${cut}`}`)
  return value === null ? err({ kind: 'notANumber' }) : ok(value as T)
}

export function clamp<T extends DecimalText>(value: T, range: { readonly min: T; readonly max: T }): T {
  if (compare(value, range.min) < 0) return range.min
  return compare(value, range.max) > 0 ? range.max : value
}

export function isMultipleOf(value: DecimalText, step: DecimalText): boolean {
  return new Exact(value).mod(step).isZero()
}

/** Places that text of this step can have. */
export function decimalsOfStep(step: DecimalText): number {
  return decimalsOf(step)
}

/**
 * Moves a value by whole steps (arrow keys, step buttons, presets): it first snaps to a multiple, away from where it is
 * going, then moves; the result is clamped, and below the minimum it is the minimum unless it is zero.
 *
 * @param count steps to go; negative is down
 */
export function moveBySteps<T extends DecimalText>(
  value: T,
  count: number,
  limits: { readonly step: DecimalText; readonly min: T; readonly max: T },
): T {
  const snapped = roundToStep(value, limits.step, count < 0 ? 'up' : 'down')
  const moved = toText<T>(new Exact(limits.step).times(count).plus(snapped))
  if (moved === '0') return moved
  const clamped = clamp(moved, limits)
  return clamped === limits.max ? roundToStep(clamped, limits.step, 'down') : clamped
}
