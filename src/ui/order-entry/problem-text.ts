import type { Translate } from '../i18n/words'
import { useTranslation } from '../i18n/use-translation'
import type { Result } from '../../base/result'
import { decimalsOf, parseDecimalText, type DecimalText, type Price } from '../../domain/decimal'
import type { PriceProblem } from '../../domain/order/price-rules'
import { formatCoin, formatNumber, formatPrice } from '../format'
import type { Problem } from '../trading-kit/order-problems'

/** Words for a problem, its bounds written as numbers of the page's language. */
export function useProblemText(): (problem: Problem) => string {
  const { t } = useTranslation('trade')
  return ({ key, values }) => {
    const shown = Object.entries(values).map(([name, value]) => {
      const number = parseDecimalText(value)
      return [name, number === null ? value : shownNumber(name, number, values['coin'] ?? null)] as const
    })
    return t(`problem.${key}`, Object.fromEntries(shown))
  }
}

function shownNumber(name: string, number: DecimalText, coin: string | null): string {
  return name === 'cost' || name === 'available'
    ? formatCoin(number, coin)
    : formatNumber(number, { decimals: decimalsOf(number) })
}

/** Why a price field of a dialog has no price. */
export function priceProblem(
  t: Translate<'trade'>,
  settled: Result<Price | null, PriceProblem>,
  tickSize: Price,
): string {
  const key = !settled.ok && settled.error.kind === 'notMultipleOfTick' ? 'tickSizeFixNumTips' : 'priceMissing'
  return t(`problem.${key}`, { tick: formatPrice(tickSize, tickSize) })
}
