import { loadPart, wantedLater } from '../kit/load-part'
import { draftsOfLife } from '../state/account-drafts'
import type { App } from '../state/app-context'
import type { MarketModel } from '../state/market-model'
import { OrderFormModel } from './order-form-model'
import { ticketDraftsIn } from './ticket-drafts'

const tickets = new WeakMap<MarketModel, { readonly life: number; readonly ticket: OrderFormModel }>()

const extras = () => import('./ticket-extras')
wantedLater(extras)

/** The one ticket of a contract and an account: the same for the desk, the phone's sheet and the next visit to the page. */
export function ticketOf(market: MarketModel, app: App): OrderFormModel {
  const life = app.account.life.peek()
  const known = tickets.get(market)
  if (known?.life === life) return known.ticket
  const ticket = new OrderFormModel(market, {
    app,
    place: (intent) => app.hub.api.placeOrder(intent),
    drafts: draftsOfLife(app.account, ticketDraftsIn(app.kept)),
    loadExtras: async () => (await loadPart('ticket', extras)).TicketExtras,
    now: () => Date.now(),
    monotonic: () => performance.now(),
  })
  tickets.set(market, { life, ticket })
  return ticket
}
