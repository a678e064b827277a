import type { Side } from '../../../src/domain/order/order'
import { floorDiv } from '../scaled'
import type { SpreadTerms } from './product-terms'

/** The prices of both legs, each in its own ticks. */
export interface LegPrices {
  readonly first: number
  readonly second: number
}

/**
 * At which prices the legs of a spread trade at `ticks`. Each stands off its mark by half of what the price is off the
 * difference of the marks:
 *
 *   first = (price + mark 1 + mark 2) / 2, half up to the spread's tick;  second = first − price
 *
 * so that the difference of the two is the price exactly.
 */
export function legPrices({ ticksPerLeg }: SpreadTerms, ticks: number, marks: LegPrices): LegPrices {
  const [ofFirst, ofSecond] = ticksPerLeg
  // Over the product of both ratios everything is a whole number.
  const over = ticks * ofFirst * ofSecond + marks.first * ofSecond + marks.second * ofFirst
  const under = 2 * ofFirst * ofSecond
  const first = floorDiv(2 * over + under, 2 * under)
  return { first: first * ofFirst, second: (first - ticks) * ofSecond }
}

/** Who buys a spread buys the first leg and sells the second. */
export function legSide(side: Side, place: 0 | 1): Side {
  return (side === 'buy') === (place === 0) ? 'buy' : 'sell'
}
