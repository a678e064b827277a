import type { InstrumentSymbol, OrderType, Side, TimeInForce, TriggerBy } from '../../domain/order/order'
import type { Kept } from '../state/kept'
import { keyInGroup, type LinkGroup } from '../state/link-group'

export type TicketTab = 'limit' | 'market' | 'conditional' | 'strategy'
/** Post-only has a box of its own. */
export type TicketTimeInForce = Exclude<TimeInForce, 'postOnly'>

export interface SwitchesDraft {
  readonly reduceOnly: boolean
  readonly closeOnTrigger: boolean
  readonly hasTpSl: boolean
  readonly hasSlippage: boolean
  readonly splits: boolean
}

/** What was typed beyond price and quantity. */
export interface ExtrasDraft {
  readonly triggerText: string
  readonly triggerBy: TriggerBy
  /** `null` where none was chosen. */
  readonly tpSlSide: Side | null
  readonly tpSlMode: 'full' | 'partial'
  readonly takeProfitText: string
  readonly stopLossText: string
}

/** What the size is given as. */
export type SizeMethod = 'qty' | 'value' | 'cost' | 'risk'
export const SIZE_METHODS: readonly SizeMethod[] = ['qty', 'value', 'cost', 'risk']

/** Amounts that a size was given as. */
export interface SizingDraft {
  readonly valueText: string
  readonly costText: string
  readonly riskText: string
  readonly riskUnit: 'coin' | 'percent'
}

/** What a trader had typed into the ticket of a contract and a link group. */
export interface TicketDraft {
  readonly tab: TicketTab
  /** What a conditional order becomes. */
  readonly conditionalType: OrderType
  /** Of the limit order. */
  readonly priceText: string
  readonly priceTouched: boolean
  /** Of what a conditional order becomes. */
  readonly conditionalPriceText: string
  readonly conditionalPriceTouched: boolean
  readonly qtyText: string
  readonly percent: number
  readonly sizeMethod: SizeMethod
  /** `null` while the size was only ever given as a quantity. */
  readonly sizing: SizingDraft | null
  readonly postOnly: boolean
  readonly timeInForce: TicketTimeInForce
  readonly switches: SwitchesDraft
  /** `null` while none of its fields was ever used. */
  readonly extras: ExtrasDraft | null
}

/** Where drafts outlive a page. */
export interface TicketDrafts {
  load(symbol: InstrumentSymbol): TicketDraft | null
  save(symbol: InstrumentSymbol, draft: TicketDraft): void
}

const KEY = 'halyard.ticket.'
const TABS: readonly TicketTab[] = ['limit', 'market', 'conditional', 'strategy']
const TIMES_IN_FORCE: readonly TicketTimeInForce[] = ['goodTillCancel', 'immediateOrCancel', 'fillOrKill']
const SIDES: readonly Side[] = ['buy', 'sell']
const BASES: readonly TriggerBy[] = ['last', 'mark', 'index']

/** Drafts of the tab and of one link group: they survive a reload and end with it (decisions 12 keeps local storage). */
export const ticketDraftsIn = ({ session }: Kept, link: LinkGroup): TicketDrafts => ({
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

type Fields = (name: string) => unknown

/** Storage may hold anything: what is not a draft is none. */
function parse(text: string | null): TicketDraft | null {
  if (text === null) return null
  const json: unknown = JSON.parse(text)
  if (typeof json !== 'object' || json === null) return null
  const field = fieldsOf(json)
  const percent = field('percent')
  const extras = field('extras')
  const switches = field('switches')
  const sizing = field('sizing')
  return {
    tab: TABS.find((one) => one === field('tab')) ?? 'limit',
    conditionalType: field('conditionalType') === 'market' ? 'market' : 'limit',
    priceText: word(field, 'priceText'),
    priceTouched: field('priceTouched') === true,
    conditionalPriceText: word(field, 'conditionalPriceText'),
    conditionalPriceTouched: field('conditionalPriceTouched') === true,
    qtyText: word(field, 'qtyText'),
    percent: typeof percent === 'number' && percent >= 0 && percent <= 100 ? percent : 0,
    sizeMethod: SIZE_METHODS.find((one) => one === field('sizeMethod')) ?? 'qty',
    sizing: typeof sizing === 'object' && sizing !== null ? parseSizing(fieldsOf(sizing)) : null,
    postOnly: field('postOnly') === true,
    timeInForce: TIMES_IN_FORCE.find((one) => one === field('timeInForce')) ?? 'goodTillCancel',
    switches: parseSwitches(fieldsOf(typeof switches === 'object' && switches !== null ? switches : {})),
    extras: typeof extras === 'object' && extras !== null ? parseExtras(fieldsOf(extras)) : null,
  }
}

function parseSwitches(field: Fields): SwitchesDraft {
  return {
    reduceOnly: field('reduceOnly') === true,
    closeOnTrigger: field('closeOnTrigger') === true,
    hasTpSl: field('hasTpSl') === true,
    hasSlippage: field('hasSlippage') === true,
    splits: field('splits') === true,
  }
}

function parseSizing(field: Fields): SizingDraft {
  return {
    valueText: word(field, 'valueText'),
    costText: word(field, 'costText'),
    riskText: word(field, 'riskText'),
    riskUnit: field('riskUnit') === 'coin' ? 'coin' : 'percent',
  }
}

function parseExtras(field: Fields): ExtrasDraft {
  return {
    triggerText: word(field, 'triggerText'),
    triggerBy: BASES.find((one) => one === field('triggerBy')) ?? 'last',
    tpSlSide: SIDES.find((one) => one === field('tpSlSide')) ?? null,
    tpSlMode: field('tpSlMode') === 'partial' ? 'partial' : 'full',
    takeProfitText: word(field, 'takeProfitText'),
    stopLossText: word(field, 'stopLossText'),
  }
}

function fieldsOf(json: object): Fields {
  return (name) => (json as Readonly<Record<string, unknown>>)[name]
}

function word(field: Fields, name: string): string {
  const value = field(name)
  return typeof value === 'string' ? value.slice(0, 40) : ''
}
