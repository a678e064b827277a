import type { Contract } from '../../domain/instrument/contract'
import { formatPrice, formatQty } from '../format'
import { say } from '../i18n/instance'
import type { LineSpec, LineTone } from '../trading-kit/chart-line'
import type { DraftPrice } from './draft-prices'

/** What stands in the ticket and was not sent, in the page's language. */
export type DraftText = (kind: DraftPrice['kind'], qty: string) => string

/** The words of `chart` have come by the time that a line is drawn. */
export const draftText: DraftText = (kind, qty) => say(`chart:draft.${kind}`, { qty })

/** Two buttons send the draft, so that its own line has no side. */
const DRAFT_TONE: Readonly<Record<DraftPrice['kind'], LineTone>> = {
  limit: 'muted',
  trigger: 'muted',
  takeProfit: 'profit',
  stopLoss: 'loss',
}

/** The lines of an order before it is sent (spec §3, pre-order line). */
export function draftLines(
  { tickSize, lotSize }: Contract,
  drafts: readonly DraftPrice[],
  text: DraftText = draftText,
): readonly LineSpec[] {
  return drafts.map(({ kind, price, qty }) => ({
    id: `draft/${kind}`,
    kind: 'preorder',
    tone: DRAFT_TONE[kind],
    text: text(kind, formatQty(qty, lotSize)),
    dash: 'dotted',
    price: Number(price),
    priceText: formatPrice(price, tickSize),
  }))
}
