import type { Price } from '../../domain/decimal'
import { compare } from '../../domain/decimal'
import { isSpotPair } from '../../domain/instrument/spot-pair'
import { spotPriceLimit } from '../../domain/market/spot-price-limit'
import { limitPrice, type Order } from '../../domain/order/order'
import type { MarketModel } from '../state/market-model'

/**
 * The worst price that an order of a pair may be given now (spec §9); `null` of what has no such limit: a contract, a
 * market order, and an order that waits for its trigger, whose price is brought nearer when it fires. Reads signals.
 */
export function spotLimitOf(order: Order, market: Pick<MarketModel, 'listed' | 'ticker'>): Price | null {
  const listed = market.listed.value
  if (listed === null || !isSpotPair(listed) || order.type !== 'limit' || order.status === 'untriggered') return null
  const ticker = market.ticker.value
  return spotPriceLimit(order.side, listed, {
    lastPrice: ticker?.lastPrice ?? null,
    indexPrice: ticker?.indexPrice ?? null,
  })
}

/** Whether the exchange would refuse the order with this price; one that stays as it is was taken already. */
export function isBeyondSpotLimit(order: Order, price: Price | null, bound: Price | null): boolean {
  if (price === null || bound === null || price === limitPrice(order)) return false
  return compare(price, bound) === (order.side === 'buy' ? 1 : -1)
}
