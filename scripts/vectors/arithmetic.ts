import { Exact, toText, type DecimalText, type Money, type Price, type Qty, type Rate } from '../../src/domain/decimal'
import { averageEntry, pricePnl, type Fill } from '../../src/domain/risk/pnl'
import type { Having } from './rule'

/** Any product; `T` names the unit that the caller vouches for. */
export const times = <T extends DecimalText>(a: DecimalText, b: DecimalText): T => toText<T>(new Exact(a).times(b))

/** Any quotient, at 40 digits; `T` as above. */
export const over = <T extends DecimalText>(a: DecimalText, b: DecimalText): T => toText<T>(new Exact(a).div(b))

/** A fraction of one in per cent, and back. */
export const percent = (share: DecimalText): DecimalText => toText(new Exact(share).times(100))
export const fraction = (perCent: DecimalText): Rate => toText<Rate>(new Exact(perCent).div(100))

export const one = <T extends DecimalText>(): T => toText<T>(new Exact(1))

export function sum<T extends DecimalText>(values: readonly T[]): T {
  return toText<T>(values.reduce((total, value) => total.plus(value), new Exact(0)))
}

export const filledQty = (fills: readonly Fill[]): Qty => sum(fills.map(({ qty }) => qty))

/** For examples that name no tick. */
export const FINEST_TICK = toText<Price>(new Exact('0.00000001'))

/** Result of a part of what was bought or sold, from the average of all fills. @returns `null` without any fill */
export function sessionPnl(x: Having<'fills'>, part: Fill): Money | null {
  const entryPrice = averageEntry('linear', x.fills)
  if (entryPrice === null) return null
  return pricePnl({ payoff: 'linear', side: x.side ?? 'buy', qty: part.qty, entryPrice, price: part.price })
}
