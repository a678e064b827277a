import { Exact, toText, type Price } from '../../../src/domain/decimal'
import type { Execution } from '../../../src/domain/order/execution'
import { direction, type Payoff } from '../../../src/domain/risk/payoff'
import type { Side } from '../../../src/domain/order/order'

/**
 * The entry price of what a fill closed or settled, from its own figures: the result is the difference of the value
 * and the cost, both whole units of 1e-8, so nothing is lost on the way back. So it is known of every row there ever
 * was.
 *
 * @param held side of the position that it belonged to
 * @returns at 8 decimals, half up, as positions show it; `null` where nothing was closed
 */
export function entryPriceOf(
  { value, closedPnl, qty }: Pick<Execution, 'value' | 'closedPnl' | 'qty'>,
  held: Side,
  payoff: Payoff,
): Price | null {
  const result = new Exact(closedPnl).times(direction(held))
  // Linear: result of a long = value − cost. Inverse: cost − value.
  const cost = payoff === 'linear' ? new Exact(value).minus(result) : new Exact(value).plus(result)
  const [above, below] = payoff === 'linear' ? [cost, new Exact(qty)] : [new Exact(qty), cost]
  return below.isZero() ? null : toText<Price>(above.div(below).toDecimalPlaces(8))
}
