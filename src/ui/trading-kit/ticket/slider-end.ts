import { compare, Exact, type Qty } from '../../../domain/decimal'
import type { Side } from '../../../domain/order/order'

/** The largest order of each side; `null` while it is not known. */
export type MostOfSides = Readonly<Record<Side, Qty | null>>

/** Where the slider is at 100 %. */
export interface SliderEnd {
  readonly qty: Qty | null
  /** Whose maximum that is, where the other side's is another by more than a tenth; `null` where they are about the same. */
  readonly side: Side | null
}

/** Of the other side's largest order: what is left behind a position that took nearly all there was. */
const NEXT_TO_NOTHING = '0.05'
/** Of the other's, from which on the one that counts is named. */
const FAR_APART = '0.9'

/**
 * The end of a slider that two buttons share: what can be had whichever of them is pressed. A side that can have next to
 * nothing beside the other does not count, so that who holds all that the margin allows can still close with it.
 *
 * @param only the one side that can be pressed, of a phone's sheet
 */
export function sliderEnd({ buy, sell }: MostOfSides, only: Side | null): SliderEnd {
  if (only !== null) return { qty: only === 'buy' ? buy : sell, side: null }
  if (buy === '0' && sell !== '0') return { qty: sell, side: 'sell' }
  if (sell === '0' && buy !== '0') return { qty: buy, side: 'buy' }
  if (buy === null || sell === null) return { qty: null, side: null }
  const [lesser, greater] = compare(buy, sell) < 0 ? (['buy', 'sell'] as const) : (['sell', 'buy'] as const)
  const most = { buy, sell }
  const isLess = (share: string): boolean => new Exact(most[lesser]).lt(new Exact(most[greater]).times(share))
  if (isLess(NEXT_TO_NOTHING)) return { qty: most[greater], side: greater }
  return { qty: most[lesser], side: isLess(FAR_APART) ? lesser : null }
}
