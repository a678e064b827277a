import { decimalsOf, parseDecimalText, type DecimalText } from '../../domain/decimal'
import { formatCoin, formatNumber } from '../format'
import type { QualifiedKey, Values } from '../i18n/words'
import type { Problem } from './order-problems'

/** Words for a problem, its bounds written as numbers of the page's language. */
export function problemWords(t: (key: QualifiedKey, values?: Values) => string, { key, values }: Problem): string {
  return t(`trade:problem.${key}`, shownValues(values))
}

/** What a sentence about a problem names, its numbers as the page's language writes them. */
export function shownValues(values: Readonly<Record<string, string>>): Values {
  const shown = Object.entries(values).map(([name, value]) => {
    const number = parseDecimalText(value)
    return [name, number === null ? value : shownNumber(name, number, values['coin'] ?? null)] as const
  })
  return Object.fromEntries(shown)
}

function shownNumber(name: string, number: DecimalText, coin: string | null): string {
  return name === 'cost' || name === 'available'
    ? formatCoin(number, coin)
    : formatNumber(number, { decimals: decimalsOf(number) })
}
