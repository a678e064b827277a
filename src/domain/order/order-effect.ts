import type { Side } from './order'

/** What an order is for, as a trader says it: which position it opens, or which one it closes. */
export type OrderEffect = 'openLong' | 'openShort' | 'closeShort' | 'closeLong'

/**
 * A buy is for a long and a sell for a short, unless it may only reduce: then a buy closes a short, and a sell a long.
 * That holds in both position modes: in hedge mode it is the position that the order names (semantics.md §2.8), in one-way
 * mode the only one that it can meet. A one-way order that may do both keeps the name of what it opens.
 *
 * @param isReducing reduce-only, or close on trigger
 */
export function orderEffect({ side, isReducing }: { readonly side: Side; readonly isReducing: boolean }): OrderEffect {
  if (side === 'buy') return isReducing ? 'closeShort' : 'openLong'
  return isReducing ? 'closeLong' : 'openShort'
}

/**
 * The same of an order by the position that it names (1 the long one, 2 the short one), which only one of hedge mode does.
 * @returns `null` in one-way mode
 */
export function namedEffect({
  side,
  positionIdx,
}: {
  readonly side: Side
  readonly positionIdx: 0 | 1 | 2
}): OrderEffect | null {
  return positionIdx === 0 ? null : orderEffect({ side, isReducing: (side === 'buy') !== (positionIdx === 1) })
}
