import type { Side } from '../../../src/domain/order/order'
import type { Position } from '../entities'
import { leavesLossE8 } from './order-loss'

/** Makes the order loss of a position anew where the mark has moved since. Makers have none: the exchange funds theirs. */
export function refreshOrderLoss(position: Position): void {
  const { market, account, orderLoss } = position
  const { markTicks } = market
  if (orderLoss.isAt(markTicks)) return
  if (account.role !== 'user') orderLoss.set(markTicks, 0, 0)
  else
    orderLoss.set(
      markTicks,
      restingE8(position, 'buy', position.openBuys),
      restingE8(position, 'sell', position.openSells),
    )
}

/**
 * Of one side's orders in the book. Only what is better than the mark loses, and mostly nothing is: so the book is
 * looked through down to the mark, but no further than there are own orders to look through instead.
 */
function restingE8(position: Position, side: Side, count: number): number {
  if (count === 0) return 0
  const { market } = position
  const { markTicks } = market
  if (markTicks === null) return 0
  const { levels } = market.book.side(side)
  let loss = 0
  let seen = 0
  for (let at = levels.length - 1; at >= 0; at -= 1) {
    const level = levels[at]!
    if (side === 'buy' ? level.ticks <= markTicks : level.ticks >= markTicks) return loss
    for (let order = level.head; order !== null; order = order.next) {
      seen += 1
      if (seen > count) return ownE8(position, side)
      if (order.position === position && !order.reduceOnly) loss += leavesLossE8(market, order)
    }
  }
  return loss
}

function ownE8(position: Position, side: Side): number {
  let loss = 0
  for (let order = position.firstOrder; order !== null; order = order.ownNext) {
    if (order.side === side && order.level !== null && !order.reduceOnly) loss += leavesLossE8(position.market, order)
  }
  return loss
}
