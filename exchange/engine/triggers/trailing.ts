import type { Market, Order } from '../entities'
import { notHeldBack, type EngineTrailing, type EngineTrailingTerms } from '../orders/order-terms'
import type { EngineRefusal } from '../result'
import { checkTicks } from '../orders/order-checks'
import { mulDiv, ONE_E8 } from '../scaled'
import type { EngineState } from '../state'
import { priceBy } from './trigger-checks'

/** Where the stop stands after a price: distance or rate from the best price, a rate's rounded away from it. */
function stopFrom(terms: EngineTrailingTerms, isLong: boolean, bestTicks: number): number {
  if (terms.distanceTicks !== null) return isLong ? bestTicks - terms.distanceTicks : bestTicks + terms.distanceTicks
  const rateE8 = terms.rateE8!
  return isLong ? mulDiv(bestTicks, ONE_E8 - rateE8, ONE_E8, 'down') : mulDiv(bestTicks, ONE_E8 + rateE8, ONE_E8, 'up')
}

/**
 * A trailing stop after one last price (semantics.md §2.5): inactive until the activation price is reached, whose first
 * stop is activation ∓ distance; from then on the stop follows the best price and never falls back.
 */
export function trail(trailing: EngineTrailing, isLong: boolean, lastTicks: number): EngineTrailing {
  const { activationTicks, bestTicks } = trailing
  if (bestTicks === null) {
    if (isLong ? lastTicks < activationTicks : lastTicks > activationTicks) return trailing
  } else if (isLong ? lastTicks <= bestTicks : lastTicks >= bestTicks) {
    return trailing
  }
  return { ...trailing, bestTicks: lastTicks, stopTicks: stopFrom(trailing, isLong, lastTicks) }
}

/** A new trailing stop at a known last price: without an activation price it starts there. */
export function startTrailing(terms: EngineTrailingTerms, isLong: boolean, lastTicks: number | null): EngineTrailing {
  const waiting: EngineTrailing = { ...terms, bestTicks: null, stopTicks: null }
  if (terms.activationTicks !== 0 || lastTicks === null) return waiting
  return { ...waiting, bestTicks: lastTicks, stopTicks: stopFrom(terms, isLong, lastTicks) }
}

/**
 * Distance or rate, and an activation price that lies ahead.
 * @param isLong whether it sells once the price has fallen from its best, as what closes a long does
 */
export function checkTrailing(market: Market, isLong: boolean, terms: EngineTrailingTerms): EngineRefusal | null {
  const { distanceTicks, rateE8, activationTicks } = terms
  const last = priceBy(market, 'last')
  if ((distanceTicks === null) === (rateE8 === null) || last === null) return { kind: 'trailingInvalid' }
  const size = distanceTicks ?? rateE8!
  const bound = distanceTicks === null ? ONE_E8 : activationTicks === 0 ? last : activationTicks
  if (!Number.isSafeInteger(size) || size < 1 || size >= bound) return { kind: 'trailingInvalid' }
  if (activationTicks === 0) return null
  const isAhead = isLong ? activationTicks > last : activationTicks < last
  return checkTicks(market, activationTicks) ?? (isAhead ? null : { kind: 'trailingInvalid' })
}

/**
 * Moves the trailing stops of a market by one last price.
 * @returns the first one that the price fires; the others are asked again with the same price
 */
export function followPrice(
  state: EngineState,
  market: Market,
  lastTicks: number,
  ordinal: number,
  nowMs: number,
): Order | null {
  let fired: Order | null = null
  let hasMoved = false
  for (const order of market.triggers.trailingAt(lastTicks)) {
    if (order.armedAt >= ordinal) continue
    const isLong = order.side === 'sell'
    const before = order.stop!.trailing!
    const { stopTicks } = before
    if (stopTicks !== null && (isLong ? lastTicks <= stopTicks : lastTicks >= stopTicks)) {
      fired = order
      break
    }
    const after = trail(before, isLong, lastTicks)
    if (after === before) continue
    hasMoved = true
    order.stop = { ...notHeldBack(order.stop!), trailing: after }
    state.outbox.order(order, 'replaced', nowMs)
    state.outbox.touchPosition(order.position)
  }
  if (hasMoved) market.triggers.measureTrailing()
  return fired
}
