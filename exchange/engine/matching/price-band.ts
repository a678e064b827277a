import type { Side } from '../../../src/domain/order/order'
import type { Market } from '../entities'

/** Both edges of the prices that limit orders may have now, in ticks. */
export function priceBand(market: Market): { readonly maxBuyTicks: number; readonly minSellTicks: number } {
  const { product } = market
  return { maxBuyTicks: product.maxBuyTicks(market), minSellTicks: product.minSellTicks(market) }
}

/** A limit price brought inward to the band. */
export function intoBand(market: Market, side: Side, ticks: number): number {
  const { product } = market
  return side === 'buy' ? Math.min(ticks, product.maxBuyTicks(market)) : Math.max(ticks, product.minSellTicks(market))
}

/** The price that protects a market order. */
export function protectedTicks(market: Market, side: Side): number {
  return market.product.protectedTicks(market, side)
}
