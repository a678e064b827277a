import type { MarginRates } from '../../../domain/account/margin-rates'
import type { Money, Qty } from '../../../domain/decimal'
import type { Side } from '../../../domain/order/order'
import type { Rejection } from '../../../workers/presses'

/** What the exchange said of an order that was not sent. */
export interface CheckedOrder {
  /** `null` where it would be refused. */
  readonly rates: MarginRates | null
  /** What it takes of the balance that is available: nothing, where it gives more than it takes. `null` where refused. */
  readonly cost: Money | null
  /** What would have to be free, where that is lacking. */
  readonly required: Money | null
  readonly rejection: Rejection | null
}

export type ToldSides = Readonly<Record<Side, CheckedOrder | null>>
export type MostSides = Readonly<Record<Side, Qty | null>>

/** What the exchange said of a ticket's order. */
export interface ToldOrder {
  readonly sides: ToldSides
  /** The most that each side could be. */
  readonly most: MostSides
  /** It is of the terms before the last change, and asked for anew. */
  readonly isAsking: boolean
}

/** Marks what stands there while it is asked for anew. */
export function whileAsking(isAsking: boolean | undefined): {
  readonly 'data-stale'?: ''
  readonly 'aria-busy'?: true
} {
  return isAsking === true ? { 'data-stale': '', 'aria-busy': true } : {}
}
