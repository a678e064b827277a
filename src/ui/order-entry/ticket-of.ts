import type { App } from '../state/app-context'
import type { MarketModel } from '../state/market-model'
import { OrderFormModel } from './order-form-model'
import { sessionDrafts } from './ticket-drafts'

const tickets = new WeakMap<MarketModel, OrderFormModel>()

/** The one ticket of a contract: the same for the desk, the phone's sheet and the next visit to the page. */
export function ticketOf(market: MarketModel, app: App): OrderFormModel {
  let ticket = tickets.get(market)
  if (ticket === undefined) {
    ticket = new OrderFormModel(market, {
      app,
      place: (intent) => app.hub.api.placeOrder(intent),
      drafts: sessionDrafts,
      loadExtras: async () => (await import('./ticket-extras')).TicketExtras,
      now: () => Date.now(),
      monotonic: () => performance.now(),
    })
    tickets.set(market, ticket)
  }
  return ticket
}
