import type { Translate } from '../i18n/words'
import { useTranslation } from '../i18n/use-translation'
import type { Result } from '../../base/result'
import type { Price } from '../../domain/decimal'
import type { PriceProblem } from '../../domain/order/price-rules'
import { formatPrice } from '../format'
import type { Problem } from '../trading-kit/order-problems'
import { problemWords } from '../trading-kit/problem-words'

/** Words for a problem, its bounds written as numbers of the page's language. */
export function useProblemText(): (problem: Problem) => string {
  const { t } = useTranslation('trade')
  return (problem) => problemWords(t, problem)
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
