import {
  add,
  compare,
  decimalsOf,
  parseDecimalText,
  roundToStep,
  subtract,
  type DecimalText,
} from '../../domain/decimal'

/** An optional sign, digits, a point, digits: what a field holds while it is being typed. */
const TYPED = /^[+-]?\d*(\.\d*)?$/

/**
 * What a field holds after a key press or a paste (both go through this one grammar, spec §5).
 *
 * @param decimals digits kept behind the point; more are truncated, 0 drops the point
 * @returns the new text, or `before` when `typed` is no number
 */
export function acceptText(before: string, typed: string, decimals: number): string {
  let text = typed.trim().replace(/[．。]/g, '.')
  if (text.startsWith('.')) text = `0${text}`
  if (!TYPED.test(text)) return before
  const dot = text.indexOf('.')
  if (dot < 0) return text
  return decimals === 0 ? text.slice(0, dot) : text.slice(0, dot + 1 + decimals)
}

/** The number a field means; `null` for an empty field, a lone sign, or anything that is no number. */
export function readText<T extends DecimalText>(text: string): T | null {
  const plain = text
    .replace(/^\+/, '')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.$/, '')
  return parseDecimalText(plain) as T | null
}

export interface Bounds<T> {
  readonly step: T
  readonly min: T
  readonly max: T
}

/**
 * The value a field settles on when it is left: up to the next multiple of the step, then into its bounds.
 * A step above 1 is never corrected, only named (`tickSizeFixNumTips`, spec §5).
 */
export function settle<T extends DecimalText>(value: T, { step, min, max }: Bounds<T>): T {
  const onStep = isCoarse(step) ? value : roundToStep(value, step, 'up')
  return clamp(onStep, { min, max })
}

/** One step up or down from the nearest multiple, inside the bounds; below the minimum means the minimum. */
export function stepFrom<T extends DecimalText>(value: T | null, direction: 1 | -1, { step, min, max }: Bounds<T>): T {
  if (value === null) return min
  const snapped = roundToStep(value, step, direction === 1 ? 'down' : 'up')
  const next = roundToStep<T>(addSteps(snapped, step, direction), step, 'nearest')
  return clamp(next, { min, max })
}

/** Text of a value with the decimals of its step, as a field shows it: 64210 with tick 0.1 is `64210.0`. */
export function fieldText(value: DecimalText, step: DecimalText): string {
  const decimals = decimalsOf(step)
  const own = decimalsOf(value)
  if (own >= decimals) return value
  return `${value}${own === 0 ? '.' : ''}${'0'.repeat(decimals - own)}`
}

/** Whether a step is above 1, where the specification wants a message and not a correction. */
export function isCoarse(step: DecimalText): boolean {
  return compare(step, '1' as DecimalText) > 0
}

export function isMultiple(value: DecimalText, step: DecimalText): boolean {
  return roundToStep(value, step, 'down') === value
}

function clamp<T extends DecimalText>(value: T, { min, max }: { readonly min: T; readonly max: T }): T {
  if (compare(value, min) < 0) return min
  return compare(value, max) > 0 ? max : value
}

function addSteps<T extends DecimalText>(value: T, step: T, direction: 1 | -1): T {
  return direction === 1 ? add(value, step) : subtract(value, step)
}
