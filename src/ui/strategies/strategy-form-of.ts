import type { SharedTicket } from '../trading-kit/ticket/strategy-slot'
import { draftsOfLife } from '../state/account-drafts'
import type { App } from '../state/app-context'
import type { MarketModel } from '../state/market-model'
import { strategyDraftsIn } from './strategy-drafts'
import { StrategyForm } from './strategy-form'

const forms = new WeakMap<MarketModel, { readonly life: number; readonly form: StrategyForm }>()

/** The one strategy form of a contract and an account: the same for the desktop, the phone's sheet and the next visit to the page. */
export function strategyFormOf(ticket: SharedTicket, app: App): StrategyForm {
  const { market } = ticket
  const life = app.account.life.peek()
  const known = forms.get(market)
  if (known?.life === life) return known.form
  const form = new StrategyForm(market, {
    app,
    open: (press) => app.hub.api.openStrategy(press),
    drafts: draftsOfLife(app.account, strategyDraftsIn(app.kept)),
    start: {
      qtyText: ticket.size.text.peek(),
      priceText: '',
      reduceOnly: ticket.switches.reduceOnly.peek(),
    },
    now: () => Date.now(),
    monotonic: () => performance.now(),
  })
  forms.set(market, { life, form })
  return form
}
