import type { OrderFormModel } from '../order-entry/order-form-model'
import type { App } from '../state/app-context'
import type { MarketModel } from '../state/market-model'
import { sessionStrategies } from './strategy-drafts'
import { StrategyForm } from './strategy-form'

const forms = new WeakMap<MarketModel, StrategyForm>()

/** The one strategy form of a contract: the same for the desk, the phone's sheet and the next visit to the page. */
export function strategyFormOf(ticket: OrderFormModel, app: App): StrategyForm {
  const { market } = ticket
  let form = forms.get(market)
  if (form === undefined) {
    form = new StrategyForm(market, {
      app,
      open: (press) => app.hub.api.openStrategy(press),
      drafts: sessionStrategies,
      start: {
        qtyText: ticket.qtyText.peek(),
        priceText: '',
        reduceOnly: ticket.switches.reduceOnly.peek(),
      },
      now: () => Date.now(),
      monotonic: () => performance.now(),
    })
    forms.set(market, form)
  }
  return form
}
