import { legMarkets } from '../trading-kit/leg-markets'
import { formsOf, ticketPortsOf } from '../trading-kit/ticket/forms-of'
import { spreadDraftsIn } from './spread-drafts'
import { SpreadFormModel } from './spread-form-model'

/** The one ticket of a spread, an account and a link group. */
export const spreadTicketOf = formsOf(
  (market, app, link) =>
    new SpreadFormModel(market, {
      ...ticketPortsOf(app, link, spreadDraftsIn),
      legs: legMarkets(market.symbol, app),
      api: app.hub.api,
    }),
)
