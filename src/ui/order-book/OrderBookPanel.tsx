import type { MarketModel } from '../state/market-model'

/** The order book (decisions 37: region Order book). */
export function OrderBookPanel({ market }: { readonly market: MarketModel }) {
  return <section aria-label="Order book" data-symbol={market.symbol} />
}
