import type { AccountKind } from '../domain/account/wallet'
import type { Qty } from '../domain/decimal'

/** What a visitor does with paper accounts. */
export type VisitorAct =
  /** Opens the account of a kind, or returns to it. */
  | { readonly kind: 'change'; readonly account: AccountKind }
  /** Leaves all accounts of this browser for good. */
  | { readonly kind: 'signOut' }
  | { readonly kind: 'give'; readonly coin: string; readonly amount: Qty }
  /** Gives the account in use another name. */
  | { readonly kind: 'rename'; readonly name: string }
  | { readonly kind: 'list' }

/** One of the visitor's accounts, as he calls it. */
export interface NamedAccount {
  readonly account: string
  readonly name: string
}
