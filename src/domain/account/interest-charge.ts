import type { Money } from '../decimal'

/** What a debt was charged at five past an hour. */
export interface InterestCharge {
  readonly coin: string
  /** What was owed, and what of it bore nothing. */
  readonly borrowed: Money
  readonly free: Money
  /** What of it unrealised losses had made. */
  readonly unrealisedLoss: Money
  readonly interest: Money
  /** Of how many hours: one, but in rows of earlier builds after a time without the exchange. */
  readonly hours: number
  readonly timeMs: number
  readonly seq: number
}
