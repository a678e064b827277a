import type { Chart } from 'klinecharts'
import type { Obstacle } from './keep-clear'
import type { Letters } from './legend-boxes'

/** As the engine draws them, px: the hook beside a bar, the middle of the words from its price, and half of their height. */
const HOOK = 10
const AWAY = 7
const HALF = 7

/** The highest or lowest price in view, at its bar. */
interface Mark {
  readonly x: number
  readonly y: number
  /** Above its bar, or below. */
  readonly isAbove: boolean
  /** Width of its words. */
  readonly size: number
}

/** What the engine's words of a price cover: they go away from the nearer edge. */
export function markBox({ x, y, isAbove, size }: Mark, width: number): Obstacle {
  const length = HOOK + size
  const middle = y + (isAbove ? -AWAY : AWAY)
  const left = x > width / 2 ? x - length : x
  return { left, right: left + length, top: middle - HALF, bottom: middle + HALF }
}

/** Where the engine writes the highest and the lowest price in view. */
export function priceMarks(
  chart: Chart,
  paneId: string,
  decimals: number,
  letters: Pick<Letters, 'widthOf'>,
): readonly Obstacle[] {
  const { from, to } = chart.getVisibleRange()
  const rows = chart.getDataList()
  let [high, low] = [from, from]
  for (let at = from; at < Math.min(to, rows.length); at++) {
    if (rows[at]!.high > rows[high]!.high) high = at
    if (rows[at]!.low < rows[low]!.low) low = at
  }
  const [highest, lowest] = [rows[high]?.high, rows[low]?.low]
  if (highest === undefined || lowest === undefined) return []
  const width = chart.getSize(paneId, 'main')?.width ?? 0
  const place = (dataIndex: number, value: number): { readonly x: number; readonly y: number } => {
    const point = chart.convertToPixel({ dataIndex, value }, { paneId })
    const { x = 0, y = 0 } = Array.isArray(point) ? {} : point
    return { x, y }
  }
  const [top, bottom] = [place(high, highest), place(low, lowest)]
  const sizeOf = (price: number): number =>
    letters.widthOf(price.toLocaleString('en', { minimumFractionDigits: decimals }))
  // A scale may be upside down.
  const isUpright = top.y < bottom.y
  return [
    markBox({ ...top, isAbove: isUpright, size: sizeOf(highest) }, width),
    markBox({ ...bottom, isAbove: !isUpright, size: sizeOf(lowest) }, width),
  ]
}
