import type { Qty } from '../decimal'
import type { SpotPair } from './spot-pair'

/** What a token is: money of a state counts as fiat. */
export type TokenType = 'chain' | 'fiat'

/** Pairs that are quoted in one coin (spec §3, quote-token group). */
export interface QuoteGroup {
  readonly coin: string
  readonly fullName: string
  readonly tokenType: TokenType
  readonly zeroFee: SpotPair['zeroFee']
  /** Tags by which the group's list may be narrowed. */
  readonly tags: readonly string[]
  readonly pairs: readonly SpotPair[]
  /** What is traded of each in a day, base coin, in the order of `pairs`: lists are ordered by it. */
  readonly volumes: readonly Qty[]
}
