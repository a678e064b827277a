import { draftsOfLife } from '../state/account-drafts'
import type { App } from '../state/app-context'
import type { LinkGroup } from '../state/link-group'
import type { MarketModel } from '../state/market-model'
import { pickedPrice } from '../state/picked-price'
import { optionDraftsIn } from './option-drafts'
import { OptionFormModel } from './option-form-model'

interface KnownTicket {
  readonly life: number
  readonly ticket: OptionFormModel
}

const tickets = new WeakMap<MarketModel, Map<LinkGroup, KnownTicket>>()

/** The one ticket of an option, an account and a link group: the same for the desktop and the phone's sheet. */
export function optionTicketOf(market: MarketModel, app: App, link: LinkGroup): OptionFormModel {
  const life = app.account.life.peek()
  const ofMarket = tickets.get(market) ?? new Map<LinkGroup, KnownTicket>()
  const known = ofMarket.get(link)
  if (known?.life === life) return known.ticket
  const ticket = new OptionFormModel(market, {
    app,
    picked: pickedPrice(link),
    place: (intent) => app.hub.api.placeOrder(intent),
    drafts: draftsOfLife(app.account, optionDraftsIn(app.kept, link)),
    now: () => Date.now(),
    monotonic: () => performance.now(),
  })
  tickets.set(market, ofMarket.set(link, { life, ticket }))
  return ticket
}
