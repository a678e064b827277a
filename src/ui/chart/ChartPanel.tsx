import type { MarketModel } from '../state/market-model'

/** The price chart (decisions 37: region Chart). */
export function ChartPanel({ market }: { readonly market: MarketModel }) {
  return <section aria-label="Chart" data-symbol={market.symbol} />
}
