import type { Money, Qty } from '../decimal'
import type { MarginRates } from './margin-rates'

/** What an order would do to an account, as the exchange reckons it; nothing is placed. */
export interface ForetoldOrder {
  readonly rates: MarginRates
  /** By how much the balance that is available falls, settle coin; below zero where it rises. */
  readonly cost: Money
  /** The largest that an order of these terms may be now; `null` where none is taken. */
  readonly most: Qty | null
}
