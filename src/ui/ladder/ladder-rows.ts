import type { BookView } from '../../workers/hub-events'
import { ownKey, type OwnAtRow, type OwnRows } from './own-orders'

/** A side of the book in one row, in whole lots. */
export interface RowDepth {
  readonly lots: number
  /** Sum from the best price to this row: the bar. */
  readonly total: number
}

export interface LadderRow {
  /** Its price in whole ticks. */
  readonly ticks: number
  readonly bid: RowDepth | null
  readonly ask: RowDepth | null
  readonly ownBuy: OwnAtRow | null
  readonly ownSell: OwnAtRow | null
}

/** Rows from the highest price down. */
export interface LadderRows {
  readonly rows: readonly LadderRow[]
  /** Of the bars of both sides: they share one scale. */
  readonly maxTotal: number
}

interface Sight {
  readonly top: number
  readonly count: number
  /** Ticks that a row stands for. */
  readonly group: number
  /** As the hub drew it for this group; `null` shows prices alone. */
  readonly book: BookView | null
  readonly own: OwnRows
}

/** Every price of a window, whether somebody is there or not. */
export function ladderRows({ top, count, group, book, own }: Sight): LadderRows {
  const bids = depthOf(book?.bids)
  const asks = depthOf(book?.asks)
  let maxTotal = 0
  const rows = Array.from({ length: count }, (_, at) => {
    const row = top - at
    const ticks = row * group
    const bid = bids.get(ticks) ?? null
    const ask = asks.get(ticks) ?? null
    maxTotal = Math.max(maxTotal, bid?.total ?? 0, ask?.total ?? 0)
    return {
      ticks,
      bid,
      ask,
      ownBuy: own.get(ownKey('buy', row)) ?? null,
      ownSell: own.get(ownKey('sell', row)) ?? null,
    }
  })
  return { rows, maxTotal }
}

/** @param cells ticks and lots by turns, best first */
function depthOf(cells: Float64Array = NO_LEVELS): ReadonlyMap<number, RowDepth> {
  const depth = new Map<number, RowDepth>()
  let total = 0
  for (let i = 0; i + 1 < cells.length; i += 2) {
    const lots = cells[i + 1]!
    total += lots
    depth.set(cells[i]!, { lots, total })
  }
  return depth
}

const NO_LEVELS = new Float64Array()

/** The row where the market is: between the best prices, at the last one where the book is not known. */
export function middleRow(book: BookView | null, lastTicks: number | null, group: number): number | null {
  const bid = book?.bids[0]
  const ask = book?.asks[0]
  const ticks = bid !== undefined && ask !== undefined ? (bid + ask) / 2 : lastTicks
  return ticks === null ? null : Math.round(ticks / group)
}
