import { loadPart, wantedLater } from '../kit/load-part'
import { draftsOfLife } from '../state/account-drafts'
import type { App } from '../state/app-context'
import type { LinkGroup } from '../state/link-group'
import type { MarketModel } from '../state/market-model'
import { pickedPrice } from '../state/picked-price'
import { OrderFormModel } from './order-form-model'
import { ticketDraftsIn } from './ticket-drafts'

interface KnownTicket {
  readonly life: number
  readonly ticket: OrderFormModel
}

const tickets = new WeakMap<MarketModel, Map<LinkGroup, KnownTicket>>()

const extras = () => import('./ticket-extras')
const sizing = () => import('./size-by')
wantedLater(extras)
wantedLater(sizing)

/**
 * The one ticket of a contract, an account and a link group: the same for the desktop, the phone's sheet and the next
 * visit to the page.
 */
export function ticketOf(market: MarketModel, app: App, link: LinkGroup): OrderFormModel {
  const life = app.account.life.peek()
  const ofMarket = tickets.get(market) ?? new Map<LinkGroup, KnownTicket>()
  const known = ofMarket.get(link)
  if (known?.life === life) return known.ticket
  const ticket = new OrderFormModel(market, {
    app,
    picked: pickedPrice(link),
    place: (intent) => app.hub.api.placeOrder(intent),
    drafts: draftsOfLife(app.account, ticketDraftsIn(app.kept, link)),
    loadSizing: async () => (await loadPart('ticket', sizing)).SizeBy,
    loadExtras: async () => (await loadPart('ticket', extras)).TicketExtras,
    now: () => Date.now(),
    monotonic: () => performance.now(),
  })
  tickets.set(market, ofMarket.set(link, { life, ticket }))
  return ticket
}
