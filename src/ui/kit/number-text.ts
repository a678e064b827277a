import { decimalsOf, type DecimalText } from '../../domain/decimal'
import { parseTyped, plainTyped, readTyped, type DecimalSign, type TypedProblem } from '../../domain/order/typed-number'

/** What the page's language writes between whole and fraction. English is the only one so far. */
const SIGN: DecimalSign = '.'
/** A field keeps no more of a paste: what is that long is no number, and says so. */
const TEXT_MAX = 64
const SEPARATOR = /^[.,\u066B\uFF0C\uFF0E\u3002\uFF61]$/

/**
 * What a field holds after a key press or a paste (decisions 40): the first point or comma typed is the decimal sign;
 * text with one reading is shown plainly, without groups; any other text stays as it is, and the field says why it is
 * no number. Nothing is dropped.
 */
export function acceptText(before: string, after: string): string {
  const text = isSeparatorTyped(before, after) ? after.replace(/[^\d+-]/u, SIGN) : after.slice(0, TEXT_MAX)
  const plain = plainTyped(text, SIGN)
  return plain.ok ? plain.value : text
}

/** The number a field means; `null` for an empty field, a lone sign, or anything that is no number. */
export function readText<T extends DecimalText>(text: string): T | null {
  const typed = readTyped<T>(text, SIGN)
  return typed.ok ? typed.value : null
}

/** What stands in a field, where it is a quantity that could be sent; else nothing, for whoever repeats it elsewhere. */
export function qtyTextOf(text: string): string {
  const qty = readText(text)
  return qty === null || qty === '0' || qty.startsWith('-') ? '' : text
}

/** Why what stands in a field is no number; `null` where it is one, or nothing. */
export function textProblem(text: string): TypedProblem | null {
  const typed = readTyped(text, SIGN)
  return typed.ok ? null : typed.error
}

/** What a field of so many places holds once it is left: further ones are cut. */
export function cutText(text: string, decimals: number): string {
  const typed = parseTyped(text, decimals)
  if (!typed.ok || typed.value === null || decimalsOf(readText(text) ?? typed.value) <= decimals) return text
  return typed.value
}

/** One key, and it is the first separator of what stands there. */
function isSeparatorTyped(before: string, after: string): boolean {
  if (after.length !== before.length + 1 || !/^[+-]?\d*$/.test(before)) return false
  const at = [...after].findIndex((char, place) => char !== before[place])
  return SEPARATOR.test(after[at]!) && after.slice(0, at) + after.slice(at + 1) === before
}

/** Text of a value with the decimals of its step, as a field shows it: 64210 with tick 0.1 is `64210.0`. */
export function fieldText(value: DecimalText, step: DecimalText): string {
  const decimals = decimalsOf(step)
  const own = decimalsOf(value)
  if (own >= decimals) return value
  return `${value}${own === 0 ? '.' : ''}${'0'.repeat(decimals - own)}`
}
