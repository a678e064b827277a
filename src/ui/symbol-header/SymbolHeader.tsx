import type { MarketModel } from '../state/market-model'

/** The market's name and its headline figures. */
export function SymbolHeader({ market }: { readonly market: MarketModel }) {
  return <section aria-label="Symbol" data-symbol={market.symbol} />
}
