import { signal } from '@preact/signals-react'
import type { NewOrder } from '../../../domain/order/new-order'
import type { Side } from '../../../domain/order/order'
import type { AccountModel } from '../../state/account-model'
import type { MarketModel } from '../../state/market-model'
import { OrderOutlook, type OutlookOrder } from './order-outlook'

type Terms = Pick<NewOrder, 'type' | 'price' | 'qty' | 'timeInForce' | 'reduceOnly' | 'trigger'>

/**
 * What an order that no ticket holds any more would cost and lead to.
 * @param isAtLimit whether what fills of a limit order is reckoned at its own price, and not at the book's
 */
export function outlookOf(order: Terms, market: MarketModel, account: AccountModel, isAtLimit = false): OrderOutlook {
  const { qty, timeInForce, reduceOnly } = order
  return new OrderOutlook(market, account, {
    qty: signal(qty),
    price: (side) => order.price ?? order.trigger?.price ?? bestFor(side, market),
    isMaker: () => timeInForce === 'postOnly',
    meets: () => meeting(order, isAtLimit),
    isReducing: signal(reduceOnly),
  })
}

/** The best price of the other side, or the last one while the book is unknown. Reads signals. */
function bestFor(side: Side, market: MarketModel): NewOrder['price'] {
  const ticker = market.ticker.value
  return (side === 'buy' ? ticker?.ask1Price : ticker?.bid1Price) ?? ticker?.lastPrice ?? null
}

/** What waits for a trigger meets the book as it will be then. */
function meeting(
  { type, price, timeInForce, trigger }: Terms,
  isAtLimit: boolean,
): ReturnType<NonNullable<OutlookOrder['meets']>> {
  if (trigger !== undefined) return null
  return { limit: type === 'market' ? null : price, timeInForce, isAtLimit }
}
