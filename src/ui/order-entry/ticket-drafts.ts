import type { InstrumentSymbol, OrderType } from '../../domain/order/order'
import type { TicketTimeInForce } from './order-form-model'

/** What a trader had typed into one contract's ticket. */
export interface TicketDraft {
  readonly type: OrderType
  readonly priceText: string
  readonly priceTouched: boolean
  readonly qtyText: string
  readonly percent: number
  readonly reduceOnly: boolean
  readonly postOnly: boolean
  readonly timeInForce: TicketTimeInForce
}

/** Where drafts outlive a page. */
export interface TicketDrafts {
  load(symbol: InstrumentSymbol): TicketDraft | null
  save(symbol: InstrumentSymbol, draft: TicketDraft): void
}

const KEY = 'halyard.ticket.'
const TIMES_IN_FORCE: readonly TicketTimeInForce[] = ['goodTillCancel', 'immediateOrCancel', 'fillOrKill']

/** Drafts in the tab's session storage: they survive a reload and end with the tab (decisions 12 keeps local storage). */
export const sessionDrafts: TicketDrafts = {
  load(symbol) {
    try {
      return parse(sessionStorage.getItem(KEY + symbol))
    } catch {
      return null
    }
  },
  save(symbol, draft) {
    try {
      sessionStorage.setItem(KEY + symbol, JSON.stringify(draft))
    } catch {
      // Full or blocked: the draft lives as long as the page.
    }
  },
}

/** Storage may hold anything: what is not a draft is none. */
function parse(text: string | null): TicketDraft | null {
  if (text === null) return null
  const json: unknown = JSON.parse(text)
  if (typeof json !== 'object' || json === null) return null
  const field = (name: string): unknown => (json as Readonly<Record<string, unknown>>)[name]
  const word = (name: string): string => {
    const value = field(name)
    return typeof value === 'string' ? value.slice(0, 40) : ''
  }
  const percent = field('percent')
  return {
    type: field('type') === 'market' ? 'market' : 'limit',
    priceText: word('priceText'),
    priceTouched: field('priceTouched') === true,
    qtyText: word('qtyText'),
    percent: typeof percent === 'number' && percent >= 0 && percent <= 100 ? percent : 0,
    reduceOnly: field('reduceOnly') === true,
    postOnly: field('postOnly') === true,
    timeInForce: TIMES_IN_FORCE.find((one) => one === field('timeInForce')) ?? 'goodTillCancel',
  }
}
