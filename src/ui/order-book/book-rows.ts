import type { BookView } from '../../workers/hub-events'

/**
 * One level as it is drawn; `total` is the sum from the best level to this one. Whole ticks and lots; `null` where rows
 * are held at prices that are beyond what is known of the book.
 */
export interface BookRow {
  readonly ticks: number
  readonly lots: number | null
  readonly total: number | null
}

/** Both sides, best first, cut to what fits. */
export interface BookRows {
  readonly asks: readonly BookRow[]
  readonly bids: readonly BookRow[]
  /** The larger of the two deepest totals: depth bars of both sides share one scale. */
  readonly maxTotal: number
}

export function bookRows(view: BookView, rowsPerSide: number): BookRows {
  const asks = sideRows(view.asks, rowsPerSide)
  const bids = sideRows(view.bids, rowsPerSide)
  return bookRowsOf(asks, bids)
}

export function bookRowsOf(asks: readonly BookRow[], bids: readonly BookRow[]): BookRows {
  const deepest = (side: readonly BookRow[]): number => side.reduce((most, { total }) => Math.max(most, total ?? 0), 0)
  return { asks, bids, maxTotal: Math.max(deepest(asks), deepest(bids)) }
}

function sideRows(side: Float64Array, limit: number): readonly BookRow[] {
  const rows: BookRow[] = []
  let total = 0
  for (let i = 0; i + 1 < side.length && rows.length < limit; i += 2) {
    const lots = side[i + 1]!
    total += lots
    rows.push({ ticks: side[i]!, lots, total })
  }
  return rows
}

/** Where rows lie in a box of a given height. Asks stand above the middle, the best next to it; bids below. */
export interface BookLayout {
  readonly rowsPerSide: number
  /** CSS pixels, not whole: rows share the height exactly and `rowTop` rounds to device pixels. */
  readonly rowHeight: number
  readonly middleTop: number
  readonly height: number
}

/** Height of the row between the sides, CSS pixels. */
export const MIDDLE_HEIGHT = 32
/** Rows are at least this high: 12 px text on an 18 px line, on 16 px where the whole box is low. */
const ROW_HEIGHT_MIN = 18
const LOW_ROW_HEIGHT_MIN = 16
const LOW_BOX = 220
/** A tall box gets more rows, not taller ones, until the view of the hub ends. */
const ROWS_MAX = 60

export function layoutBook(height: number): BookLayout {
  const free = Math.max(0, height - MIDDLE_HEIGHT)
  const rowHeightMin = height < LOW_BOX ? LOW_ROW_HEIGHT_MIN : ROW_HEIGHT_MIN
  const rowsPerSide = Math.min(ROWS_MAX, Math.max(1, Math.floor(free / 2 / rowHeightMin)))
  const rowHeight = free / 2 / rowsPerSide
  return { rowsPerSide, rowHeight, middleTop: rowsPerSide * rowHeight, height }
}

export type BookSide = 'ask' | 'bid'

/** Upper edge of a level's row, CSS pixels on the device grid. `index` 0 is the best level. */
export function rowTop(layout: BookLayout, side: BookSide, index: number, pixelRatio: number): number {
  const top =
    side === 'ask'
      ? layout.middleTop - (index + 1) * layout.rowHeight
      : layout.middleTop + MIDDLE_HEIGHT + index * layout.rowHeight
  return Math.round(top * pixelRatio) / pixelRatio
}

/** The level under a point of the box, or `null` in the middle and outside. */
export function rowAt(layout: BookLayout, y: number): { readonly side: BookSide; readonly index: number } | null {
  if (y < 0 || y >= layout.height) return null
  const fromMiddle = y < layout.middleTop ? layout.middleTop - y : y - layout.middleTop - MIDDLE_HEIGHT
  if (fromMiddle < 0) return null
  const side = y < layout.middleTop ? 'ask' : 'bid'
  const index =
    side === 'ask' ? Math.ceil(fromMiddle / layout.rowHeight) - 1 : Math.floor(fromMiddle / layout.rowHeight)
  return index < 0 || index >= layout.rowsPerSide ? null : { side, index }
}
