import { ok, type Result } from '../../base/result'
import { compare, Exact, roundToStep, toText, type Price, type Qty } from '../decimal'
import type { Listed } from '../instrument/listed'
import type { OrderType } from './order'
import { moveBySteps, readTyped, type TypedProblem } from './typed-number'

export type QtyLimits = Pick<Listed, 'lotSize' | 'minQty' | 'maxLimitQty' | 'maxMarketQty' | 'minNotional'>

/** A notice under the field, with its arguments; `messageKey` is the specification's own. */
export type QtyNotice =
  | { readonly messageKey: 'orderMaxQtyReplace'; readonly qty: Qty; readonly coin: string }
  | { readonly messageKey: 'maxQtySplitOrderTip'; readonly qty: Qty; readonly coin: string }

/** Orders that one split order becomes, at most (decisions 22). */
export const SPLIT_ORDERS_MAX = 50

/** The largest quantity of one order: limit and market orders have different ones. */
export function maxOrderQty(type: OrderType, limits: QtyLimits): Qty {
  return type === 'limit' ? limits.maxLimitQty : limits.maxMarketQty
}

/** The orders that a split one of so many becomes: each is the largest one, and the last what is left. */
export function partsOfSplit(qty: Qty, type: OrderType, limits: QtyLimits): number {
  return new Exact(qty).div(maxOrderQty(type, limits)).ceil().toNumber()
}

/** The largest quantity that is taken as several orders. */
export function maxSplitQty(type: OrderType, limits: QtyLimits): Qty {
  return toText<Qty>(new Exact(maxOrderQty(type, limits)).times(SPLIT_ORDERS_MAX))
}

/**
 * The smallest quantity that opens a position: the larger of the minimum and notional / price, up to the lot
 * (semantics.md §1.9). Orders that reduce need only the first.
 */
export function minOrderQty(limits: QtyLimits, price: Price | null): Qty {
  if (price === null || price === '0') return limits.minQty
  const needed = roundToStep(toText<Qty>(new Exact(limits.minNotional).div(price)), limits.lotSize, 'up')
  return compare(needed, limits.minQty) > 0 ? needed : limits.minQty
}

/**
 * What a quantity field holds after it is left (spec §5): down to the lot, raised to the minimum unless it is zero, and
 * clamped from above, with a notice when it was more than the maximum. What was more than zero before it came onto its lot
 * is not zero (ADR-1089). With the split option it stays, because it becomes several orders (decisions 22).
 */
export function settleQty(
  text: string,
  limits: QtyLimits,
  options: { readonly type: OrderType; readonly coin: string; readonly splits: boolean },
): Result<{ readonly qty: Qty | null; readonly notice: QtyNotice | null }, TypedProblem> {
  const typed = readTyped<Qty>(text)
  if (!typed.ok) return typed
  if (typed.value === null) return ok({ qty: null, notice: null })
  const { type, coin, splits } = options
  if (compare(typed.value, '0' as Qty) <= 0) return ok({ qty: '0' as Qty, notice: null })
  const qty = roundToStep(typed.value, limits.lotSize, 'down')
  if (compare(qty, limits.minQty) < 0) return ok({ qty: limits.minQty, notice: null })
  const max = maxOrderQty(type, limits)
  if (compare(qty, max) <= 0) return ok({ qty, notice: null })
  const most = splits ? maxSplitQty(type, limits) : max
  return compare(qty, most) <= 0
    ? ok({ qty, notice: { messageKey: 'maxQtySplitOrderTip', qty: max, coin } })
    : ok({ qty: most, notice: { messageKey: 'orderMaxQtyReplace', qty: most, coin } })
}

/** The quantity some lots away (arrow keys); `null` is an empty field, which counts from zero. */
export function stepQty(qty: Qty | null, lots: number, limits: QtyLimits, type: OrderType, splits = false): Qty {
  return moveBySteps(qty ?? ('0' as Qty), lots, {
    step: limits.lotSize,
    min: limits.minQty,
    max: (splits ? maxSplitQty : maxOrderQty)(type, limits),
  })
}
