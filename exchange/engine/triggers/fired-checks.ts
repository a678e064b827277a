import type { Order } from '../entities'
import type { EngineRules } from '../engine-rules'
import { dearestTicks, marketAddition } from '../orders/place-order'
import { checkProduct, checkReducing, checkRisk, type Addition } from '../orders/order-checks'
import { orderMarginE8 } from '../risk/order-margin'

/**
 * What is asked of every order whose trigger is reached, be it a conditional order or a guard of a position. Only what
 * becomes of one that may not go differs: the first ends, the second waits on (decisions 41).
 */

/** Whether its market trades, and its side may trade there: it may have been banned since. */
export function mayTrade({ position, side, reduceOnly }: Order): boolean {
  if (position.market.instrument.isTrading === false) return false
  return reduceOnly || checkProduct(position, { side, limitTicks: null, valueE8: 0 }) === null
}

type Fired = Pick<Order, 'position' | 'side' | 'ticks' | 'lots' | 'selfMatch' | 'orderType' | 'reduceOnly'>

/**
 * Whether its account can carry its fill.
 * @param costE8 what it costs in the book, where that is known better than by its price
 */
export function mayFill(rules: EngineRules, order: Fired, costE8?: number): boolean {
  const { position } = order
  const charged = chargedOf(order, costE8)
  const problem = order.reduceOnly
    ? checkReducing(position, charged)
    : checkRisk(rules, position, charged, orderMarginE8(position))
  return problem === null
}

function chargedOf({ position, side, ticks, lots, selfMatch, orderType }: Fired, costE8?: number): Addition {
  const { market } = position
  const known = costE8 === undefined ? { side, lots, selfMatch } : { side, lots, selfMatch, costE8 }
  return orderType === 'market'
    ? marketAddition(market, position, known, ticks)
    : { side, lots, ticks, dearestTicks: dearestTicks(market, side, ticks) }
}
