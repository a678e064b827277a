import { err, ok, type Result } from '../../base/result'
import { compare, Exact, parseDecimalText, roundToStep, toText, type DecimalText } from '../decimal'

/** What the language of the page writes between whole and fraction. */
export type DecimalSign = '.' | ','

/** Why text is no number: nobody reads it as one, or it may be read in two ways, as `1,000` may. */
export type TypedProblem = { readonly kind: 'notANumber' } | { readonly kind: 'twoReadings' }

/** Longer text is no price and no quantity. */
const TYPED_MAX = 40
const MINUS = /^[-\u2212\uFE63\uFF0D]/
const PLUS = /^[+\uFE62\uFF0B]/
/** What some keyboards write for point and comma: full-width, ideographic. */
const POINTS = /[\uFF0E\u3002\uFF61]/g
const COMMAS = /\uFF0C/g
/** The decimal sign and the sign between groups of Arabic, which nobody can take for each other. */
const ARABIC_POINT = '\u066B'
const ARABIC_GROUP = '\u066C'
/** What stands between groups of digits besides a point and a comma. */
const SPACES = /[\u0020\u00A0\u2007\u2009\u202F]/g
/** Marks of the direction of writing, which nobody sees: they come with numbers copied from Arabic or Hebrew pages. */
const DIRECTIONS = /[\u061C\u200E\u200F]/g
const APOSTROPHES = /[\u2019\uFF07]/g

/**
 * What a reader takes typed or pasted text for (decisions 40): digits of any script, one decimal point or comma, groups
 * of digits (of three, or as in India), with a sign before them. A point or comma that can only be one of the two is
 * that; alone and the language's own decimal sign, it is the decimal sign.
 *
 * @returns `null` for an empty field or a lone sign; every digit that stands in the text, in canonical form
 */
export function readTyped<T extends DecimalText>(
  text: string,
  sign: DecimalSign = '.',
): Result<T | null, TypedProblem> {
  const plain = plainTyped(text, sign)
  if (!plain.ok) return plain
  if (plain.value === '' || plain.value === '-') return ok(null)
  const value = parseDecimalText(plain.value.replace(/\.$/, ''))
  return value === null ? err({ kind: 'notANumber' }) : ok(value as T)
}

/**
 * The text of `readTyped` written plainly: a minus, ASCII digits without groups, a point; zeros at the end and a point
 * without digits behind it stay, because somebody may be typing on.
 */
export function plainTyped(text: string, sign: DecimalSign = '.'): Result<string, TypedProblem> {
  const { isNegative, digits } = plainOf(text)
  const minus = isNegative ? '-' : ''
  if (digits === '') return ok(minus)
  if (digits.length > TYPED_MAX) return err({ kind: 'notANumber' })
  const readings = readingsOf(digits, sign)
  const [reading] = readings.values()
  if (reading === undefined) return err({ kind: 'notANumber' })
  return readings.size === 1 ? ok(minus + reading) : err({ kind: 'twoReadings' })
}

/**
 * The same of a field with so many places: what stands beyond them is cut, not rounded (spec §5 "Number, price and
 * quantity inputs").
 *
 * @param decimals 0 drops the decimal part
 */
export function parseTyped<T extends DecimalText>(text: string, decimals: number): Result<T | null, TypedProblem> {
  const typed = readTyped<T>(text)
  if (!typed.ok || typed.value === null) return typed
  return ok(cut(typed.value, decimals))
}

export function cut<T extends DecimalText>(value: T, decimals: number): T {
  return toText<T>(new Exact(value).toDecimalPlaces(decimals, Exact.ROUND_DOWN))
}

/** The text without space around it and without its sign, with ASCII digits, points and commas. */
function plainOf(text: string): { readonly isNegative: boolean; readonly digits: string } {
  const trimmed = text.replaceAll(DIRECTIONS, '').trim()
  const unsigned = trimmed.replace(MINUS, '').replace(PLUS, '')
  const isSigned = unsigned.length === trimmed.length - 1
  const digits = (isSigned ? unsigned : trimmed)
    .replaceAll(POINTS, '.')
    .replaceAll(COMMAS, ',')
    .replaceAll(SPACES, ' ')
    .replaceAll(APOSTROPHES, "'")
    .replaceAll(/\p{Nd}/gu, (digit) => String(digitValue(digit)))
  return { isNegative: isSigned && MINUS.test(trimmed), digits: digits.trimStart() }
}

/** Digits stand in the code in tens, from zero on; where tens follow each other, the first of them tells. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0)!
  if (code < 0x80) return code - 0x30
  let first = code
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1
  return (code - first) % 10
}

/** Every way to read unsigned text: written plainly, by the number that it means. */
function readingsOf(text: string, sign: DecimalSign): ReadonlyMap<string, string> {
  const readings = new Map<string, string>()
  const add = (whole: string, fraction: string | undefined): void => {
    const plain = `${whole === '' ? '0' : whole}${fraction === undefined ? '' : `.${fraction}`}`
    readings.set(parseDecimalText(plain.replace(/\.$/, '')) ?? plain, plain)
  }
  const own = (sign === '.' ? /^(\d*)(?:\.(\d*))?$/ : /^(\d*)(?:,(\d*))?$/).exec(text)
  if (own !== null) {
    add(own[1]!, own[2])
    return readings
  }
  for (const decimal of ['.', ',', ARABIC_POINT]) {
    const [whole = '', fraction, ...more] = text.split(decimal)
    if (more.length > 0 || !/^\d*$/.test(fraction ?? '')) continue
    const digits = /^\d*$/.test(whole) ? whole : ungrouped(whole, decimal)
    // Nobody writes `1.000,`: it is half of `1.000,5`, or a slip of the finger.
    if (digits !== null && (fraction !== '' || digits === whole)) add(digits, fraction)
  }
  return readings
}

/** @returns the digits of `1,234,567`, `12,34,567`, `1 234` and the like; `null` where the groups are no groups */
function ungrouped(text: string, decimal: string): string | null {
  for (const group of [',', '.', ' ', "'", ARABIC_GROUP]) {
    if (group === decimal || !text.includes(group)) continue
    const mark = group === '.' ? '\\.' : group
    const byThree = new RegExp(`^[1-9]\\d{0,2}(?:${mark}\\d{3})+$`)
    const asInIndia = new RegExp(`^[1-9]\\d?(?:${mark}\\d{2})+${mark}\\d{3}$`)
    return byThree.test(text) || asInIndia.test(text) ? text.replaceAll(group, '') : null
  }
  return null
}

export function clamp<T extends DecimalText>(value: T, range: { readonly min: T; readonly max: T }): T {
  if (compare(value, range.min) < 0) return range.min
  return compare(value, range.max) > 0 ? range.max : value
}

export function isMultipleOf(value: DecimalText, step: DecimalText): boolean {
  return new Exact(value).mod(step).isZero()
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
