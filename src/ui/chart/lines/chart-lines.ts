import type { Contract } from '../../../domain/instrument/contract'
import { takesChange } from '../../../domain/instrument/pre-listing'
import type { Money, Price } from '../../../domain/decimal'
import { limitPrice, type Order, type Side } from '../../../domain/order/order'
import { strategyOf, type StrategyKind } from '../../../domain/order/strategy'
import type { Position } from '../../../domain/position/position'
import { formatCoin, formatPrice, formatQty } from '../../format'
import type { DraftPrice } from '../../order-entry/draft-prices'
import type { ChartPort, LineAction, LineHandle, LineSpec, LineTone } from '../port/chart-port'

/** Words of a line, in the page's language. */
export interface LineTexts {
  order(side: Side, qty: string, origin: StrategyKind | null): string
  /** A conditional order, until its price is reached. */
  trigger(side: Side, qty: string): string
  guard(kind: 'takeProfit' | 'stopLoss' | 'trailingStop' | 'trailingStart', qty: string): string
  takeProfitAt(price: string): string
  stopLossAt(price: string): string
  limitAt(price: string): string
  /** @param line the line's own text */
  cancel(line: string, price: string): string
  position(side: Side, qty: string): string
  /** Buttons of a position. @param line the line's own text */
  act(action: PositionAction, line: string): string
  /** The word on the button for take-profit and stop-loss. */
  tpSlMark: string
  /** Of the button that closes a position at market: a word, because a cross cancels an order. */
  closeMark: string
  /** What stands in the ticket and was not sent. */
  draft(kind: DraftPrice['kind'], qty: string): string
  /** @param side of the position where there may be two of them; else `null` */
  liquidation(side: Side | null): string
  breakEven(side: Side | null): string
  mark: string
}

export type PositionAction = Exclude<LineAction, 'cancel'>

interface LineInputs {
  readonly instrument: Contract
  readonly orders: readonly Order[]
  readonly positions: readonly Position[]
  /** Unrealised result at the mark price that the rest of the page shows; `null` while none is known. */
  unrealised(position: Position): Money | null
  /** `null` while the mark line is switched off or no mark price is known. */
  readonly markPrice: Contract['tickSize'] | null
  readonly drafts: readonly DraftPrice[]
  readonly texts: LineTexts
  cancel(order: Order): void
  act(action: PositionAction, position: Position): void
}

/** The lines of a symbol: open orders, what waits for a trigger, position with liquidation and break-even price, mark price (spec §3, chart lines). */
export function chartLines({
  instrument,
  orders,
  positions,
  unrealised,
  markPrice,
  drafts,
  texts,
  cancel,
  act,
}: LineInputs): readonly LineSpec[] {
  const { symbol, tickSize, lotSize } = instrument
  const lines: LineSpec[] = []
  const price = (value: Contract['tickSize']) => ({ price: Number(value), priceText: formatPrice(value, tickSize) })
  // Mark and break-even run close to other lines; they say their price at the far end and leave the axis to the others.
  if (markPrice !== null)
    lines.push({
      id: 'mark',
      kind: 'mark',
      tone: 'muted',
      text: `${texts.mark} ${formatPrice(markPrice, tickSize)}`,
      dash: 'dotted',
      price: Number(markPrice),
      priceText: '',
    })
  for (const position of positions) {
    if (position.symbol !== symbol || position.side === null) continue
    const suffix = String(position.positionIdx)
    // A long and a short one stand side by side in hedge mode: each of their lines says whose it is.
    const side = position.positionIdx === 0 ? null : position.side
    if (position.liquidationPrice !== null)
      lines.push({
        id: `liquidation/${suffix}`,
        kind: 'liquidation',
        tone: 'warn',
        text: texts.liquidation(side),
        dash: 'dashed',
        ...price(position.liquidationPrice),
      })
    if (position.breakEvenPrice !== null && position.breakEvenPrice !== position.entryPrice)
      lines.push({
        id: `breakeven/${suffix}`,
        kind: 'breakeven',
        tone: 'muted',
        text: `${texts.breakEven(side)} ${formatPrice(position.breakEvenPrice, tickSize)}`,
        dash: 'dotted',
        price: Number(position.breakEvenPrice),
        priceText: '',
      })
    if (position.entryPrice !== null) {
      const text = texts.position(position.side, formatQty(position.size, lotSize))
      const button = (id: PositionAction, mark: string) => ({ id, mark, label: texts.act(id, text) })
      lines.push({
        id: `position/${suffix}`,
        kind: 'position',
        tone: 'info',
        text,
        actions: [button('tpSl', texts.tpSlMark), button('reverse', '⇅'), button('close', texts.closeMark)],
        onAction: (id) => id !== 'cancel' && act(id, position),
        detail: {
          text: formatCoin(unrealised(position), instrument.settleCoin, { signed: true }),
          tone: unrealised(position)?.startsWith('-') === true ? 'loss' : 'profit',
        },
        dash: 'solid',
        ...price(position.entryPrice),
      })
    }
  }
  for (const order of orders) {
    const line = order.symbol === symbol ? orderLine(order, instrument, texts) : null
    if (line === null) continue
    const { price: at, ...rest } = line
    lines.push({
      id: `order/${order.id}`,
      ...rest,
      actions: takesChange(instrument, 'cancel')
        ? [{ id: 'cancel', mark: '×', label: texts.cancel(rest.text, formatPrice(at, tickSize)) }]
        : [],
      onAction: () => cancel(order),
      ...price(at),
    })
  }
  for (const draft of drafts)
    lines.push({
      id: `draft/${draft.kind}`,
      kind: 'preorder',
      tone: DRAFT_TONE[draft.kind],
      text: texts.draft(draft.kind, formatQty(draft.qty, lotSize)),
      dash: 'dotted',
      ...price(draft.price),
    })
  return lines
}

