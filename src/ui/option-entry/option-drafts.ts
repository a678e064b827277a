import { compare, roundToStep, type Price } from '../../domain/decimal'
import type { OrderType } from '../../domain/order/order'
import type { Kept } from '../state/kept'
import type { LinkGroup } from '../state/link-group'
import { formDraftsIn, type DraftFields, type FormDrafts } from '../trading-kit/ticket/form-drafts'
import { TIMES_IN_FORCE, type TicketTimeInForce } from '../trading-kit/ticket/time-in-force'

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
  readonly timeInForce: TicketTimeInForce
}

/** Most options have not traded of late: an order begins near the mark, which is counted finer than prices are. */
export function firstPrice(markPrice: Price, { tickSize }: { readonly tickSize: Price }): Price {
  const near = roundToStep(markPrice, tickSize, 'nearest')
  return compare(near, '0' as Price) > 0 ? near : tickSize
}

export const optionDraftsIn = (kept: Kept, link: LinkGroup): FormDrafts<OptionTicketDraft> =>
  formDraftsIn('ticket', kept, link, readDraft)

function readDraft(read: DraftFields): OptionTicketDraft {
  return {
    type: read.oneOf('type', ['limit', 'market']),
    pricedBy: read.oneOf('pricedBy', ['price', 'volatility']),
    priceText: read.text('priceText'),
    volatilityText: read.text('volatilityText'),
    qtyText: read.text('qtyText'),
    postOnly: read.isOn('postOnly'),
    reduceOnly: read.isOn('reduceOnly'),
    timeInForce: read.oneOf('timeInForce', TIMES_IN_FORCE),
  }
}
