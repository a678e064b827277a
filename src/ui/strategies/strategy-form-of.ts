import { draftsOfLife } from '../state/account-drafts'
import type { App } from '../state/app-context'
import type { LinkGroup } from '../state/link-group'
import { formsOf } from '../trading-kit/ticket/forms-of'
import type { SharedTicket } from '../trading-kit/ticket/strategy-slot'
import { strategyDraftsIn } from './strategy-drafts'
import { StrategyForm } from './strategy-form'

/** The one strategy form of a contract, an account and a link group. */
const formOf = formsOf(
  (market, app, link, ticket: SharedTicket) =>
    new StrategyForm(market, {
      app,
      open: (press) => app.hub.api.openStrategy(press),
      drafts: draftsOfLife(app.account, strategyDraftsIn(app.kept, link)),
      start: {
        qtyText: ticket.size.text.peek(),
        priceText: '',
        reduceOnly: ticket.switches.reduceOnly.peek(),
      },
      now: () => Date.now(),
      monotonic: () => performance.now(),
    }),
)

/** @param ticket what a form that is new begins with */
export function strategyFormOf(ticket: SharedTicket, app: App, link: LinkGroup): StrategyForm {
  return formOf(ticket.market, app, link, ticket)
}
