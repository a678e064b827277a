import type { MarketModel } from '../state/market-model'

/** Order book and tape behind two tabs, for a wide screen. */
export function BookAndTrades({ market }: { readonly market: MarketModel }) {
  return <section aria-label="Book and trades" data-symbol={market.symbol} />
}
