import { formsOf, ticketPortsOf } from '../trading-kit/ticket/forms-of'
import { optionDraftsIn } from './option-drafts'
import { OptionFormModel } from './option-form-model'

/** The one ticket of an option, an account and a link group. */
export const optionTicketOf = formsOf(
  (market, app, link) => new OptionFormModel(market, { ...ticketPortsOf(app, link, optionDraftsIn), api: app.hub.api }),
)
