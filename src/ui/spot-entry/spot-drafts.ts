import type { InstrumentSymbol, OrderType, Side } from '../../domain/order/order'
import type { Kept } from '../state/kept'
import { keyInGroup, type LinkGroup } from '../state/link-group'

/** Post-only has a box of its own. */
export type SpotTimeInForce = 'goodTillCancel' | 'immediateOrCancel' | 'fillOrKill'
export const SPOT_TIMES_IN_FORCE: readonly SpotTimeInForce[] = ['goodTillCancel', 'immediateOrCancel', 'fillOrKill']

/** Which coin the size counts. */
export type SizeUnit = 'base' | 'quote'

/** What a trader had typed into the ticket of a pair and a link group. */
export interface SpotTicketDraft {
  readonly side: Side
  readonly type: OrderType
  readonly unit: SizeUnit
  readonly priceText: string
  readonly sizeText: string
  readonly postOnly: boolean
  readonly timeInForce: SpotTimeInForce
}

/** Where drafts outlive a page. */
export interface SpotDrafts {
  load(symbol: InstrumentSymbol): SpotTicketDraft | null
  save(symbol: InstrumentSymbol, draft: SpotTicketDraft): void
}

/** Under the name of every ticket's: whose they are is looked after there. */
const KEY = 'halyard.ticket.'

/** Drafts of the tab and of one link group: they survive a reload and end with it (decisions 12 keeps local storage). */
export const spotDraftsIn = ({ session }: Kept, link: LinkGroup): SpotDrafts => ({
  load(symbol) {
    try {
      return parse(session.getItem(KEY + keyInGroup(symbol, link)))
    } catch {
      return null
    }
  },
  save(symbol, draft) {
    try {
      session.setItem(KEY + keyInGroup(symbol, link), JSON.stringify(draft))
    } catch {
      // Full or blocked: the draft lives as long as the page.
    }
  },
})

/** Storage may hold anything: what is not a draft is none. */
function parse(text: string | null): SpotTicketDraft | null {
  const json: unknown = text === null ? null : JSON.parse(text)
  if (typeof json !== 'object' || json === null) return null
  const field = (name: string): unknown => (json as Readonly<Record<string, unknown>>)[name]
  const word = (name: string): string => {
    const value = field(name)
    return typeof value === 'string' ? value.slice(0, 40) : ''
  }
  return {
    side: field('side') === 'sell' ? 'sell' : 'buy',
    type: field('type') === 'market' ? 'market' : 'limit',
    unit: field('unit') === 'quote' ? 'quote' : 'base',
    priceText: word('priceText'),
    sizeText: word('sizeText'),
    postOnly: field('postOnly') === true,
    timeInForce: SPOT_TIMES_IN_FORCE.find((one) => one === field('timeInForce')) ?? 'goodTillCancel',
  }
}
