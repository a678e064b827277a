import type { SpreadTerms } from './product-terms'

/** What a fill of a spread is made in; `Leg` is a market. */
export interface LegsOf<Leg> {
  readonly first: Leg
  readonly second: Leg
  readonly terms: SpreadTerms
  /** Which of them is a pair, whose fills pay with coins; `null` where both are contracts. */
  readonly pairPlace: 0 | 1 | null
}
