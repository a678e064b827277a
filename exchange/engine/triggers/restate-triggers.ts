import type { Market, Order } from '../entities'
import { isProtection } from './protections'
import type { EngineTpSlLeg, EngineTrailing } from '../orders/order-terms'
import { cancelOrder } from '../orders/open-orders'
import { mulDiv } from '../scaled'
import type { EngineState } from '../state'

interface Units {
  readonly before: number
  readonly after: number
}

const BY_ADMIN = { cancelType: 'CancelByAdmin', rejectReason: null } as const

/**
 * A new tick size for what waits: prices that only trigger go to the nearest new tick, and so does the limit price of a
 * take-profit or stop-loss. A conditional limit order whose own price is not a whole number of the new ticks is
 * cancelled, as one at rest is.
 */
export function restateTriggers(state: EngineState, market: Market, units: Units, nowMs: number): void {
  const { triggers } = market
  if (market.lastTicks !== null) market.lastTicks = nearest(market.lastTicks, units)
  // In the old ticks, in which the amounts that they hold back were counted.
  for (const order of triggers.orders()) {
    if (order.status === 'untriggered' && !Number.isSafeInteger(restated(order, units))) {
      cancelOrder(state, order, BY_ADMIN, nowMs)
    }
  }
  const waiting = triggers.orders()
  for (const order of waiting) triggers.remove(order)
  for (const order of waiting) {
    const stop = order.stop!
    const trailing = stop.trailing === null ? null : restateTrailing(stop.trailing, units)
    order.stop = { ...stop, ticks: nearest(stop.ticks, units), trailing }
    restateTpSl(order, units)
    triggers.add(order)
  }
  for (const order of waiting) {
    order.ticks = restated(order, units)
    state.outbox.order(order, 'replaced', nowMs)
    if (isProtection(order)) state.outbox.touchPosition(order.position)
  }
}

/** What guards a position is not given up for a fraction of a tick. */
function restated(order: Order, units: Units): number {
  return isProtection(order) ? nearest(order.ticks, units) : (order.ticks * units.before) / units.after
}

/** What an order brings for its position, in the new ticks. */
export function restateTpSl(order: Order, units: Units): void {
  if (order.tpSl === null) return
  const restate = (leg: EngineTpSlLeg | null) =>
    leg === null ? null : { ...leg, ticks: nearest(leg.ticks, units), limitTicks: nearest(leg.limitTicks, units) }
  const { mode, takeProfit, stopLoss } = order.tpSl
  order.tpSl = { mode, takeProfit: restate(takeProfit), stopLoss: restate(stopLoss) }
}

function restateTrailing(trailing: EngineTrailing, units: Units): EngineTrailing {
  const { distanceTicks, bestTicks, stopTicks } = trailing
  return {
    ...trailing,
    distanceTicks: distanceTicks === null ? null : Math.max(1, nearest(distanceTicks, units)),
    activationTicks: nearest(trailing.activationTicks, units),
    bestTicks: bestTicks === null ? null : nearest(bestTicks, units),
    stopTicks: stopTicks === null ? null : nearest(stopTicks, units),
  }
}

function nearest(ticks: number, { before, after }: Units): number {
  return mulDiv(ticks, before, after, 'halfUp')
}
