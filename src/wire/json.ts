import { Unreadable } from '../base/unreadable'
import { parseDecimalText, pointLeft, pointRight, type DecimalText } from '../domain/decimal-text'

/** A message that is not what the contract says. */
export class WireError extends Unreadable {
  override readonly name = 'WireError'
}

/** A JSON number as it was written: a double may not hold its digits. */
export class NumberText {
  constructor(readonly digits: string) {}
}

/** Longest number and largest exponent that is read: `1e999999999` would be a gigabyte of zeros. */
const NUMBER_LENGTH_MAX = 60
const EXPONENT_MAX = 40

/**
 * A decimal as text, or as a number whose digits are there.
 * @returns `null` for what is none (a double is none: it may have lost digits already), or longer than anything here
 */
export function decimalOf(value: unknown): DecimalText | null {
  if (typeof value === 'string') return parseDecimalText(value)
  return value instanceof NumberText ? parseDecimalText(plainDigits(value.digits)) : null
}

/** `1.5e-3` as `0.0015`: the point is moved, nothing is reckoned. @returns an empty text beyond the bounds */
function plainDigits(number: string): string {
  if (number.length > NUMBER_LENGTH_MAX) return ''
  const [mantissa = '', power] = number.toLowerCase().split('e')
  if (power === undefined) return mantissa
  const exponent = Number(power)
  if (Math.abs(exponent) > EXPONENT_MAX) return ''
  const sign = mantissa.startsWith('-') ? '-' : ''
  const [whole = '', fraction = ''] = mantissa.slice(sign.length).split('.')
  const digits = whole + fraction
  const point = whole.length + exponent
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  if (point >= digits.length) return `${sign}${digits}${'0'.repeat(point - digits.length)}`
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`
}

/** Any JSON object, before its fields were looked at. */
export type JsonObject = { readonly [key: string]: unknown }

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof NumberText)
}

export function asObject(value: unknown, field: string): JsonObject {
  if (!isObject(value)) throw new WireError(field, value)
  return value
}

export function asArray(value: unknown, field: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new WireError(field, value)
  return value
}

export function readText(json: JsonObject, field: string): string {
  const value = json[field]
  if (typeof value !== 'string') throw new WireError(field, value)
  return value
}

/** Missing, null and the empty string are all "not set" on this wire. */
export function isGiven(json: JsonObject, field: string): boolean {
  const value = json[field]
  return value !== undefined && value !== null && value !== ''
}

export function readOptionalText(json: JsonObject, field: string): string | null {
  const value = json[field]
  if (value === undefined || value === null || value === '') return null
  if (typeof value !== 'string') throw new WireError(field, value)
  return value
}

/** What a field says, whatever it is to be: for an echo, or for whoever judges texts. Empty for what is no word. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (value instanceof NumberText) return value.digits
  return typeof value === 'number' ? String(value) : ''
}

export function readFlag(json: JsonObject, field: string): boolean {
  const value = json[field]
  if (typeof value !== 'boolean') throw new WireError(field, value)
  return value
}

/** A whole number in the safe range, sent as a number or as digits. */
export function readInteger(json: JsonObject, field: string): number {
  const value = json[field]
  const number = typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) throw new WireError(field, value)
  return number
}

/** A decimal string. JSON numbers are refused: they may have lost digits already (decisions 6). */
export function readDecimal<T extends DecimalText>(json: JsonObject, field: string): T {
  const value = json[field]
  const text = typeof value === 'string' ? parseDecimalText(value) : null
  if (text === null) throw new WireError(field, value)
  return text as T
}

export function readOptionalDecimal<T extends DecimalText>(json: JsonObject, field: string): T | null {
  const value = json[field]
  if (value === undefined || value === null || value === '') return null
  return readDecimal<T>(json, field)
}

/** A scaled integer (E8, E4, E2) as its decimal: `scaled(row, 'leverageE2', 2)` of `'1050'` is `'10.5'`. */
export function readScaled<T extends DecimalText>(json: JsonObject, field: string, scale: 2 | 4 | 8): T {
  const value = json[field]
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || !/^-?\d{1,18}$/.test(text)) throw new WireError(field, value)
  return pointLeft<T>(text, scale)
}

/** @throws WireError when the value has more decimals than the scale can hold */
export function writeScaled(value: DecimalText, scale: 2 | 4 | 8, field: string): string {
  const scaled = pointRight(value, scale)
  if (scaled === null) throw new WireError(field, value)
  return scaled
}

/** Looks a wire word up in a table of the words this contract knows. */
export function readWord<T>(json: JsonObject, field: string, words: ReadonlyMap<string, T>): T {
  const value = json[field]
  const word = typeof value === 'string' ? words.get(value) : undefined
  if (word === undefined) throw new WireError(field, value)
  return word
}

/** Builds a wire-to-domain table from a domain-to-wire one. A Map, so that `constructor` is not a word. */
export function invert<K extends string>(table: Readonly<Record<K, string>>): ReadonlyMap<string, K> {
  return new Map((Object.entries(table) as [K, string][]).map(([key, word]) => [word, key]))
}
