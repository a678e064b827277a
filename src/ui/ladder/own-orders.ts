import { add, toSteps, type Price, type Qty } from '../../domain/decimal'
import type { InstrumentSymbol, Order, OrderId, Side } from '../../domain/order/order'
import type { IntentState } from '../../workers/presses'

/** The trader's own orders of a side in one row. */
export interface OwnAtRow {
  /** Those that the exchange has, in the order in which they are known. */
  readonly orders: readonly OrderId[]
  /** What is left of them, and of those that are on their way. */
  readonly qty: Qty
  readonly count: number
  /** Whether one of them is on its way, or its fate not known. */
  readonly isPending: boolean
}

export type OwnRows = ReadonlyMap<string, OwnAtRow>

export function ownKey(side: Side, row: number): string {
  return `${side}/${row}`
}

/** Whether it rests in the book at a price of its own. */
export function isResting(order: Order): order is Order & { readonly type: 'limit' } {
  return order.type === 'limit' && (order.status === 'new' || order.status === 'partiallyFilled')
}

interface Known {
  readonly symbol: InstrumentSymbol
  readonly tickSize: Price
  /** Ticks that a row stands for. */
  readonly group: number
  readonly orders: readonly Order[]
  /** Presses whose order is not known yet. */
  readonly intents: readonly IntentState[]
  isPending(order: Order): boolean
}

/**
 * Own orders by side and row: those that rest, and those on their way. A row of several ticks stands for the prices up
 * to the next row away from the market, as the book's rows do: a bid goes down to its row, an ask up.
 */
export function ownRows({ symbol, tickSize, group, orders, intents, isPending }: Known): OwnRows {
  const rows = new Map<string, OwnAtRow>()
  const put = (side: Side, price: Price, qty: Qty, order: { id: OrderId } | null, pending: boolean): void => {
    const ticks = toSteps(price, tickSize)
    if (ticks === null) return
    const key = ownKey(side, side === 'buy' ? Math.floor(ticks / group) : Math.ceil(ticks / group))
    const before = rows.get(key)
    rows.set(key, {
      orders: [...(before?.orders ?? []), ...(order === null ? [] : [order.id])],
      qty: before === undefined ? qty : add(before.qty, qty),
      count: (before?.count ?? 0) + 1,
      isPending: pending || before?.isPending === true,
    })
  }
  for (const order of orders)
    if (order.symbol === symbol && isResting(order))
      put(order.side, order.price, order.leavesQty, order, isPending(order))
  for (const { order, state } of intents)
    if (order.symbol === symbol && order.price !== null && order.trigger === undefined && ON_ITS_WAY.has(state))
      put(order.side, order.price, order.qty, null, true)
  return rows
}

const ON_ITS_WAY: ReadonlySet<IntentState['state']> = new Set(['sending', 'unknown', 'accepted'])
