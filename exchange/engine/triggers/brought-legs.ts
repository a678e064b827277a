import type { Order, Position } from '../entities'
import { cancelOrder } from '../orders/open-orders'
import type { EngineTpSl } from '../orders/order-terms'
import type { EngineState } from '../state'
import { dearestOf, enterLegs, growLegs, lotsFor, ticksOf } from './oco'
import { checkReserve } from './waiting-checks'

const TOO_POOR = { cancelType: 'CancelByCannotAffordOrderCost', rejectReason: 'EC_Others' } as const

/** What was filled of an order in one command. `armedAt`: prices up to there came before the last of it. */
export interface Filled {
  readonly lots: number
  readonly valueE8: number
  readonly feeE8: number
  readonly armedAt: number
}

/**
 * What the fills of a pair's order bring: legs that give back what was received, as many lots of it as it pays for once
 * the fee is taken. Over all fills they are what all of it pays for, so no fraction of a lot is lost between two fills. A
 * set that still waits as it was made grows; one that was changed or has triggered stays, and another stands beside it.
 */
export function bringLegs(state: EngineState, order: Order, filled: Filled, nowMs: number): void {
  const { position } = order
  const { takeProfit, stopLoss } = order.tpSl!
  const tpSl = { takeProfit, stopLoss }
  const side = order.side === 'buy' ? 'sell' : 'buy'
  const ticks = dearestOf(tpSl)
  const lots = broughtBy(order, ticks) - broughtBy(beforeOf(order, filled), ticks)
  if (lots <= 0) return
  const canHold = checkReserve(position, { side, lots, ticks }) === null
  const known = canHold ? unchangedLegs(position, order, tpSl) : []
  if (known.length > 0) return growLegs(state, known, lots, nowMs)
  const carried = { planType: 'takeProfitStopLoss', parentOrderId: order.id as never } as const
  const terms = { ...tpSl, side, lots, linkId: '', selfMatch: order.selfMatch, parentId: order.id, carried } as const
  for (const leg of enterLegs(state, position, terms, nowMs)) {
    leg.armedAt = filled.armedAt
    // Losses elsewhere may have eaten what was just received: the legs are shown, with the reason why they are not there.
    if (!canHold) cancelOrder(state, leg, TOO_POOR, nowMs)
  }
}

interface Received extends Pick<Order, 'position' | 'side'> {
  readonly filledLots: number
  readonly filledValueE8: number
  readonly feeE8: number
}

function beforeOf(order: Order, { lots, valueE8, feeE8 }: Filled): Received {
  const { position, side } = order
  return {
    position,
    side,
    filledLots: order.filledLots - lots,
    filledValueE8: order.filledValueE8 - valueE8,
    feeE8: order.feeE8 - feeE8,
  }
}

/** The lots that what was received pays for, no more than were filled. */
function broughtBy({ position, side, filledLots, filledValueE8, feeE8 }: Received, dearestTicks: number): number {
  const { market } = position
  const isBought = side === 'buy'
  const received = (isBought ? market.product.baseE8(filledLots, market.instrument) : filledValueE8) - feeE8
  return Math.min(filledLots, lotsFor(market, isBought ? 'sell' : 'buy', dearestTicks, received))
}

/** The legs that earlier fills of the order have made, where all of them wait as they were made. */
function unchangedLegs(position: Position, order: Order, tpSl: Omit<EngineTpSl, 'mode'>): readonly Order[] {
  const wanted = [tpSl.takeProfit, tpSl.stopLoss].filter((leg) => leg !== null)
  const legs: Order[] = []
  for (let one = position.lastOrder; one !== null && legs.length < wanted.length; one = one.ownPrevious) {
    if (one.status !== 'untriggered' || one.stop!.parentId !== order.id) continue
    const isAsMade = wanted.some((leg) => leg.ticks === one.stop!.ticks && ticksOf(leg) === one.ticks)
    if (!isAsMade) return []
    legs.push(one)
  }
  return legs.length === wanted.length && new Set(legs.map(({ lots }) => lots)).size === 1 ? legs : []
}
