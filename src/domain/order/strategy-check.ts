import { err, ok, type Result } from '../../base/result'
import {
  compare,
  Exact,
  isZero,
  parseDecimalText,
  roundToStep,
  toText,
  type DecimalText,
  type Price,
  type Qty,
} from '../decimal'
import type { Contract } from '../instrument/contract'
import { payoffOf } from '../instrument/payoff'
import { minOrderQty } from './quantity-rules'
import { ICEBERG_ORDERS_MAX, TWAP_DURATION_MS, TWAP_INTERVAL_MS, twapParts, type NewStrategy } from './strategy'
import { isMultipleOf } from './typed-number'

/** A strategy as it stands in a form: quantities and prices are the fields' texts, `''` where one is empty. */
export type StrategyDraft = Pick<NewStrategy, 'symbol' | 'side' | 'reduceOnly' | 'positionIdx'> & {
  readonly qty: string
} & (
    | {
        readonly kind: 'twap'
        readonly durationMs: number | null
        readonly intervalMs: number
        /** `''`: at any price. */
        readonly price: string
      }
    /** `''`: however far. */
    | { readonly kind: 'chaseLimit'; readonly maxDistance: string }
    | { readonly kind: 'iceberg'; readonly price: string; readonly showQty: string }
  )

export type StrategyField = 'qty' | 'price' | 'duration' | 'maxDistance' | 'showQty'

/**
 * The first thing wrong with a strategy: the field, and the bound that it breaks. `lastTooSmall`: what is left for an
 * iceberg's last order is under the least that an order may be. A duration's bound is in milliseconds.
 */
export interface StrategyProblem {
  readonly field: StrategyField
  readonly kind: 'empty' | 'notMultiple' | 'belowMin' | 'aboveMax' | 'lastTooSmall'
  readonly bound: DecimalText | null
  /** Parts that the quantity is divided into. */
  readonly parts: number
}

/**
 * Whether a strategy may be sent: its own fields, and that each order of it is one that the contract takes. The exchange
 * repeats the first (`readStrategy`) and finds the second with the order itself.
 *
 * @param expectedPrice where it is likely to fill, for the least value of an order; `null` when nothing is known
 */
export function checkStrategy(
  draft: StrategyDraft,
  instrument: Contract,
  expectedPrice: Price | null,
): Result<NewStrategy, StrategyProblem> {
  const { symbol, side, reduceOnly, positionIdx } = draft
  const least = (price: Price | null): Qty => leastOrder(instrument, reduceOnly ? null : price)
  const common = { symbol, side, reduceOnly, positionIdx }
  switch (draft.kind) {
    case 'twap': {
      const { durationMs, intervalMs } = draft
      const time = checkTime(durationMs, TWAP_DURATION_MS)
      if (time !== null) return err(time)
      // The list of intervals holds no other.
      if (durationMs === null || intervalMs < TWAP_INTERVAL_MS.min || intervalMs > TWAP_INTERVAL_MS.max)
        return problem('duration', 'empty', null)
      const price = draft.price === '' ? ok(null) : checkPrice('price', draft.price, instrument)
      if (!price.ok) return price
      const parts = twapParts({ durationMs, intervalMs })
      const qty = checkQty('qty', draft.qty, instrument, {
        min: times(least(price.value ?? expectedPrice), parts),
        max: times(instrument.maxMarketQty, parts),
        parts,
      })
      return qty.ok ? ok({ kind: 'twap', ...common, qty: qty.value, durationMs, intervalMs, price: price.value }) : qty
    }
    case 'chaseLimit': {
      const distance = draft.maxDistance === '' ? ok(null) : checkPrice('maxDistance', draft.maxDistance, instrument)
      if (!distance.ok) return distance
      const bounds = { min: least(expectedPrice), max: instrument.maxLimitQty, parts: 1 }
      const qty = checkQty('qty', draft.qty, instrument, bounds)
      return qty.ok ? ok({ kind: 'chaseLimit', ...common, qty: qty.value, maxDistance: distance.value }) : qty
    }
    case 'iceberg': {
      const price = checkPrice('price', draft.price, instrument)
      if (!price.ok) return price
      const min = least(price.value)
      const max = times(instrument.maxLimitQty, ICEBERG_ORDERS_MAX)
      const qty = checkQty('qty', draft.qty, instrument, { min, max, parts: 1 })
      if (!qty.ok) return qty
      const mostShown = compare(qty.value, instrument.maxLimitQty) < 0 ? qty.value : instrument.maxLimitQty
      const show = checkQty('showQty', draft.showQty, instrument, { min, max: mostShown, parts: 1 })
      if (!show.ok) return show
      const last = new Exact(qty.value).mod(show.value)
      if (!last.isZero() && last.lt(min)) return problem('showQty', 'lastTooSmall', toText(last))
      return ok({ kind: 'iceberg', ...common, qty: qty.value, price: price.value, showQty: show.value })
    }
  }
}

/** Of linear contracts an order has a least value too (semantics.md §1.9). */
function leastOrder(instrument: Contract, price: Price | null): Qty {
  return payoffOf(instrument.kind) === 'linear' ? minOrderQty(instrument, price) : instrument.minQty
}

function problem(
  field: StrategyField,
  kind: StrategyProblem['kind'],
  bound: DecimalText | null,
  parts = 1,
): { readonly ok: false; readonly error: StrategyProblem } {
  return err({ field, kind, bound, parts })
}

function checkTime(ms: number | null, { min, max }: { readonly min: number; readonly max: number }) {
  if (ms === null) return problem('duration', 'empty', null).error
  if (ms < min) return problem('duration', 'belowMin', String(min) as DecimalText).error
  return ms > max ? problem('duration', 'aboveMax', String(max) as DecimalText).error : null
}

function checkPrice(
  field: 'price' | 'maxDistance',
  text: string,
  instrument: Contract,
): Result<Price, StrategyProblem> {
  const price = parseDecimalText(text) as Price | null
  if (price === null || isZero(price)) return problem(field, 'empty', null)
  const { minPrice, maxPrice, tickSize } = instrument
  if (compare(price, minPrice) < 0) return problem(field, 'belowMin', minPrice)
  if (compare(price, maxPrice) > 0) return problem(field, 'aboveMax', maxPrice)
  return isMultipleOf(price, tickSize) ? ok(price) : problem(field, 'notMultiple', tickSize)
}

function checkQty(
  field: 'qty' | 'showQty',
  text: string,
  { lotSize }: Contract,
  { min, max, parts }: { readonly min: Qty; readonly max: Qty; readonly parts: number },
): Result<Qty, StrategyProblem> {
  const qty = parseDecimalText(text) as Qty | null
  if (qty === null || isZero(qty) || qty.startsWith('-')) return problem(field, 'empty', null, parts)
  if (!isMultipleOf(qty, lotSize)) return problem(field, 'notMultiple', lotSize, parts)
  if (compare(qty, min) < 0) return problem(field, 'belowMin', min, parts)
  return compare(qty, max) > 0 ? problem(field, 'aboveMax', max, parts) : ok(qty)
}

function times(qty: Qty, count: number): Qty {
  return toText<Qty>(new Exact(qty).times(count))
}

/** What one part of a TWAP sends, down to the lot: the parts differ by one lot at most. */
export function twapPartQty(qty: Qty, parts: number, lotSize: Qty): Qty {
  return roundToStep(toText<Qty>(new Exact(qty).div(parts)), lotSize, 'down')
}

/** How many orders an iceberg becomes. */
export function icebergOrders(qty: Qty, showQty: Qty): number {
  return new Exact(qty).div(showQty).ceil().toNumber()
}
