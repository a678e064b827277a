import { strategyOf } from '../../domain/order/strategy'
import { compare, Exact, type Price } from '../../domain/decimal'
import type { Ticker } from '../../domain/market/market'
import { limitPrice, type Order } from '../../domain/order/order'
import { isTrailing } from '../../domain/order/plan-type'
import type { ChangeState } from '../../workers/presses'

/** The price at which an order's line stands, and which a move changes; `null` where its line stays. */
export function movedPriceOf(order: Order): { readonly part: 'price' | 'trigger'; readonly price: Price } | null {
  const { status, stopOrderType, triggerPrice = null } = order
  if (status !== 'untriggered') {
    const limit = limitPrice(order)
    return limit === null ? null : { part: 'price', price: limit }
  }
  // A trailing stop follows the market, and a rate is no price.
  if (isTrailing(order) || stopOrderType === 'mmRateClose' || triggerPrice === null) return null
  return { part: 'trigger', price: triggerPrice }
}

/** Whether its line is moved by hand. Of an order given by volatility that is what stands, and the price follows from it. */
export function movesByHand(order: Order): boolean {
  // What a strategy sent follows its strategy.
  return order.orderIv === undefined && strategyOf(order.createType) === null && movedPriceOf(order) !== null
}

/** Where the line of an order would stand if a change that was not answered was taken (O12); `null` where there is none. */
export function unknownPrice(order: Order, changes: readonly ChangeState[]): Price | null {
  const moved = movedPriceOf(order)
  if (moved === null) return null
  for (const { change, state } of changes) {
    if (change.kind !== 'amend' || state !== 'unknown' || change.order.orderId !== order.id) continue
    const price = moved.part === 'price' ? change.order.price : (change.order.triggerPrice ?? null)
    if (price !== null && price !== moved.price) return price
  }
  return null
}

/** Whether an order in the book would match at a price at once, as far as the best prices say. */
export function matchesAt(order: Order, price: Price, ticker: Ticker | null): boolean {
  if (order.status === 'untriggered' || movedPriceOf(order)?.part !== 'price') return false
  const best = (order.side === 'buy' ? ticker?.ask1Price : ticker?.bid1Price) ?? null
  if (best === null || !new Exact(best).gt(0)) return false
  return order.side === 'buy' ? compare(price, best) >= 0 : compare(price, best) <= 0
}

/** Whether it may only rest and would not: the exchange takes such an amendment and then cancels the order. */
export function isPostOnlyTaker(order: Order, price: Price, ticker: Ticker | null): boolean {
  return order.timeInForce === 'postOnly' && matchesAt(order, price, ticker)
}
