import { err, ok, type Result } from '../../base/result'
import { compare, Exact, roundToStep, toText, type Money, type Price, type Qty } from '../decimal'
import type { SpotPair } from '../instrument/spot-pair'
import { spotPriceLimit, type SpotPrices } from '../market/spot-price-limit'
import type { NewOrder } from './new-order'
import type { OrderType, Side, TimeInForce } from './order'
import { maxOrderQty, minOrderQty } from './quantity-rules'
import { isMultipleOf } from './typed-number'

/** A pair's ticket as it stands. */
export interface SpotDraft {
  readonly side: Side
  readonly type: OrderType
  /** Of a limit order; `null` while there is none. */
  readonly price: Price | null
  /** Base coin; `null` while there is none. Of an amount, what the book gives for it. */
  readonly qty: Qty | null
  /** Quote coin: what a market order is to pay or to bring; `null` of an order that is given by its quantity. */
  readonly amount: Money | null
  readonly timeInForce: TimeInForce
  /** Where a market order would fill; `null` while the book is not known. */
  readonly marketPrice: Price | null
}

/** The first thing wrong with it, and the bound that it breaks. */
export type SpotProblem =
  | { readonly kind: 'notTrading' | 'noMarketPrice' | 'priceMissing' | 'sizeMissing' }
  | { readonly kind: 'sideBanned'; readonly side: Side }
  | { readonly kind: 'priceBelowMin' | 'priceAboveMax' | 'priceStep'; readonly bound: Price }
  /** Beyond the limit around last price and index. */
  | { readonly kind: 'priceBeyondLimit'; readonly side: Side; readonly bound: Price }
  | { readonly kind: 'qtyStep' | 'qtyBelowMin' | 'qtyAboveMax'; readonly bound: Qty }
  /** `minQty` reaches the least amount at this price; `null` of an order that is given by its amount. */
  | { readonly kind: 'amountBelowMin'; readonly bound: Money; readonly minQty: Qty | null }
  | { readonly kind: 'amountAboveMax' | 'amountStep'; readonly bound: Money }

/**
 * Whether a pair's ticket may be sent: price on the tick, in range and within the limit, quantity on the lot and within
 * its bounds, amount within its own. Balances are not looked at.
 *
 * @see Specification §3 "Spot symbol", §9 "Spot price limits"
 */
export function checkSpotOrder(draft: SpotDraft, pair: SpotPair, prices: SpotPrices): Result<NewOrder, SpotProblem> {
  const problem =
    pairProblem(draft, pair) ??
    (draft.type === 'limit' ? priceProblem(draft, pair, prices) : null) ??
    (draft.amount === null ? qtyProblem(draft, pair) : amountProblem(draft.amount, pair))
  if (problem !== null) return err(problem)
  const { side, type, price, qty, amount, timeInForce } = draft
  return ok({
    symbol: pair.symbol,
    side,
    type,
    price: type === 'limit' ? price : null,
    // An amount goes under the name of the quantity, beside its unit (v5 `marketUnit`).
    qty: (amount ?? qty)! as Qty,
    timeInForce: type === 'limit' ? timeInForce : 'immediateOrCancel',
    reduceOnly: false,
    closeOnTrigger: false,
    positionIdx: 0,
    ...(type === 'market' ? { marketUnit: amount === null ? 'base' : 'quote' } : {}),
  })
}

/** Whether the pair takes orders of this side now. */
export function pairProblem(
  { side, type, marketPrice }: Pick<SpotDraft, 'side' | 'type' | 'marketPrice'>,
  pair: SpotPair,
): SpotProblem | null {
  if (pair.status !== 'trading') return { kind: 'notTrading' }
  if (side === 'buy' ? pair.isBuyBanned : pair.isSellBanned) return { kind: 'sideBanned', side }
  return type === 'market' && marketPrice === null ? { kind: 'noMarketPrice' } : null
}

function priceProblem({ side, price }: SpotDraft, pair: SpotPair, prices: SpotPrices): SpotProblem | null {
  if (price === null) return { kind: 'priceMissing' }
  if (compare(price, pair.minPrice) < 0) return { kind: 'priceBelowMin', bound: pair.minPrice }
  if (compare(price, pair.maxPrice) > 0) return { kind: 'priceAboveMax', bound: pair.maxPrice }
  if (!isMultipleOf(price, pair.tickSize)) return { kind: 'priceStep', bound: pair.tickSize }
  const bound = spotPriceLimit(side, pair, prices)
  const isBeyond = compare(price, bound) === (side === 'buy' ? 1 : -1)
  return isBeyond ? { kind: 'priceBeyondLimit', side, bound } : null
}

function qtyProblem({ type, price, qty, marketPrice }: SpotDraft, pair: SpotPair): SpotProblem | null {
  const at = type === 'limit' ? price : marketPrice
  return qtyBounds(type, qty, pair) ?? (at === null ? null : amountProblemAt(qty!, at, pair))
}

/** A quantity on the lot and within the bounds of its type. */
export function qtyBounds(type: OrderType, qty: Qty | null, pair: SpotPair): SpotProblem | null {
  if (qty === null || qty === '0') return { kind: 'sizeMissing' }
  if (!isMultipleOf(qty, pair.lotSize)) return { kind: 'qtyStep', bound: pair.lotSize }
  if (compare(qty, pair.minQty) < 0) return { kind: 'qtyBelowMin', bound: pair.minQty }
  const max = maxOrderQty(type, pair)
  return compare(qty, max) > 0 ? { kind: 'qtyAboveMax', bound: max } : null
}

/** What a quantity is worth at a price, within the pair's bounds. */
export function amountProblemAt(qty: Qty, at: Price, pair: SpotPair): SpotProblem | null {
  const amount = new Exact(qty).times(at)
  if (amount.lt(pair.minNotional))
    return { kind: 'amountBelowMin', bound: pair.minNotional, minQty: minOrderQty(pair, at) }
  return amount.gt(pair.maxAmount) ? { kind: 'amountAboveMax', bound: pair.maxAmount } : null
}

function amountProblem(amount: Money, pair: SpotPair): SpotProblem | null {
  if (amount === '0') return { kind: 'sizeMissing' }
  if (!isMultipleOf(amount, pair.quoteStep)) return { kind: 'amountStep', bound: pair.quoteStep }
  if (compare(amount, pair.minNotional) < 0) return { kind: 'amountBelowMin', bound: pair.minNotional, minQty: null }
  return compare(amount, pair.maxAmount) > 0 ? { kind: 'amountAboveMax', bound: pair.maxAmount } : null
}

/** What an amount field holds once it is left: down to the step of the quote coin. */
export function settleAmount(amount: Money, { quoteStep }: Pick<SpotPair, 'quoteStep'>): Money {
  return roundToStep(amount, quoteStep, 'down')
}

/** The limit order's quantity for an amount: down to the lot. */
export function qtyAtPrice(amount: Money, price: Price, lotSize: Qty): Qty {
  return roundToStep(toText<Qty>(new Exact(amount).div(price)), lotSize, 'down')
}
