import type { Position } from '../entities'
import type { PlaceCommand } from '../commands'
import type { EngineRefusal } from '../result'
import { checkClosingLots, checkCoins, checkLots } from '../orders/order-checks'

/** What an order holds back while it waits: of a market order, what it would pay at its trigger. */
export function checkReserve(
  position: Position,
  { side, lots, ticks }: Pick<PlaceCommand, 'side' | 'lots' | 'ticks'>,
): EngineRefusal | null {
  if (position.base === null) return { kind: 'holdsNoPosition' }
  return checkCoins(position, position.base, { side, lots, ticks, dearestTicks: ticks })
}

/** What only closes may be larger than the largest order: it goes as several when it fires, fill-or-kill apart. */
export function checkSize(
  position: Position,
  lots: number,
  order: Pick<PlaceCommand, 'orderType' | 'timeInForce' | 'reduceOnly'>,
): EngineRefusal | null {
  const isWhole = order.orderType === 'limit' && order.timeInForce === 'fillOrKill'
  return order.reduceOnly && !isWhole ? checkClosingLots(position.market, lots) : checkLots(position, lots, order)
}
