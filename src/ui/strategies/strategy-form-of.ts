import type { SharedTicket } from '../trading-kit/ticket/strategy-slot'
import { draftsOfLife } from '../state/account-drafts'
import type { App } from '../state/app-context'
import type { LinkGroup } from '../state/link-group'
import type { MarketModel } from '../state/market-model'
import { strategyDraftsIn } from './strategy-drafts'
import { StrategyForm } from './strategy-form'

interface KnownForm {
  readonly life: number
  readonly form: StrategyForm
}

const forms = new WeakMap<MarketModel, Map<LinkGroup, KnownForm>>()

/**
 * The one strategy form of a contract, an account and a link group: the same for the desktop, the phone's sheet and the
 * next visit to the page.
 */
export function strategyFormOf(ticket: SharedTicket, app: App, link: LinkGroup): StrategyForm {
  const { market } = ticket
  const life = app.account.life.peek()
  const ofMarket = forms.get(market) ?? new Map<LinkGroup, KnownForm>()
  const known = ofMarket.get(link)
  if (known?.life === life) return known.form
  const form = new StrategyForm(market, {
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
  })
  forms.set(market, ofMarket.set(link, { life, form }))
  return form
}
