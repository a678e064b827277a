import { useTranslation } from 'react-i18next'
import type { DecimalText } from '../../domain/decimal'
import { formatMoney, formatNumber } from '../format'
import { decimalsOf, parseDecimalText } from '../../domain/decimal'
import type { Problem } from './order-problems'

/** Words for a problem, its bounds written as numbers of the page's language. */
export function useProblemText(): (problem: Problem) => string {
  const { t } = useTranslation('trade')
  return ({ key, values }) => {
    const shown = Object.entries(values).map(([name, value]) => {
      const number = parseDecimalText(value)
      return [name, number === null ? value : shownNumber(name, number)] as const
    })
    return t(`problem.${key}`, Object.fromEntries(shown))
  }
}

function shownNumber(name: string, number: DecimalText): string {
  return name === 'cost' || name === 'available'
    ? formatMoney(number)
    : formatNumber(number, { decimals: decimalsOf(number) })
}
