import { decimalsOf, parseDecimalText } from '../../domain/decimal'
import { formatCoin, formatNumber } from '../format'
import type { KeyOf, Translate } from '../i18n/words'

type Unprefixed<K> = K extends `problem.${infer Key}` ? Key : never

/** What stands in the way of a press: where it is said, a key of `option:problem`, and the bound that was passed. */
export interface OptionTicketProblem {
  readonly field: 'price' | 'volatility' | 'qty' | 'order'
  readonly key: Unprefixed<KeyOf<'option'>>
  readonly values: Readonly<Record<string, string>>
}

/** Words for a problem, its bounds written as numbers of the page's language. */
export function problemText(t: Translate<'option'>, { key, values }: OptionTicketProblem): string {
  const shown = Object.entries(values).map(([name, value]) => {
    const number = parseDecimalText(value)
    if (number === null) return [name, value] as const
    const isMoney = name === 'cost' || name === 'available'
    const text = isMoney
      ? formatCoin(number, values['coin'] ?? null)
      : formatNumber(number, { decimals: decimalsOf(number) })
    return [name, text] as const
  })
  return t(`problem.${key}`, Object.fromEntries(shown))
}
