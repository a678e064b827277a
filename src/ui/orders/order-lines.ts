import type { Price } from '../../domain/decimal'
import type { Contract } from '../../domain/instrument/contract'
import { takesChange } from '../../domain/instrument/pre-listing'
import { limitPrice, type Order, type Side } from '../../domain/order/order'
import { strategyOf, type StrategyKind } from '../../domain/order/strategy'
import { formatPrice, formatQty } from '../format'
import { say } from '../i18n/instance'
import type { LineSpec } from '../trading-kit/chart-line'

/** Words of an order's line, in the page's language. */
export interface OrderLineTexts {
  order(side: Side, qty: string, origin: StrategyKind | null): string
  /** A conditional order, until its price is reached. */
  trigger(side: Side, qty: string): string
  guard(kind: 'takeProfit' | 'stopLoss' | 'trailingStop' | 'trailingStart', qty: string): string
  takeProfitAt(price: string): string
  stopLossAt(price: string): string
  limitAt(price: string): string
  /** @param line the line's own text */
  cancel(line: string, price: string): string
}

/** The words of `chart` have come by the time that a line is drawn. */
export const ORDER_LINE_TEXTS: OrderLineTexts = {
  order: (side, qty, origin) => say(`chart:${origin ?? 'limit'}.${side}`, { qty }),
  trigger: (side, qty) => say(`chart:trigger.${side}`, { qty }),
  guard: (kind, qty) => say(`chart:${kind}`, { qty }),
  takeProfitAt: (price) => say('chart:takeProfitAt', { price }),
  stopLossAt: (price) => say('chart:stopLossAt', { price }),
  limitAt: (price) => say('chart:limitAt', { price }),
  cancel: (line, price) => say('chart:cancel', { line, price }),
}

interface OrderLineInputs {
  readonly instrument: Contract
  readonly orders: readonly Order[]
  readonly texts: OrderLineTexts
  cancel(order: Order): void
}

/** The lines of the open orders in one contract, and of what waits for a trigger (spec §3, chart lines). */
export function orderLines({ instrument, orders, texts, cancel }: OrderLineInputs): readonly LineSpec[] {
  const { symbol, tickSize } = instrument
  return orders.flatMap((order) => {
    const line = order.symbol === symbol ? orderLine(order, instrument, texts) : null
    if (line === null) return []
    const { price, ...rest } = line
    const priceText = formatPrice(price, tickSize)
    const actions = takesChange(instrument, 'cancel')
      ? ([{ id: 'cancel', mark: '×', label: texts.cancel(rest.text, priceText) }] as const)
      : []
    return [
      { id: `order/${order.id}`, ...rest, actions, onAction: () => cancel(order), price: Number(price), priceText },
    ]
  })
}

type Detail = NonNullable<LineSpec['detail']> | null
type OrderLine = Pick<LineSpec, 'kind' | 'tone' | 'text' | 'dash'> & { readonly detail: Detail; readonly price: Price }

/** What rests in the book is dashed; what waits for a trigger is dotted, and stands where it fires. */
function orderLine(order: Order, { tickSize, lotSize }: Contract, texts: OrderLineTexts): OrderLine | null {
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
