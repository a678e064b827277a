import type { Qty } from '../../src/domain/decimal'

/** What an account asks of its market-maker protection in the options on a coin. */
export type ProtectionChange =
  | {
      readonly kind: 'set'
      readonly coin: string
      readonly windowMs: number
      /** Zero: until it is reset. */
      readonly frozenMs: number
      /** Of the coin. */
      readonly qtyLimit: string
      readonly deltaLimit: string
    }
  | { readonly kind: 'reset'; readonly coin: string }

export interface ProtectionInForce {
  readonly windowMs: number
  readonly frozenMs: number
  readonly qtyLimit: Qty
  readonly deltaLimit: Qty
  /** Zero where it is not frozen, `'reset'` until somebody resets it. */
  readonly frozenUntilMs: number | 'reset'
}
