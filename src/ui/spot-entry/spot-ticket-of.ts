import { formsOf, ticketPortsOf } from '../trading-kit/ticket/forms-of'
import { spotDraftsIn } from './spot-drafts'
import { SpotFormModel } from './spot-form-model'

/** The one ticket of a pair, an account and a link group. */
export const spotTicketOf = formsOf(
  (market, app, link) => new SpotFormModel(market, { ...ticketPortsOf(app, link, spotDraftsIn), api: app.hub.api }),
)
