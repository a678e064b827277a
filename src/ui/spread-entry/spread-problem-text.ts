import type { KeyOf, Translate } from '../i18n/words'
import { shownValues } from '../trading-kit/problem-words'

type Unprefixed<K> = K extends `problem.${infer Key}` ? Key : never

/** What stands in the way of a press: where it is said, a key of `spread:problem`, and the bound that was passed. */
export interface SpreadTicketProblem {
  readonly field: 'price' | 'qty' | 'order'
  readonly key: Unprefixed<KeyOf<'spread'>>
  readonly values: Readonly<Record<string, string>>
}

/** Words for a problem, its bounds written as numbers of the page's language. */
export function problemText(t: Translate<'spread'>, { key, values }: SpreadTicketProblem): string {
  return t(`problem.${key}`, shownValues(values))
}
