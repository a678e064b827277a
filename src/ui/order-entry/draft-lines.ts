import type { TradedMarket } from '../../domain/instrument/market-type'
import type { Side } from '../../domain/order/order'
import { formatCoin, formatPrice, formatQty } from '../format'
import { say } from '../i18n/instance'
import type { LineMoving, LineSpec, LineTone } from '../trading-kit/chart-line'
import type { DraftPrice } from './draft-prices'

/** What stands in the ticket and was not sent, in the page's language. */
export type DraftText = (kind: DraftPrice['kind'] | NonNullable<DraftPrice['leg']>, qty: string) => string

/** The words of `chart` have come by the time that a line is drawn. */
export const draftText: DraftText = (kind, qty) => say(`chart:draft.${kind}`, { qty })

interface DraftHands {
  readonly texts?: DraftLineTexts
  readonly begin?: (kind: DraftPrice['kind']) => LineMoving | null
  readonly place?: { readonly sides: readonly Side[]; send(side: Side): void }
}

/** Two buttons send the draft, so that its own line has no side. */
const DRAFT_TONE: Readonly<Record<DraftPrice['kind'], LineTone>> = {
  limit: 'muted',
  trigger: 'muted',
  takeProfit: 'profit',
  stopLoss: 'loss',
}

export interface DraftLineTexts {
  readonly text: DraftText
  /** On the button that sends it as a side, and what that is called. */
  place(side: Side): { readonly mark: string; label(line: string, price: string): string }
  /** Name of what the line is moved by. */
  move(line: string): string
}

const TEXTS: DraftLineTexts = {
  text: draftText,
  place: (side) => ({
    mark: say(`chart:place.mark.${side}`),
    label: (line, price) => say(`chart:place.label.${side}`, { line, price }),
  }),
  move: (line) => say('chart:move', { line }),
}

/**
 * The lines of an order before it is sent (spec §3, pre-order line).
 *
 * @param begin begins to move one, which writes into the ticket; left out where none is moved
 * @param place sends it; the sides are those that the ticket would send as it stands
 */
export function draftLines(
  { tickSize, lotSize, settleCoin }: TradedMarket,
  drafts: readonly DraftPrice[],
  { texts = TEXTS, begin, place }: DraftHands = {},
): readonly LineSpec[] {
  return drafts.map(({ kind, price, qty, pnl, leg }) => {
    const text = texts.text(leg ?? kind, formatQty(qty, lotSize))
    const priceText = formatPrice(price, tickSize)
    // Take-profit and stop-loss go with the order that brings them.
    const sides = place === undefined || kind === 'takeProfit' || kind === 'stopLoss' ? [] : place.sides
    return {
      id: `draft/${kind}`,
      kind: 'preorder',
      tone: leg === undefined ? DRAFT_TONE[kind] : 'muted',
      text,
      dash: 'dotted',
      detail: pnl === null ? null : { text: formatCoin(pnl, settleCoin, { signed: true }), tone: DRAFT_TONE[kind] },
      price: Number(price),
      priceText,
      actions: sides.map((side) => {
        const { mark, label } = texts.place(side)
        return { id: side, mark, label: label(text, priceText) }
      }),
      onAction: (id) => {
        if (id === 'buy' || id === 'sell') place?.send(id)
      },
      move:
        begin === undefined
          ? null
          : { label: texts.move(text), tick: Number(tickSize), isLive: true, begin: () => begin(kind) },
    }
  })
}
