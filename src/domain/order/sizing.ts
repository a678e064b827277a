import {
  compare,
  Exact,
  roundToStep,
  toText,
  type Leverage,
  type Money,
  type Price,
  type Qty,
  type Rate,
} from '../decimal'
import type { Contract } from '../instrument/contract'
import { qtyForCost } from '../risk/order-cost'
import { payoffOf } from '../instrument/payoff'
import type { OrderType, Side } from './order'

/** What a quantity field may hold instead of a quantity (spec §3 "Quantity entry types"). */
export type QtyEntry = 'qty' | 'cost' | 'value'

export interface SizingTerms {
  readonly instrument: Contract
  readonly side: Side
  readonly type: OrderType
  /** Limit price, or for a market order the price expected from the book. */
  readonly price: Price
  readonly leverage: Leverage
  readonly takerFeeRate: Rate
}

/** The quantity that `cost` pays for, down to the lot (semantics.md §1.2, "Cost → quantity"). */
export function qtyFromCost(cost: Money, terms: SizingTerms): Qty {
  const qty = qtyForCost({ ...terms, payoff: payoffOf(terms.instrument.kind), cost })
  return positive(roundToStep(qty, terms.instrument.lotSize, 'down'))
}

/** The quantity worth `value` at the price, down to the lot. */
export function qtyFromValue(value: Money, terms: Pick<SizingTerms, 'instrument' | 'price'>): Qty {
  const { instrument, price } = terms
  const exact = payoffOf(instrument.kind) === 'linear' ? new Exact(value).div(price) : new Exact(value).times(price)
  return positive(roundToStep(toText<Qty>(exact), instrument.lotSize, 'down'))
}

/** The quantity at a slider's place, down to the lot. @param percent 0–100 */
export function qtyAtPercent(percent: number, max: Qty, lotSize: Qty): Qty {
  return roundToStep(toText<Qty>(new Exact(max).times(percent).div(100)), lotSize, 'down')
}

/** The slider's place for a quantity: 0–100, whole, and 100 only for the maximum itself. */
export function percentOfQty(qty: Qty | null, max: Qty): number {
  if (qty === null || compare(max, '0' as Qty) <= 0) return 0
  const percent = new Exact(qty).div(max).times(100).floor().toNumber()
  return Math.min(100, Math.max(0, percent))
}

function positive(qty: Qty): Qty {
  return qty.startsWith('-') ? ('0' as Qty) : qty
}
