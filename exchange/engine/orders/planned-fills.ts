import type { Position, Order } from '../entities'
import { crosses } from '../matching/book'
import { allowedOfMaker, guardOfTaker } from '../risk/no-debt'
import { stopsAtOwn } from '../matching/self-match'

export interface PlannedFill {
  readonly ticks: number
  readonly lots: number
}

export interface Plan {
  /** In the order in which they would be made. */
  readonly fills: readonly PlannedFill[]
  /** Own orders that would make room. */
  readonly canceled: readonly Order[]
  /** Whether what is left would be cancelled, and could not rest. */
  readonly isStopped: boolean
}

/**
 * What `match` would do with an order, by the rules that it goes by itself, and nothing is done. What earlier fills of
 * the sweep would leave of a position cuts the reduce-only orders over it.
 */
export function planFills(taker: Order, execType: string): Plan {
  const { market, sibling } = taker.position
  const { levels } = market.book.opposite(taker.side)
  const guard = guardOfTaker(taker, execType)
  const fills: PlannedFill[] = []
  const canceled: Order[] = []
  /** Signed lots that the sweep has moved positions by so far, of those with reduce-only orders. */
  const moved = new Map<Position, number>()
  let left = taker.lots - taker.filledLots
  for (let i = levels.length - 1; i >= 0 && left > 0; i -= 1) {
    const { ticks, head } = levels[i]!
    if (!crosses(taker.side, taker.ticks, ticks)) break
    for (let maker = head; maker !== null && left > 0; maker = maker.next) {
      if (maker.position === taker.position || maker.position === sibling) {
        if (taker.selfMatch !== 'cancelTaker') canceled.push(maker)
        if (!stopsAtOwn(taker.selfMatch)) continue
        return { fills, canceled, isStopped: true }
      }
      let leaves = leavesOf(maker, moved.get(maker.position) ?? 0)
      while (leaves > 0 && left > 0) {
        const most = market.fillable(Math.min(leaves, left), ticks)
        const offered = allowedOfMaker(maker, ticks, most)
        const lots = guard === null ? offered : guard.take(ticks, offered)
        if (lots > 0) fills.push({ ticks, lots })
        left -= lots
        leaves -= lots
        note(moved, maker, lots)
        if (lots < offered) return { fills, canceled, isStopped: true }
        if (offered < most) break
      }
    }
  }
  return { fills, canceled, isStopped: false }
}

function note(moved: Map<Position, number>, { position, side }: Order, lots: number): void {
  if (position.openReduceOnly === 0) return
  moved.set(position, (moved.get(position) ?? 0) + (side === 'buy' ? lots : -lots))
}

/** What an order at rest has left to fill, once its position has moved: reduce-only, at most that position. */
function leavesOf({ position, side, lots, filledLots, reduceOnly }: Order, movedLots: number): number {
  const leaves = lots - filledLots
  if (!reduceOnly) return leaves
  const moved = position.lots + movedLots
  return Math.max(0, Math.min(leaves, side === 'buy' ? -moved : moved))
}
