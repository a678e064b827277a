import { decimalsOf, type DecimalText } from '../../domain/decimal'
import { parseTyped } from '../../domain/order/typed-number'

/** More decimals than any step has: reading a field must not cut what typing has kept. */
const ALL_DECIMALS = 40

/**
 * What a field shows after a key press or a paste: the text as typed, cut to its decimals, or `before` when it is no
 * number. Both ways in go through the one grammar of the domain (spec §5, reliability.md §6.1 item 39).
 *
 * @param decimals digits kept behind the point; 0 drops the point
 */
export function acceptText(before: string, typed: string, decimals: number): string {
  const plain = typed.trim().replaceAll(/[．。｡]/g, '.')
  if (!parseTyped(plain, decimals).ok) return before
  const text = plain.replace(/^([+-]?)\./, '$10.')
  const dot = text.indexOf('.')
  if (dot < 0) return text
  return decimals === 0 ? text.slice(0, dot) : text.slice(0, dot + 1 + decimals)
}

/** The number a field means; `null` for an empty field, a lone sign, or anything that is no number. */
export function readText<T extends DecimalText>(text: string): T | null {
  const typed = parseTyped<T>(text, ALL_DECIMALS)
  return typed.ok ? typed.value : null
}

/** Text of a value with the decimals of its step, as a field shows it: 64210 with tick 0.1 is `64210.0`. */
export function fieldText(value: DecimalText, step: DecimalText): string {
  const decimals = decimalsOf(step)
  const own = decimalsOf(value)
  if (own >= decimals) return value
  return `${value}${own === 0 ? '.' : ''}${'0'.repeat(decimals - own)}`
}
