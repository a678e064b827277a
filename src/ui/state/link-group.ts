import { createContext, useContext } from 'react'

/** Panels of one group act on each other: a price that is picked in its book goes into its ticket, and into no other. */
export type LinkGroup = 'first' | 'second' | 'third' | 'fourth'

/** The group of a page that has one. */
export const FIRST_GROUP: LinkGroup = 'first'

export const LinkGroupContext = createContext<LinkGroup>(FIRST_GROUP)

/** The group that the panel around is in. */
export function useLinkGroup(): LinkGroup {
  return useContext(LinkGroupContext)
}
