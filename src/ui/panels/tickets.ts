import type { ComponentType } from 'react'
import type { Side } from '../../domain/order/order'
import type { KeyOf } from '../i18n/words'
import { ticketOf } from '../order-entry/ticket-of'
import { contracts, options, type ByKind } from '../products/by-kind'
import { kindOfPage } from '../products/product-view-of'
import type { App } from '../state/app-context'
import type { LinkGroup } from '../state/link-group'
import type { MarketModel } from '../state/market-model'
import type { TicketProps } from './panel'
import { OptionTicket } from './OptionTicket'
import { SpotTicket } from './SpotTicket'
import { SpreadTicket } from './SpreadTicket'
import { Ticket } from './Ticket'

/** The ticket of a product, and what its two presses are called. */
interface TicketPart {
  readonly Component: ComponentType<TicketProps>
  sideWord(side: Side, market: MarketModel, app: App, link: LinkGroup): KeyOf<'trade'>
}

const PARTS: ByKind<TicketPart> = {
  ...contracts<TicketPart>({
    Component: Ticket,
    sideWord: (side, market, app, link) => `effect.${ticketOf(market, app, link).outlook.effect(side)}`,
  }),
  ...options<TicketPart>({ Component: OptionTicket, sideWord: (side) => side }),
  spot: { Component: SpotTicket, sideWord: (side) => side },
  spread: { Component: SpreadTicket, sideWord: (side) => side },
}

export function ticketPart({ symbol }: MarketModel): TicketPart {
  return PARTS[kindOfPage(symbol)]
}
