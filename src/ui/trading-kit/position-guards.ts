import type { Order, OrderId } from '../../domain/order/order'
import type { Position } from '../../domain/position/position'

/** One partial take-profit and stop-loss: two linked orders, or one alone. */
export interface PartialSet {
  /** Of its first order: a set has no name of its own. */
  readonly id: OrderId
  readonly takeProfit: Order | null
  readonly stopLoss: Order | null
}

export type PartialSort = 'time' | 'takeProfit' | 'stopLoss'

/** Whether an order is on the side that closes the position. */
function closes({ symbol, positionIdx, side }: Position, order: Order): boolean {
  return order.symbol === symbol && order.positionIdx === positionIdx && order.side !== side
}

/** The orders that guard a position. */
export function guardsOf(position: Position, orders: readonly Order[]): readonly Order[] {
  return orders.filter(
    (order) =>
      closes(position, order) &&
      order.status === 'untriggered' &&
      order.stopOrderType != null &&
      order.stopOrderType !== 'stop',
  )
}

/** The partial sets of a position; two orders that name each other are one set (semantics.md §2.4). */
export function partialSets(position: Position, orders: readonly Order[]): readonly PartialSet[] {
  const guards = guardsOf(position, orders)
  const profits = guards.filter((order) => order.stopOrderType === 'partialTakeProfit')
  const losses = guards.filter((order) => order.stopOrderType === 'partialStopLoss')
  const paired = profits.map((takeProfit) => ({
    id: takeProfit.id,
    takeProfit,
    stopLoss: losses.find((order) => order.id === takeProfit.pairOrderId) ?? null,
  }))
  const alone = losses.filter((order) => !paired.some(({ stopLoss }) => stopLoss?.id === order.id))
  return [...paired, ...alone.map((stopLoss) => ({ id: stopLoss.id, takeProfit: null, stopLoss }))]
}

/** Newest first, or by price with the sets that lack it at the end (spec §2 "sort dropdown"). */
export function sortSets(sets: readonly PartialSet[], by: PartialSort): readonly PartialSet[] {
  if (by === 'time') return sets.toSorted((a, b) => timeOf(b) - timeOf(a))
  const price = (set: PartialSet): number => Number(set[by]?.triggerPrice ?? Infinity)
  return sets.toSorted((a, b) => price(a) - price(b))
}

function timeOf({ takeProfit, stopLoss }: PartialSet): number {
  return (takeProfit ?? stopLoss)?.createdAtMs ?? 0
}

export type GuardKind = 'tpSl' | 'trailingStop' | 'rateClose'

/** The kinds of guard that a position has, in the order in which they are told: all of them end with it. */
export function guardKinds(position: Position, orders: readonly Order[]): readonly GuardKind[] {
  const { takeProfit = null, stopLoss = null, trailingStop = null, trailingRate = null } = position
  const has: Readonly<Record<GuardKind, boolean>> = {
    tpSl: takeProfit !== null || stopLoss !== null || partialSets(position, orders).length > 0,
    trailingStop: trailingStop !== null || trailingRate !== null || trailingOf(position, orders) !== null,
    rateClose: rateCloseOf(position, orders) !== null,
  }
  return (['tpSl', 'trailingStop', 'rateClose'] as const).filter((kind) => has[kind])
}

/**
 * Orders in the book that can only reduce the position: the exchange ends them with it. One that waits for a price stays,
 * and is held against what is there when it fires.
 */
export function reducingOrders(position: Position, orders: readonly Order[]): readonly Order[] {
  return orders.filter(
    (order) =>
      closes(position, order) && order.reduceOnly && (order.status === 'new' || order.status === 'partiallyFilled'),
  )
}

/** The trailing stop of a position, which holds where it stands. */
export function trailingOf(position: Position, orders: readonly Order[]): Order | null {
  return guardsOf(position, orders).find((order) => order.stopOrderType === 'trailingStop') ?? null
}

/** The order that closes a position at a maintenance rate; one each. */
export function rateCloseOf(position: Position, orders: readonly Order[]): Order | null {
  return guardsOf(position, orders).find((order) => order.stopOrderType === 'mmRateClose') ?? null
}
