import { kindOfPage, productView } from '../products/product-view-of'
import type { MarketModel } from '../state/market-model'
import { OnePress } from './OnePress'
import { TicketKey } from './TicketKey'

/** The keys of a trade page: those that trade with one press where its product has them, and the way to the ticket. */
export function PageKeys({ market }: { readonly market: MarketModel }) {
  return productView(kindOfPage(market.symbol)).hasOnePress ? <OnePress market={market} /> : <TicketKey />
}
