import type { StepScale } from '../../domain/market/step-text'

/** The signs of the reader's language between digits. */
export interface Separators {
  readonly group: string
  readonly decimal: string
}

const known = new Map<string, Separators>()

/** @returns the separators that `Intl` uses for the language; an empty `group` where digits are not grouped */
export function separatorsOf(locale: string): Separators {
  let separators = known.get(locale)
  if (separators === undefined) known.set(locale, (separators = readSeparators(locale)))
  return separators
}

/** A format takes as long to make as a panel to draw. */
function readSeparators(locale: string): Separators {
  const parts = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, useGrouping: 'always' }).formatToParts(
    12345.6,
  )
  const find = (type: string): string => parts.find((part) => part.type === type)?.value ?? ''
  return { group: find('group'), decimal: find('decimal') || '.' }
}

/**
 * A whole number of steps as text, made from the digits of the integer: no float is ever rounded for the screen.
 * Exact while `count × multiple` stays below 2^53.
 */
export function stepText(count: number, scale: StepScale, separators: Separators): string {
  const value = count * scale.multiple
  const digits = String(Math.abs(value)).padStart(scale.decimals + 1, '0')
  const whole = digits.slice(0, digits.length - scale.decimals)
  const fraction = digits.slice(digits.length - scale.decimals)
  const text = fraction === '' ? grouped(whole, separators) : grouped(whole, separators) + separators.decimal + fraction
  return value < 0 ? `−${text}` : text
}

function grouped(whole: string, { group }: Separators): string {
  if (group === '' || whole.length <= 3) return whole
  let text = whole.slice(-3)
  for (let end = whole.length - 3; end > 0; end -= 3) text = whole.slice(Math.max(0, end - 3), end) + group + text
  return text
}
