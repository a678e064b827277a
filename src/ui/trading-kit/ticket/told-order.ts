import type { Qty } from '../../../domain/decimal'
import type { MostSides, ToldSides } from './order-check'

/** What the exchange said of a ticket's order. */
export interface ToldOrder {
  readonly sides: ToldSides
  /** The most that each side could be. */
  readonly most: MostSides
  /** The end of the slider, whichever of the two sides is pressed. */
  readonly at100: Qty | null
}
