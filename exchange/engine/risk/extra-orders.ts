import type { Side } from '../../../src/domain/order/order'
import type { Position } from '../entities'
import { positionValueE8 } from './position-value'
import { mulDiv } from '../scaled'

/** Lots of the orders of one side that would open or add to a position. */
export function extraLots(position: Position, side: Side): number {
  return side === 'buy'
    ? Math.max(0, position.buyLots - Math.max(0, -position.lots))
    : Math.max(0, position.sellLots - Math.max(0, position.lots))
}

/**
 * Their value. The best prices of a side fill first and may leave the dear ones over, of which a mean above twice the
 * mark holds too little: then the free lots count twice the mark.
 */
export function extraValueE8(position: Position, side: Side): number {
  const lots = side === 'buy' ? position.buyLots : position.sellLots
  const value = side === 'buy' ? position.buyValueE8 : position.sellValueE8
  const extra = extraLots(position, side)
  if (extra === 0) return 0
  if (extra === lots) return value
  return Math.max(mulDiv(value, extra, lots, 'halfUp'), value - 2 * positionValueE8(position))
}
