import { decimalsOf, parseDecimalText, type DecimalText } from '../../domain/decimal'
import { formatCoin, formatNumber } from '../format'
import type { QualifiedKey, Values } from '../i18n/words'
import type { Problem } from './order-problems'

/** Words for a problem, its bounds written as numbers of the page's language. */
export function problemWords(t: (key: QualifiedKey, values?: Values) => string, { key, values }: Problem): string {
  const shown = Object.entries(values).map(([name, value]) => {
    const number = parseDecimalText(value)
    return [name, number === null ? value : shownNumber(name, number, values['coin'] ?? null)] as const
  })
  return t(`trade:problem.${key}`, Object.fromEntries(shown))
}

function shownNumber(name: string, number: DecimalText, coin: string | null): string {
  return name === 'cost' || name === 'available'
    ? formatCoin(number, coin)
    : formatNumber(number, { decimals: decimalsOf(number) })
}
