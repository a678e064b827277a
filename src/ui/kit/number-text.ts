import { decimalsOf, type DecimalText } from '../../domain/decimal'
import { decimalSign } from '../format'
import { parseTyped, plainTyped, readTyped, type TypedProblem } from '../../domain/order/typed-number'

/** A field keeps no more of what is no number, and shows that there was more. */
const TEXT_MAX = 64
const SEPARATORS = /[.,\u066B\uFF0C\uFF0E\u3002\uFF61]/g

/**
 * What was typed key by key, beside what the field shows of it: a comma that became the decimal sign may turn out to part
 * groups (`1,000,000`) when the next one is typed, and groups that were whole may be broken. One field is typed into at a
 * time.
 */
let typed: { readonly shown: string; readonly keys: string } | null = null

/**
 * What a field holds after a key press or a paste (decisions 40): the first point or comma typed is the decimal sign, but
 * for `1,000`, which stays as it was typed and is no number, as it is when it is pasted; text with one reading is shown plainly, without groups and with the language's decimal sign; any other text stays as it
 * is, and the field says why it is no number. A key that changes no number, such as a space, stands where it was typed,
 * because what is typed next may make it one that does. Nothing is dropped.
 */
export function acceptText(before: string, after: string): string {
  const key = keyBetween(before, after)
  const known = typed?.shown === before ? typed.keys : hasDigitsOnly(before) ? before : null
  typed = null
  if (key === null) return settled(after, null)
  const isAtEnd = key.at === before.length
  if (known === null || (!isAtEnd && known.length !== before.length))
    return isSeparator(key.char) ? secondSeparator(before, after, key) : settled(after, { before, after })
  const at = isAtEnd ? known.length : key.at
  const keys = known.slice(0, at) + key.char + known.slice(at)
  const isDecimal = separatorsIn(keys) === 1 && !mayBeGrouped(keys)
  const text = settled(isDecimal ? keys.replace(SEPARATORS, decimalSign()) : keys, { before, after })
  if (text !== '') typed = { shown: text, keys }
  return text
}

/** A separator typed into a number that the program wrote: what was its decimal sign remains it. */
function secondSeparator(before: string, after: string, key: Key): string {
  const had = plainTyped(before, decimalSign())
  if (!had.ok) return settled(after, { before, after })
  const grouped = plainTyped(after, decimalSign())
  if (grouped.ok && grouped.value === had.value) return after
  return settled(before.slice(0, key.at) + decimalSign() + before.slice(key.at), null)
}

/** @param step what one key did to the field: a key that changes no number stays */
function settled(text: string, step: { readonly before: string; readonly after: string } | null): string {
  const plain = plainTyped(text, decimalSign())
  if (!plain.ok) return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX - 1)}…` : text
  // Nobody sees a space where nothing else stands.
  if (text.trim() === '') return ''
  const had = step === null ? null : plainTyped(step.before, decimalSign())
  const isIdle = step !== null && had?.ok === true && had.value === plain.value
  return isIdle ? step.after : shown(plain.value)
}

interface Key {
  readonly at: number
  readonly char: string
}

/** The one key that makes `after` of `before`; `null` where it was more, or something was taken away. */
function keyBetween(before: string, after: string): Key | null {
  const length = after.length - before.length
  if (length !== 1 && length !== 2) return null
  let at = 0
  while (at < before.length && before[at] === after[at]) at += 1
  const char = after.slice(at, at + length)
  // One character may be two code units.
  return [...char].length === 1 && before.slice(at) === after.slice(at + length) ? { at, char } : null
}

function hasDigitsOnly(text: string): boolean {
  return /^[+-]?\d*$/.test(text)
}

/** Three digits behind the sign that the language groups by: who types `63,000` means sixty-three thousand as likely as not. */
function mayBeGrouped(keys: string): boolean {
  return textProblem(keys)?.kind === 'twoReadings'
}

function isSeparator(char: string): boolean {
  return separatorsIn(char) === 1
}

function separatorsIn(text: string): number {
  return text.match(SEPARATORS)?.length ?? 0
}

/** Plain text as a field shows it. */
function shown(plain: string): string {
  return decimalSign() === ',' ? plain.replace('.', ',') : plain
}

/** A number in the signs of every program as a field shows it. */
export function valueText(value: string): string {
  return shown(value)
}

/** What stands in a field in the signs of every program; of text that is no number, text that is none there either. */
export function plainText(text: string): string {
  const plain = plainTyped(text, decimalSign())
  return plain.ok ? plain.value : '?'
}

/** The number a field means; `null` for an empty field, a lone sign, or anything that is no number. */
export function readText<T extends DecimalText>(text: string): T | null {
  const typed = readTyped<T>(text, decimalSign())
  return typed.ok ? typed.value : null
}

/** What stands in a field, where it is a quantity that could be sent; else nothing, for whoever repeats it elsewhere. */
export function qtyTextOf(text: string): string {
  const qty = readText(text)
  return qty === null || qty === '0' || qty.startsWith('-') ? '' : text
}

/** Why what stands in a field is no number; `null` where it is one, or nothing. */
export function textProblem(text: string): TypedProblem | null {
  const typed = readTyped(text, decimalSign())
  return typed.ok ? null : typed.error
}

/** What a field of so many places holds once it is left: further ones are cut. */
export function cutText(text: string, decimals: number): string {
  const typed = parseTyped(plainText(text), decimals)
  if (!typed.ok || typed.value === null || decimalsOf(readText(text) ?? typed.value) <= decimals) return text
  return valueText(typed.value)
}

/** Text of a value with the decimals of its step, as a field shows it: 64210 with tick 0.1 is `64210.0`. */
export function fieldText(value: DecimalText, step: DecimalText): string {
  const decimals = decimalsOf(step)
  const own = decimalsOf(value)
  const text = shown(own >= decimals ? value : `${value}${own === 0 ? '.' : ''}${'0'.repeat(decimals - own)}`)
  // What the program wrote was not typed.
  if (typed?.shown === text) typed = null
  return text
}
