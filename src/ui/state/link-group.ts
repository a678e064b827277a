import { createContext, useContext } from 'react'
import type { InstrumentSymbol } from '../../domain/order/order'

/** Panels of one group act on each other: a price that is picked in its book goes into its ticket, and into no other. */
export type LinkGroup = 'first' | 'second' | 'third' | 'fourth'

/**
 * Under what something of a contract is kept for the panels of one group. The first group's is the symbol alone, as of
 * pages that knew no other.
 */
export function keyInGroup(symbol: InstrumentSymbol, link: LinkGroup): string {
  return link === FIRST_GROUP ? symbol : `${symbol}/${link}`
}

/** The group of a page that has one. */
export const FIRST_GROUP: LinkGroup = 'first'

export const LinkGroupContext = createContext<LinkGroup>(FIRST_GROUP)

/** The group that the panel around is in. */
export function useLinkGroup(): LinkGroup {
  return useContext(LinkGroupContext)
}
