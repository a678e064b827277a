import type { NewOrder } from '../../domain/order/new-order'
import type { OrderChange } from '../../domain/order/order-change'
import { Exact, toText, type Qty } from '../../domain/decimal'
import { limitPrice, type Order } from '../../domain/order/order'
import type { SendDoubt, SendTerms } from '../../domain/order/send-doubts'
import type { OrderAsk } from '../state/order-asks'
import { twapParts, type NewStrategy } from '../../domain/order/strategy'

/** What a new order is asked about. */
export function termsOfOrder(order: NewOrder): SendTerms {
  const { side, type, price, qty, reduceOnly } = order
  const postOnly = order.timeInForce === 'postOnly'
  return { side, type, price, qty, reduceOnly, postOnly, triggerPrice: order.trigger?.price ?? null }
}

/** The same of each price that an order waits for: two legs over one amount are two orders, of which one is sent. */
export function termsOfLegs(order: NewOrder): readonly SendTerms[] {
  const { tpSl, heldFor, side, qty, reduceOnly } = order
  if (heldFor !== 'oco' && heldFor !== 'bidirectionalTpSl') return [termsOfOrder(order)]
  return [tpSl?.takeProfit ?? null, tpSl?.stopLoss ?? null]
    .filter((leg) => leg !== null)
    .map(({ price, orderType, limitPrice }) => ({
      side,
      type: orderType,
      price: limitPrice,
      qty,
      reduceOnly,
      triggerPrice: price,
    }))
}

/** By which choice of the trader an order is asked about. */
export function askOf({ heldFor, trailRate, trailValue, trigger, type }: NewOrder): OrderAsk {
  if (heldFor === 'oco') return 'oco'
  if (heldFor !== undefined) return 'tpSl'
  if (trailRate !== undefined || trailValue !== undefined) return 'trailing'
  return trigger === undefined ? type : 'conditional'
}

/** What an order is asked about as a change leaves it. */
export function termsOfChange(order: Order, change: Pick<OrderChange, 'price' | 'qty' | 'triggerPrice'>): SendTerms {
  const qty = change.qty ?? order.qty
  return {
    side: order.side,
    type: order.type,
    price: change.price ?? limitPrice(order),
    qty: toText<Qty>(Exact.max(0, new Exact(qty).minus(order.filledQty))),
    filledQty: order.filledQty,
    triggerPrice: order.status === 'untriggered' ? (change.triggerPrice ?? order.triggerPrice ?? null) : null,
    reduceOnly: order.reduceOnly,
    postOnly: order.timeInForce === 'postOnly',
  }
}

/** Reasons that stood before a change and that it does not touch. */
export function isUntouched({ price, qty, triggerPrice }: Pick<OrderChange, 'price' | 'qty' | 'triggerPrice'>) {
  const isPriceSame = price === null || price === undefined
  const isQtySame = qty === null || qty === undefined
  const isTriggerSame = triggerPrice === null || triggerPrice === undefined
  return ({ kind }: SendDoubt): boolean => {
    if (kind === 'farPrice') return isPriceSame && isTriggerSame
    if (kind === 'farTrigger') return isTriggerSame
    return isPriceSame && isQtySame
  }
}

/** What a strategy is asked about: all that it will send, and the part that meets the book at a time. */
export function termsOfStrategy(strategy: NewStrategy): SendTerms {
  const { side, qty, reduceOnly } = strategy
  const common = { side, qty, reduceOnly, triggerPrice: null }
  switch (strategy.kind) {
    case 'twap': {
      const parts = Math.max(1, twapParts(strategy))
      const partQty = toText<Qty>(new Exact(qty).div(parts))
      // Its bound is no price of its own: it trades at the market's, and never beyond.
      return strategy.price === null
        ? { ...common, type: 'market', price: null, partQty }
        : { ...common, type: 'limit', price: strategy.price, partQty, isBound: true }
    }
    case 'chaseLimit':
      return { ...common, type: 'limit', price: null }
    case 'iceberg':
      return { ...common, type: 'limit', price: strategy.price }
  }
}
