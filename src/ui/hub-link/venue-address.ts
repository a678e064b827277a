import type { TabHello } from '../../workers/hub-api'

/** Where the hub finds its exchange, from the page's bootstrap data; what is not said is the page's own, and the sandbox. */
export interface VenueAddress {
  readonly api?: string | null
  readonly ws?: string | null
  readonly venue?: string | null
  readonly region?: 'global' | 'eu'
  readonly language?: string
}

/** The same as a tab tells it to the hub. */
export function addressedTo({ api, ws, venue, region, language }: VenueAddress = {}): Partial<TabHello> {
  return {
    ...(api ? { apiBase: api } : {}),
    ...(ws ? { wsBase: ws } : {}),
    ...(venue ? { venue } : {}),
    ...(region ? { region } : {}),
    ...(language ? { language } : {}),
  }
}
