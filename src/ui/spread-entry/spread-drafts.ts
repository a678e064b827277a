import type { OrderType, Side } from '../../domain/order/order'
import type { Kept } from '../state/kept'
import type { LinkGroup } from '../state/link-group'
import { formDraftsIn, type DraftFields, type FormDrafts } from '../trading-kit/ticket/form-drafts'
import { TIMES_IN_FORCE, type TicketTimeInForce } from '../trading-kit/ticket/time-in-force'

/** What a trader had typed into the ticket of a spread and a link group. */
export interface SpreadTicketDraft {
  readonly side: Side
  readonly type: OrderType
  readonly priceText: string
  readonly qtyText: string
  readonly postOnly: boolean
  readonly timeInForce: TicketTimeInForce
}

export const spreadDraftsIn = (kept: Kept, link: LinkGroup): FormDrafts<SpreadTicketDraft> =>
  formDraftsIn('ticket', kept, link, readDraft)

function readDraft(read: DraftFields): SpreadTicketDraft {
  return {
    side: read.oneOf('side', ['buy', 'sell']),
    type: read.oneOf('type', ['limit', 'market']),
    priceText: read.text('priceText'),
    qtyText: read.text('qtyText'),
    postOnly: read.isOn('postOnly'),
    timeInForce: read.oneOf('timeInForce', TIMES_IN_FORCE),
  }
}