/** Two buttons send the draft, so that its own line has no side. */
const DRAFT_TONE: Readonly<Record<DraftPrice['kind'], LineTone>> = {
  limit: 'muted',
  trigger: 'muted',
  takeProfit: 'profit',
  stopLoss: 'loss',
}

type Detail = NonNullable<LineSpec['detail']> | null
type OrderLine = Pick<LineSpec, 'kind' | 'tone' | 'text' | 'dash'> & { readonly detail: Detail; readonly price: Price }

/** What rests in the book is dashed; what waits for a trigger is dotted, and stands where it fires. */
function orderLine(order: Order, { tickSize, lotSize }: Contract, texts: LineTexts): OrderLine | null {
  const qty = formatQty(order.leavesQty, lotSize)
  const limit = limitPrice(order)
  const { stopOrderType, triggerPrice = null, stopPrice = null } = order
  if (order.status !== 'untriggered') {
    if (limit === null) return null
    const text = texts.order(order.side, qty, strategyOf(order.createType))
    return {
      kind: 'order',
      tone: order.side,
      text,
      dash: 'dashed',
      detail: attached(order, tickSize, texts),
      price: limit,
    }
  }
  const waits = { kind: 'trigger', dash: 'dotted', detail: limitDetail(limit, tickSize, texts) } as const
  switch (stopOrderType) {
    case 'takeProfit':
    case 'partialTakeProfit':
      return triggerPrice && { ...waits, tone: 'profit', text: texts.guard('takeProfit', qty), price: triggerPrice }
    case 'stopLoss':
    case 'partialStopLoss':
      return triggerPrice && { ...waits, tone: 'loss', text: texts.guard('stopLoss', qty), price: triggerPrice }
    case 'trailingStop': {
      // Before its activation it stands where that happens.
      const at = stopPrice ?? triggerPrice
      const text = texts.guard(stopPrice === null ? 'trailingStart' : 'trailingStop', qty)
      return at && { ...waits, tone: 'loss', text, price: at }
    }
    default:
      return triggerPrice && { ...waits, tone: order.side, text: texts.trigger(order.side, qty), price: triggerPrice }
  }
}

/** Take-profit and stop-loss that an order brings once it fills. */
function attached({ takeProfit, stopLoss }: Order, tickSize: Price, texts: LineTexts): Detail {
  const words = [
    takeProfit == null ? null : texts.takeProfitAt(formatPrice(takeProfit, tickSize)),
    stopLoss == null ? null : texts.stopLossAt(formatPrice(stopLoss, tickSize)),
  ].filter((word) => word !== null)
  return words.length === 0 ? null : { text: words.join(' · '), tone: 'muted' }
}

function limitDetail(limit: Price | null, tickSize: Price, texts: LineTexts): Detail {
  return limit === null ? null : { text: texts.limitAt(formatPrice(limit, tickSize)), tone: 'muted' }
}

/** Keeps the chart's lines equal to a list: created or updated by id, removed when the id is gone (spec §4, Chart). */
export class LineSync {
  readonly #port: Pick<ChartPort, 'line'>
  readonly #handles = new Map<string, LineHandle>()
  readonly #shown = new Map<string, string>()

  constructor(port: Pick<ChartPort, 'line'>) {
    this.#port = port
  }

  show(lines: readonly LineSpec[]): void {
    const wanted = new Set(lines.map((line) => line.id))
    for (const [id, handle] of this.#handles) {
      if (wanted.has(id)) continue
      handle.remove()
      this.#handles.delete(id)
      this.#shown.delete(id)
    }
    for (const line of lines) {
      const handle = this.#handles.get(line.id)
      // A line that says the same is left alone: each change draws the lines' canvas again.
      const content = JSON.stringify(line)
      if (this.#shown.get(line.id) === content) continue
      this.#shown.set(line.id, content)
      if (handle === undefined) this.#handles.set(line.id, this.#port.line(line))
      else handle.update(line)
    }
  }
}
