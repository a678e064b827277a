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

/**
 * The end of a slider that two buttons share: what can be had whichever of them is pressed. A side that can have nothing
 * does not count, so that who holds all that the margin allows can still close with it.
 *
 * @param only the one side that can be pressed, of a phone's sheet
 */
export function sliderEnd({ buy, sell }: MostOfSides, only: Side | null): SliderEnd {
  if (only !== null) return { qty: only === 'buy' ? buy : sell, side: null }
  if (buy === '0' && sell === '0') return { qty: buy, side: null }
  if (buy === '0') return { qty: sell, side: 'sell' }
  if (sell === '0') return { qty: buy, side: 'buy' }
  if (buy === null || sell === null) return { qty: null, side: null }
  const [less, more, side] = compare(buy, sell) < 0 ? [buy, sell, 'buy' as const] : [sell, buy, 'sell' as const]
  return { qty: less, side: new Exact(less).lt(new Exact(more).times('0.9')) ? side : null }
}
