import type { Money, Price, Qty } from '../../domain/decimal'
import type { OrderFormModel } from './order-form-model'

/** A price of the order that stands in the ticket and was not sent. */
export interface DraftPrice {
  readonly kind: 'limit' | 'trigger' | 'takeProfit' | 'stopLoss'
  readonly price: Price
  readonly qty: Qty
  /** What a take-profit gains, or a stop-loss loses; `null` for the order itself, and while it is wrong. */
  readonly pnl: Money | null
  /** Of a leg of a pair's OCO: what it is called there. */
  readonly leg?: 'ocoLimit' | 'ocoStop'
}

/**
 * What the chart shows of an order before it is sent (spec §3, pre-order line): its limit or trigger price, and the
 * take-profit and stop-loss that it would bring. Nothing without a quantity, while no ticket is on the screen, and from
 * the press on, until something is changed: then the order has a line of its own. Reads signals.
 */
export function draftPrices(ticket: OrderFormModel): readonly DraftPrice[] {
  const qty = ticket.size.qty.value
  const tab = ticket.tab.value
  const result = ticket.result.value
  const isRefused = result?.kind === 'done' && result.outcome.kind === 'refused'
  if (!ticket.isOpen.value || tab === 'strategy' || qty === null || Number(qty) === 0) return []
  if (result !== null && !isRefused) return []
  const extras = ticket.extras.value
  const legs = ticket.switches.usesTpSl.value ? extras?.tpSl : undefined
  const prices = {
    limit: tab === 'limit' ? ticket.price.value : null,
    trigger: tab === 'conditional' ? (extras?.trigger.price.price.value ?? null) : null,
    takeProfit: legs?.takeProfit.price.price.value ?? null,
    stopLoss: legs?.stopLoss.price.price.value ?? null,
  }
  const pnls: Partial<Record<DraftPrice['kind'], Money | null>> = {
    takeProfit: legs?.takeProfit.pnl.value ?? null,
    stopLoss: legs?.stopLoss.pnl.value ?? null,
  }
  return Object.entries(prices).flatMap(([kind, price]) =>
    price === null || Number(price) === 0
      ? []
      : [{ kind: kind as DraftPrice['kind'], price, qty, pnl: pnls[kind as keyof typeof pnls] ?? null }],
  )
}
