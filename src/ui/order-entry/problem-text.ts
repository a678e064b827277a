import { useTranslation } from '../i18n/use-translation'
import type { Problem } from '../trading-kit/order-problems'
import { problemWords } from '../trading-kit/problem-words'

/** Words for a problem, its bounds written as numbers of the page's language. */
export function useProblemText(): (problem: Problem) => string {
  const { t } = useTranslation('trade')
  return (problem) => problemWords(t, problem)
}
