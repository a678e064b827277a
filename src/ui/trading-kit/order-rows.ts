import { spreadLegs } from '../../domain/instrument/product-kind'
import type { NewOrder } from '../../domain/order/new-order'
import type { Order, OrderLinkId } from '../../domain/order/order'
import { isTerminal } from '../../domain/order/order-status'
import { isTrailing } from '../../domain/order/plan-type'
import { strategyOf, type StrategyKind } from '../../domain/order/strategy'
import type { IntentState } from '../../workers/presses'

/** A line of "Open orders": an order the exchange has, or a press whose order is not known yet. */
export type OrderRow =
  | { readonly kind: 'order'; readonly order: Order }
  | { readonly kind: 'intent'; readonly intent: IntentState }

/** `data-order-state` (decisions 36). */
export type OrderRowState =
  | 'sending'
  | 'unknown'
  | 'accepted'
  | 'notPlaced'
  | 'live'
  | 'untriggered'
  | 'triggered'
  | 'filled'
  | 'canceled'
  | 'rejected'

/** Buckets of open orders (spec §3 "Open orders are bucketed"). */
export type OrderKind = 'active' | 'conditional' | 'tpSl' | 'trailingStop' | 'mmr' | 'oco' | 'futureSpread'

export function orderKind(row: OrderRow): OrderKind {
  // A spread's order has a bucket of its own, whatever it does: nothing of it waits for a trigger.
  if (spreadLegs(rowSymbol(row)) !== null) return 'futureSpread'
  if (row.kind === 'intent') return kindOfPress(row.intent.order)
  // A conditional order that has fired is an order like any other.
  if (row.order.status !== 'untriggered') return 'active'
  const { stopOrderType, planType } = row.order
  if (planType === 'oco') return 'oco'
  if (planType === 'takeProfitStopLoss') return 'tpSl'
  if (isTrailing(row.order)) return 'trailingStop'
  if (stopOrderType === 'mmRateClose') return 'mmr'
  return stopOrderType === 'stop' || stopOrderType == null ? 'conditional' : 'tpSl'
}

function kindOfPress({ heldFor, trailRate, trailValue, trigger, mmRate }: NewOrder): OrderKind {
  if (mmRate !== undefined) return 'mmr'
  if (heldFor !== undefined) return heldFor === 'oco' ? 'oco' : 'tpSl'
  if (trailRate !== undefined || trailValue !== undefined) return 'trailingStop'
  return trigger === undefined ? 'active' : 'conditional'
}

/** Presses first, then open orders. A press disappears as soon as its order is here, whatever the order's state. */
export function openOrderRows(
  open: readonly Order[],
  known: ReadonlySet<OrderLinkId>,
  intents: readonly IntentState[],
): readonly OrderRow[] {
  const pending = intents.filter((intent) => intent.state !== 'refused' && !known.has(intent.id))
  return [
    ...pending.toSorted((a, b) => b.pressedAtMs - a.pressedAtMs).map((intent) => ({ kind: 'intent', intent }) as const),
    ...open.map((order) => ({ kind: 'order', order }) as const),
  ]
}

export function orderState(order: Order): OrderRowState {
  switch (order.status) {
    case 'new':
    case 'partiallyFilled':
      return 'live'
    case 'untriggered':
    case 'triggered':
    case 'filled':
    case 'rejected':
      return order.status
    case 'canceled':
    case 'partiallyFilledCanceled':
    case 'deactivated':
      return 'canceled'
  }
}

export function rowState(row: OrderRow): OrderRowState {
  if (row.kind === 'order') return orderState(row.order)
  return row.intent.state === 'refused' ? 'rejected' : row.intent.state
}

export function rowSymbol(row: OrderRow): string {
  return row.kind === 'order' ? row.order.symbol : row.intent.order.symbol
}

/** The attributes every order row carries (decisions 36). */
export function rowAttributes(row: OrderRow): Readonly<Record<`data-${string}`, string | undefined>> {
  const order = row.kind === 'order' ? row.order : row.intent.order
  return {
    'data-order-id': row.kind === 'order' ? row.order.id : '',
    'data-order-link-id': row.kind === 'order' ? (row.order.linkId ?? '') : row.intent.id,
    'data-order-state': rowState(row),
    'data-symbol': order.symbol,
    'data-side': order.side,
  }
}

/** Newest change first, each order once: live rows win over the page they were also read in. */
export function mergeOrders(live: readonly Order[], read: readonly Order[]): readonly Order[] {
  const byId = new Map(read.map((order) => [order.id, order]))
  for (const order of live) {
    const before = byId.get(order.id)
    if (before === undefined || before.seq <= order.seq) byId.set(order.id, order)
  }
  return [...byId.values()]
    .filter((order) => isTerminal(order.status))
    .toSorted((a, b) => b.updatedAtMs - a.updatedAtMs || b.seq - a.seq)
}

/** Key of `trade:origin`: what sent the order, where that was not a press for itself; else `null`. */
export function originOf(
  order: Pick<Order, 'createType' | 'parentOrderId' | 'planType'>,
): StrategyKind | 'split' | 'attached' | null {
  // The parent of a spread's leg is the spread's order.
  if (order.createType === 'CreateByFutureSpread') return null
  // The parent of a pair's take-profit or stop-loss is the order whose fills brought it: nothing was split.
  return strategyOf(order.createType) ?? (order.parentOrderId == null ? null : order.planType ? 'attached' : 'split')
}
