import { err, ok, type Result } from '../../base/result'
import { compare, Exact, isNegative, isZero, parseDecimalText, type Money, type Price, type Qty } from '../decimal'
import type { Contract } from '../instrument/contract'
import { isInAuction, takesOrders } from '../instrument/pre-listing'
import { payoffOf } from '../instrument/payoff'
import { exactValue } from '../risk/payoff'
import type { InstrumentSymbol, OrderType, Side, TimeInForce } from './order'
import { maxOrderQty, maxSplitQty, minOrderQty } from './quantity-rules'
import { isMultipleOf } from './typed-number'

/** A ticket as it stands: `price` and `qty` are the fields' texts. */
export interface OrderDraft {
  readonly symbol: InstrumentSymbol
  readonly side: Side
  readonly type: OrderType
  readonly price: string
  readonly qty: string
  readonly timeInForce: TimeInForce
  readonly reduceOnly: boolean
  readonly closeOnTrigger: boolean
  readonly positionIdx: 0 | 1 | 2
  /** It may become several orders (decisions 22). */
  readonly splits?: boolean
}

/** A draft that may be sent. The wire's `CreateOrder` has the same fields. */
export interface CheckedOrder {
  readonly symbol: InstrumentSymbol
  readonly side: Side
  readonly type: OrderType
  /** `null` for a market order. */
  readonly price: Price | null
  readonly qty: Qty
  readonly timeInForce: TimeInForce
  readonly reduceOnly: boolean
  readonly closeOnTrigger: boolean
  readonly positionIdx: 0 | 1 | 2
  /** It is above the largest order and goes as several; left out of every other one. */
  readonly isSplit?: true
}

/** The first thing wrong with a draft: the field, and the bound it breaks. In the order in which they are looked for. */
export type OrderProblem =
  | { readonly field: 'symbol'; readonly kind: 'otherSymbol' | 'notTrading' }
  | { readonly field: 'price'; readonly kind: 'empty' | 'notANumber' }
  | { readonly field: 'price'; readonly kind: 'belowMin' | 'aboveMax'; readonly bound: Price }
  | { readonly field: 'price'; readonly kind: 'notMultiple'; readonly bound: Price }
  | { readonly field: 'qty'; readonly kind: 'empty' | 'notANumber' }
  | { readonly field: 'qty'; readonly kind: 'notMultiple' | 'belowMin' | 'aboveMax'; readonly bound: Qty }
  /** `bound` is the least value, `minQty` the quantity that reaches it at this price. */
  | { readonly field: 'qty'; readonly kind: 'belowMinNotional'; readonly bound: Money; readonly minQty: Qty }
  | { readonly field: 'timeInForce'; readonly kind: 'postOnlyMarket' | 'auctionGtcOnly' }

/**
 * Whether a ticket may be sent (spec §5 "Number, price and quantity inputs"). Balance is not looked at: the exchange
 * decides. Nor is the price band: a price outside is moved, not refused (semantics.md §1.9).
 *
 * @param expectedPrice what a market order is likely to fill at, for its notional; `null` when nothing is known
 */
export function checkOrder(
  draft: OrderDraft,
  instrument: Contract,
  expectedPrice: Price | null,
): Result<CheckedOrder, OrderProblem> {
  if (draft.symbol !== instrument.symbol) return err({ field: 'symbol', kind: 'otherSymbol' })
  if (!takesOrders(instrument)) return err({ field: 'symbol', kind: 'notTrading' })
  if (isInAuction(instrument) && (draft.type === 'market' || draft.timeInForce !== 'goodTillCancel')) {
    return err({ field: 'timeInForce', kind: 'auctionGtcOnly' })
  }
  if (draft.type === 'market' && draft.timeInForce === 'postOnly') {
    return err({ field: 'timeInForce', kind: 'postOnlyMarket' })
  }
  const price = draft.type === 'limit' ? checkPrice(draft.price, instrument) : ok(null)
  if (!price.ok) return price
  const qty = checkQty(draft, instrument, price.value ?? expectedPrice)
  if (!qty.ok) return qty
  return ok({
    symbol: draft.symbol,
    side: draft.side,
    type: draft.type,
    price: price.value,
    qty: qty.value,
    timeInForce: draft.timeInForce,
    reduceOnly: draft.reduceOnly,
    closeOnTrigger: draft.closeOnTrigger,
    positionIdx: draft.positionIdx,
    ...(compare(qty.value, maxOrderQty(draft.type, instrument)) > 0 ? { isSplit: true } : {}),
  })
}

function checkPrice(text: string, instrument: Contract): Result<Price, OrderProblem> {
  if (text.trim() === '') return err({ field: 'price', kind: 'empty' })
  const price = parseDecimalText(text.trim()) as Price | null
  if (price === null) return err({ field: 'price', kind: 'notANumber' })
  const { minPrice, maxPrice, tickSize } = instrument
  if (compare(price, minPrice) < 0) return err({ field: 'price', kind: 'belowMin', bound: minPrice })
  if (compare(price, maxPrice) > 0) return err({ field: 'price', kind: 'aboveMax', bound: maxPrice })
  if (!isMultipleOf(price, tickSize)) return err({ field: 'price', kind: 'notMultiple', bound: tickSize })
  return ok(price)
}

function checkQty(draft: OrderDraft, instrument: Contract, price: Price | null): Result<Qty, OrderProblem> {
  if (draft.qty.trim() === '') return err({ field: 'qty', kind: 'empty' })
  const qty = parseDecimalText(draft.qty.trim()) as Qty | null
  if (qty === null) return err({ field: 'qty', kind: 'notANumber' })
  const { lotSize, minQty, minNotional } = instrument
  if (isZero(qty) || isNegative(qty)) return err({ field: 'qty', kind: 'belowMin', bound: minQty })
  if (!isMultipleOf(qty, lotSize)) return err({ field: 'qty', kind: 'notMultiple', bound: lotSize })
  if (compare(qty, minQty) < 0) return err({ field: 'qty', kind: 'belowMin', bound: minQty })
  const max = (draft.splits === true ? maxSplitQty : maxOrderQty)(draft.type, instrument)
  if (compare(qty, max) > 0) return err({ field: 'qty', kind: 'aboveMax', bound: max })
  // Orders that only reduce skip the notional test (semantics.md §1.9).
  if (!draft.reduceOnly && price !== null && payoffOf(instrument.kind) === 'linear') {
    const value = exactValue('linear', qty, price)
    if (value.lt(new Exact(minNotional))) {
      return err({ field: 'qty', kind: 'belowMinNotional', bound: minNotional, minQty: minOrderQty(instrument, price) })
    }
  }
  return ok(qty)
}
