import type { OrderType, Side, TriggerBy } from '../../domain/order/order'
import type { Kept } from '../state/kept'
import type { LinkGroup } from '../state/link-group'
import { formDraftsIn, type DraftFields, type FormDrafts } from '../trading-kit/ticket/form-drafts'
import { TIMES_IN_FORCE, type TicketTimeInForce } from '../trading-kit/ticket/time-in-force'

export type TicketTab = 'limit' | 'market' | 'conditional' | 'strategy'

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

const TABS: readonly TicketTab[] = ['limit', 'market', 'conditional', 'strategy']
const SIDES: readonly Side[] = ['buy', 'sell']
const BASES: readonly TriggerBy[] = ['last', 'mark', 'index']

export const ticketDraftsIn = (kept: Kept, link: LinkGroup): FormDrafts<TicketDraft> =>
  formDraftsIn('ticket', kept, link, readDraft)

function readDraft(read: DraftFields): TicketDraft {
  const extras = read.withinOrNull('extras')
  const sizing = read.withinOrNull('sizing')
  return {
    tab: read.oneOf('tab', TABS),
    conditionalType: read.oneOf('conditionalType', ['limit', 'market']),
    priceText: read.text('priceText'),
    priceTouched: read.isOn('priceTouched'),
    conditionalPriceText: read.text('conditionalPriceText'),
    conditionalPriceTouched: read.isOn('conditionalPriceTouched'),
    qtyText: read.text('qtyText'),
    percent: read.number('percent', { min: 0, max: 100, otherwise: 0 }),
    sizeMethod: read.oneOf('sizeMethod', SIZE_METHODS),
    sizing: sizing === null ? null : readSizing(sizing),
    postOnly: read.isOn('postOnly'),
    timeInForce: read.oneOf('timeInForce', TIMES_IN_FORCE),
    switches: readSwitches(read.within('switches')),
    extras: extras === null ? null : readExtras(extras),
  }
}

function readSwitches(read: DraftFields): SwitchesDraft {
  return {
    reduceOnly: read.isOn('reduceOnly'),
    closeOnTrigger: read.isOn('closeOnTrigger'),
    hasTpSl: read.isOn('hasTpSl'),
    hasSlippage: read.isOn('hasSlippage'),
    splits: read.isOn('splits'),
  }
}

function readSizing(read: DraftFields): SizingDraft {
  return {
    valueText: read.text('valueText'),
    costText: read.text('costText'),
    riskText: read.text('riskText'),
    riskUnit: read.oneOf('riskUnit', ['percent', 'coin']),
  }
}

function readExtras(read: DraftFields): ExtrasDraft {
  return {
    triggerText: read.text('triggerText'),
    triggerBy: read.oneOf('triggerBy', BASES),
    tpSlSide: read.oneOfOrNull('tpSlSide', SIDES),
    tpSlMode: read.oneOf('tpSlMode', ['full', 'partial']),
    takeProfitText: read.text('takeProfitText'),
    stopLossText: read.text('stopLossText'),
  }
}
