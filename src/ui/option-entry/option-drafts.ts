import { compare, roundToStep, type Price } from '../../domain/decimal'
import type { InstrumentSymbol, OrderType } from '../../domain/order/order'
import type { Kept } from '../state/kept'
import { keyInGroup, type LinkGroup } from '../state/link-group'

/** Post-only has a box of its own. */
export type OptionTimeInForce = 'goodTillCancel' | 'immediateOrCancel' | 'fillOrKill'
export const OPTION_TIMES_IN_FORCE: readonly OptionTimeInForce[] = ['goodTillCancel', 'immediateOrCancel', 'fillOrKill']

/** What a limit order is given by. */
export type PricedBy = 'price' | 'volatility'

/** What a trader had typed into the ticket of an option and a link group. */
export interface OptionTicketDraft {
  readonly type: OrderType
  readonly pricedBy: PricedBy
  readonly priceText: string
  readonly volatilityText: string
  readonly qtyText: string
  readonly postOnly: boolean
  readonly reduceOnly: boolean
  readonly timeInForce: OptionTimeInForce
}

/** Most options have not traded of late: an order begins near the mark, which is counted finer than prices are. */
export function firstPrice(markPrice: Price, { tickSize }: { readonly tickSize: Price }): Price {
  const near = roundToStep(markPrice, tickSize, 'nearest')
  return compare(near, '0' as Price) > 0 ? near : tickSize
}

/** Where drafts outlive a page. */
export interface OptionDrafts {
  load(symbol: InstrumentSymbol): OptionTicketDraft | null
  save(symbol: InstrumentSymbol, draft: OptionTicketDraft): void
}

/** Under the name of every ticket's: whose they are is looked after there. */
const KEY = 'halyard.ticket.'

/** Drafts of the tab and of one link group: they survive a reload and end with it (decisions 12 keeps local storage). */
export const optionDraftsIn = ({ session }: Kept, link: LinkGroup): OptionDrafts => ({
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
function parse(text: string | null): OptionTicketDraft | null {
  const json: unknown = text === null ? null : JSON.parse(text)
  if (typeof json !== 'object' || json === null) return null
  const field = (name: string): unknown => (json as Readonly<Record<string, unknown>>)[name]
  const word = (name: string): string => {
    const value = field(name)
    return typeof value === 'string' ? value.slice(0, 40) : ''
  }
  return {
    type: field('type') === 'market' ? 'market' : 'limit',
    pricedBy: field('pricedBy') === 'volatility' ? 'volatility' : 'price',
    priceText: word('priceText'),
    volatilityText: word('volatilityText'),
    qtyText: word('qtyText'),
    postOnly: field('postOnly') === true,
    reduceOnly: field('reduceOnly') === true,
    timeInForce: OPTION_TIMES_IN_FORCE.find((one) => one === field('timeInForce')) ?? 'goodTillCancel',
  }
}
