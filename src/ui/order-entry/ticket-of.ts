import { loadPart, wantedLater } from '../kit/load-part'
import { formsOf, ticketPortsOf } from '../trading-kit/ticket/forms-of'
import { OrderFormModel } from './order-form-model'
import { ticketDraftsIn } from './ticket-drafts'

const extras = () => import('./ticket-extras')
const sizing = () => import('./size-by')
wantedLater(extras)
wantedLater(sizing)

/** The one ticket of a contract, an account and a link group. */
export const ticketOf = formsOf(
  (market, app, link) =>
    new OrderFormModel(market, {
      ...ticketPortsOf(app, link, ticketDraftsIn),
      loadSizing: async () => (await loadPart('ticket', sizing)).SizeBy,
      loadExtras: async () => (await loadPart('ticket', extras)).TicketExtras,
    }),
)
