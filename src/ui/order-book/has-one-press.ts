import { kindOfPage, productView } from '../products/product-view-of'
import type { MarketModel } from '../state/market-model'

/** Whether a press in a market's book could send an order: a pair, an option and a spread are traded by their tickets alone. */
export function hasOnePress({ symbol }: Pick<MarketModel, 'symbol'>): boolean {
  return productView(kindOfPage(symbol)).hasOnePress
}
