import type { Side } from '../../../src/domain/order/order'
import type { Market, Position } from '../entities'
import { crosses } from './book'

/** What an incoming order would find: lots it can trade, and the worst price it reaches (`null` for none). */
export interface Reach {
  readonly lots: number
  readonly worstTicks: number | null
}

/** Walks the book as `match` would, own orders by the rule given, and changes nothing. */
export function reach(
  market: Market,
  want: { readonly side: Side; readonly limitTicks: number; readonly lots: number },
  own: { readonly position: Position; readonly stopsAtOwn: boolean },
): Reach {
  const { levels } = market.book.opposite(want.side)
  const { sibling } = own.position
  const hasOwn =
    want.side === 'buy'
      ? own.position.openSells > 0 || (sibling !== null && sibling.openSells > 0)
      : own.position.openBuys > 0 || (sibling !== null && sibling.openBuys > 0)
  let lots = 0
  let worstTicks: number | null = null
  for (let i = levels.length - 1; i >= 0 && lots < want.lots; i--) {
    const level = levels[i]!
    if (!crosses(want.side, want.limitTicks, level.ticks)) break
    let found = level.lots
    let stops = false
    if (hasOwn) {
      found = 0
      for (let order = level.head; order !== null; order = order.next) {
        if (order.position !== own.position && order.position !== sibling) found += order.lots - order.filledLots
        else if (own.stopsAtOwn) {
          stops = true
          break
        }
      }
    }
    if (found > 0) worstTicks = level.ticks
    lots += found
    if (stops) break
  }
  return { lots: Math.min(lots, want.lots), worstTicks }
}
