import type { ReadonlySignal } from '@preact/signals-react'
import type { OrderId } from '../../../domain/order/order'
import type { OrderIntent, Outcome } from '../../../workers/presses'
import { draftsOfLife } from '../../state/account-drafts'
import type { App } from '../../state/app-context'
import type { Kept } from '../../state/kept'
import type { LinkGroup } from '../../state/link-group'
import type { MarketModel } from '../../state/market-model'
import { pickedPrice, type PickedPrice } from '../../state/picked-price'
import type { FormDrafts } from './form-drafts'

/** What the ticket of any product is made with. */
export interface TicketPorts<Draft> {
  readonly app: Pick<App, 'account' | 'catalogue' | 'connection' | 'kept' | 'clock'>
  /** The latest price picked in a book that is linked to it. */
  readonly picked: ReadonlySignal<PickedPrice | null>
  readonly place: (intent: OrderIntent) => Promise<Outcome<OrderId>>
  readonly drafts: FormDrafts<Draft>
  /** Wall clock of the intent, and a clock that only rises. */
  readonly now: () => number
  readonly monotonic: () => number
}

interface KnownForm<Form> {
  readonly life: number
  readonly form: Form
}

type FormOf<Form, More extends readonly unknown[]> = (
  market: MarketModel,
  app: App,
  link: LinkGroup,
  ...more: More
) => Form

/**
 * The one form of a market, an account and a link group: the same for the desktop, the phone's sheet and the next visit to
 * the page.
 */
export function formsOf<Form, More extends readonly unknown[] = []>(make: FormOf<Form, More>): FormOf<Form, More> {
  const forms = new WeakMap<MarketModel, Map<LinkGroup, KnownForm<Form>>>()
  return (market, app, link, ...more) => {
    const life = app.account.life.peek()
    const ofMarket = forms.get(market) ?? new Map<LinkGroup, KnownForm<Form>>()
    const known = ofMarket.get(link)
    if (known?.life === life) return known.form
    const form = make(market, app, link, ...more)
    forms.set(market, ofMarket.set(link, { life, form }))
    return form
  }
}

/** What a ticket of the page is made with; its drafts are the account's as long as that is this one. */
export function ticketPortsOf<Draft>(
  app: App,
  link: LinkGroup,
  draftsIn: (kept: Kept, link: LinkGroup) => FormDrafts<Draft>,
): TicketPorts<Draft> {
  return {
    app,
    picked: pickedPrice(link),
    place: (intent) => app.hub.api.placeOrder(intent),
    drafts: draftsOfLife(app.account, draftsIn(app.kept, link)),
    now: () => Date.now(),
    monotonic: () => performance.now(),
  }
}
