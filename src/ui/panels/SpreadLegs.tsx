import { useSignals } from '@preact/signals-react/runtime'
import { LegBooks } from '../leg-books/LegBooks'
import { spreadTicketOf } from '../spread-entry/spread-ticket-of'
import { useApp } from '../state/app-context'
import { useLinkGroup } from '../state/link-group'
import type { PanelProps } from './panel'

/** The books of the legs of a spread, with what the ticket of the link group does in each. */
export function SpreadLegs({ market }: PanelProps) {
  useSignals()
  const ticket = spreadTicketOf(market, useApp(), useLinkGroup())
  return <LegBooks key={market.symbol} market={market} side={ticket.side.value} />
}
