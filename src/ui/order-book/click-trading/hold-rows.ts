import type { BookView } from '../../../workers/hub-events'
import { bookRowsOf, type BookRow, type BookRows } from '../book-rows'

/**
 * Rows that keep their prices whatever the market does, with the sizes that their prices have now.
 * @returns what makes them of the live book
 */
export function holdRows(before: BookRows): (live: BookView) => BookRows {
  return (live) => bookRowsOf(heldSide(before.asks, live.asks, 1), heldSide(before.bids, live.bids, -1))
}

/** @param away direction of deeper prices */
function heldSide(before: readonly BookRow[], live: Float64Array, away: 1 | -1): readonly BookRow[] {
  const lotsAt = new Map<number, number>()
  for (let i = 0; i + 1 < live.length; i += 2) lotsAt.set(live[i]!, live[i + 1]!)
  const deepest = live.at(-2) ?? null
  let total: number | null = 0
  return before.map(({ ticks }) => {
    // Deeper than the deepest level that is known nothing is known.
    const isKnown = deepest === null || (ticks - deepest) * away <= 0
    const lots = isKnown ? (lotsAt.get(ticks) ?? 0) : null
    total = total === null || lots === null ? null : total + lots
    return { ticks, lots, total }
  })
}
