import { Exact, toText, type Money, type Price, type Qty } from '../decimal'
import type { Payoff } from '../instrument/payoff'
import type { Position } from './position'

/** Size and Σ value of what was paid, both as they are booked: their quotient is the average, and it may never end. */
export interface Paid {
  readonly qty: Qty
  /** Settle coin: Σ q·p of linear contracts, Σ q/p of inverse ones. */
  readonly value: Money
}

/** The average price: linear value ÷ size, inverse size ÷ value, at 40 digits. Neither may be zero. */
export function averageOf(payoff: Payoff, { qty, value }: Paid): Price {
  return toText<Price>(payoff === 'linear' ? new Exact(value).div(qty) : new Exact(qty).div(value))
}

/**
 * What a position's results are reckoned from. `position.entryPrice` is rounded for whoever reads it; `position.value`
 * is the exact sum of what was paid.
 * @returns `null` while there is no position
 */
export function exactEntryPrice(
  { side, size, value, entryPrice }: Pick<Position, 'side' | 'size' | 'value' | 'entryPrice'>,
  payoff: Payoff,
): Price | null {
  if (side === null || entryPrice === null) return null
  return value === '0' || size === '0' ? entryPrice : averageOf(payoff, { qty: size, value })
}

/**
 * How many decimals an average needs, so that a value made from it again is right to half a `unit`: q·δ linear, V²·δ/q
 * inverse, for an average that is off by δ.
 *
 * @param least decimals at least
 * @param unit of the settle coin, such as `0.01`
 */
export function averageDecimals(payoff: Payoff, { qty, value }: Paid, { least, unit }: Fineness): number {
  const ulp = payoff === 'linear' ? new Exact(unit).div(qty) : new Exact(unit).times(qty).div(value).div(value)
  // 10^ulp.e is the power of ten that is not above it.
  return Math.max(least, -ulp.e)
}

export interface Fineness {
  readonly least: number
  readonly unit: string
}

/** On the wire: 8 decimals, and more where size × average would be a tenth of a cent off, or a unit of a coin. */
const WIRE: Readonly<Record<Payoff, Fineness>> = {
  linear: { least: 8, unit: '0.001' },
  inverse: { least: 8, unit: '0.00000001' },
}

/** The average as it goes out, half up. */
export function wireAverage(payoff: Payoff, paid: Paid): Price {
  const decimals = averageDecimals(payoff, paid, WIRE[payoff])
  return toText<Price>(new Exact(averageOf(payoff, paid)).toDecimalPlaces(decimals))
}

/** The largest linear size whose average has 8 decimals on the wire. */
export const PLAIN_AVERAGE_QTY_MAX = 100_000
