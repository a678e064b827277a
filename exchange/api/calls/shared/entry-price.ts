import { Exact, toText, type Money, type Price } from '../../../../src/domain/decimal'
import { wireAverage } from '../../../../src/domain/position/average-entry'
import type { Execution } from '../../../../src/domain/order/execution'
import { type Payoff } from '../../../../src/domain/instrument/payoff'
import { direction } from '../../../../src/domain/risk/payoff'
import type { Side } from '../../../../src/domain/order/order'

/**
 * The entry price of what a fill closed or settled, from its own figures: the result is the difference of the value
 * and the cost, both whole units of 1e-8, so nothing is lost on the way back. So it is known of every row there ever
 * was.
 *
 * @param held side of the position that it belonged to
 * @returns as positions show it; `null` where nothing was closed
 */
export function entryPriceOf(
  { value, grossPnl, qty }: Pick<Execution, 'value' | 'grossPnl' | 'qty'>,
  held: Side,
  payoff: Payoff,
): Price | null {
  const result = new Exact(grossPnl).times(direction(held))
  // Linear: result of a long = value − cost. Inverse: cost − value.
  const cost = payoff === 'linear' ? new Exact(value).minus(result) : new Exact(value).plus(result)
  return cost.isZero() || qty === '0' ? null : wireAverage(payoff, { qty, value: toText<Money>(cost) })
}
