import type { Price } from '../../domain/decimal'
import type { TradedMarket } from '../../domain/instrument/market-type'
import { takesChange } from '../../domain/instrument/pre-listing'
import { limitPrice, type Order, type OrderId, type Side, type StopOrderType } from '../../domain/order/order'
import { isTrailing, legNameOf, type LegName } from '../../domain/order/plan-type'
import { strategyOf, type StrategyKind } from '../../domain/order/strategy'
import { formatPrice, formatQty } from '../format'
import { say } from '../i18n/instance'
import type { LineMoving, LineSpec } from '../trading-kit/chart-line'
import { movesByHand } from './moved-price'

/** Words of an order's line, in the page's language. */
export interface OrderLineTexts {
  order(side: Side, qty: string, origin: StrategyKind | null): string
  /** A conditional order, until its price is reached. */
  trigger(side: Side, qty: string): string
  guard(kind: LegName | 'trailingStop' | 'trailingStart', qty: string): string
  takeProfitAt(price: string): string
  stopLossAt(price: string): string
  limitAt(price: string): string
  /** Of a guard that was reached and waits, since its fill would liquidate the rest. */
  heldBack(): string
  /** @param line the line's own text */
  cancel(line: string, price: string): string
  /** Name of what the line is moved by. */
  move(line: string): string
  /** Beside the text of an order whose change was not answered. */
  unknown(): string
}

/** The words of `chart` have come by the time that a line is drawn. */
export const ORDER_LINE_TEXTS: OrderLineTexts = {
  order: (side, qty, origin) => say(`chart:${origin ?? 'limit'}.${side}`, { qty }),
  trigger: (side, qty) => say(`chart:trigger.${side}`, { qty }),
  guard: (kind, qty) => say(`chart:${kind}`, { qty }),
  takeProfitAt: (price) => say('chart:takeProfitAt', { price }),
  stopLossAt: (price) => say('chart:stopLossAt', { price }),
  limitAt: (price) => say('chart:limitAt', { price }),
  heldBack: () => say('chart:heldBack'),
  cancel: (line, price) => say('chart:cancel', { line, price }),
  move: (line) => say('chart:move', { line }),
  unknown: () => say('chart:unknown'),
}

interface OrderLineInputs {
  readonly instrument: TradedMarket
  readonly orders: readonly Order[]
  readonly texts: OrderLineTexts
  cancel(order: Order): void
  /** Begins to move the order of a line; left out where none is moved. */
  begin?(id: OrderId, look: Pick<LineSpec, 'text' | 'tone'>): LineMoving | null
  /** The price of a change that was sent and not answered (O12); `null` where none is unknown. */
  asked?(order: Order): Price | null
}

/** The lines of the open orders in one contract, and of what waits for a trigger (spec §3, chart lines). */
export function orderLines({ orders, ...inputs }: OrderLineInputs): readonly LineSpec[] {
  return orders.flatMap((order) => (order.symbol === inputs.instrument.symbol ? linesOf(order, inputs) : []))
}

function linesOf(
  order: Order,
  { instrument, texts, cancel, begin, asked }: Omit<OrderLineInputs, 'orders'>,
): readonly LineSpec[] {
  const line = orderLine(order, instrument, texts)
  if (line === null) return []
  const { tickSize } = instrument
  const { price, ...look } = line
  const priceText = formatPrice(price, tickSize)
  const actions = takesChange(instrument, 'cancel')
    ? ([{ id: 'cancel', mark: '×', label: texts.cancel(look.text, priceText) }] as const)
    : []
  const other = asked?.(order) ?? null
  const isMoved = begin !== undefined && other === null && movesByHand(order) && takesChange(instrument, 'amend')
  const own: LineSpec = {
    id: `order/${order.id}`,
    ...look,
    actions,
    onAction: () => cancel(order),
    price: Number(price),
    priceText,
    move: isMoved ? { label: texts.move(look.text), tick: Number(tickSize), begin: () => begin(order.id, look) } : null,
  }
  if (other === null) return [own]
  // Nobody knows which of the two prices holds: both are shown, and both say so.
  const detail = { text: texts.unknown(), tone: 'warn' } as const
  return [
    { ...own, detail },
    {
      ...look,
      id: `asked/${order.id}`,
      kind: 'asked',
      dash: 'dotted',
      detail,
      price: Number(other),
      priceText: formatPrice(other, tickSize),
    },
  ]
}

type Detail = NonNullable<LineSpec['detail']> | null
type OrderLine = Pick<LineSpec, 'kind' | 'tone' | 'text' | 'dash'> & { readonly detail: Detail; readonly price: Price }

/** What rests in the book is dashed; what waits for a trigger is dotted, and stands where it fires. */
function orderLine(order: Order, { tickSize, lotSize }: TradedMarket, texts: OrderLineTexts): OrderLine | null {
  const qty = formatQty(order.leavesQty, lotSize)
  const limit = limitPrice(order)
  const { triggerPrice = null, stopPrice = null } = order
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
  const detail: Detail = order.isHeldBack
    ? { text: texts.heldBack(), tone: 'warn' }
    : limitDetail(limit, tickSize, texts)
  const waits = { kind: 'trigger', dash: 'dotted', detail } as const
  const guard = guardOf(order)
  switch (guard) {
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
    case 'ocoLimit':
    case 'ocoStop':
      return triggerPrice && { ...waits, tone: order.side, text: texts.guard(guard, qty), price: triggerPrice }
    default:
      return triggerPrice && { ...waits, tone: order.side, text: texts.trigger(order.side, qty), price: triggerPrice }
  }
}

/** What guards a position, and of a pair what its own order is planned as. */
export function guardOf(order: Order): StopOrderType | LegName {
  return legNameOf(order) ?? (isTrailing(order) ? 'trailingStop' : (order.stopOrderType ?? 'stop'))
}

/** Take-profit and stop-loss that an order brings once it fills. */
function attached({ takeProfit, stopLoss }: Order, tickSize: Price, texts: OrderLineTexts): Detail {
  const words = [
    takeProfit == null ? null : texts.takeProfitAt(formatPrice(takeProfit, tickSize)),
    stopLoss == null ? null : texts.stopLossAt(formatPrice(stopLoss, tickSize)),
  ].filter((word) => word !== null)
  return words.length === 0 ? null : { text: words.join(' · '), tone: 'muted' }
}

function limitDetail(limit: Price | null, tickSize: Price, texts: OrderLineTexts): Detail {
  return limit === null ? null : { text: texts.limitAt(formatPrice(limit, tickSize)), tone: 'muted' }
}
