import type { MarketModel } from '../state/market-model'

/** The tape of prints (decisions 37: region Recent trades). */
export function RecentTradesPanel({ market }: { readonly market: MarketModel }) {
  return <section aria-label="Recent trades" data-symbol={market.symbol} />
}
