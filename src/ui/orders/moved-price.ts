import type { Price } from '../../domain/decimal'
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
