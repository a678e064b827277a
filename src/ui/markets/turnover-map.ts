/** A cell of the map, in the units of its width and height. */
export interface Cell<T> {
  readonly item: T
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface Area<T> {
  readonly item: T
  readonly area: number
}

/** What is still free of the map. */
interface Free {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * Divides a rectangle among items in proportion to their weights, largest first, each cell as square as it can be
 * (Bruls, Huizing and van Wijk, "Squarified Treemaps", 2000).
 * @param weightOf items of no or a negative weight have no cell
 */
export function squarify<T>(
  items: readonly T[],
  weightOf: (item: T) => number,
  size: { readonly width: number; readonly height: number },
): readonly Cell<T>[] {
  const weighed = items.map((item) => ({ item, weight: weightOf(item) })).filter(({ weight }) => weight > 0)
  const total = weighed.reduce((sum, { weight }) => sum + weight, 0)
  if (total === 0 || size.width <= 0 || size.height <= 0) return []
  const scale = (size.width * size.height) / total
  const left: Area<T>[] = weighed
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ item, weight }) => ({ item, area: weight * scale }))
  const cells: Cell<T>[] = []
  let free: Free = { x: 0, y: 0, ...size }
  while (left.length > 0) {
    const row = left.splice(0, lengthOfRow(left, Math.min(free.width, free.height)))
    const [placed, rest] = place(row, free)
    cells.push(...placed)
    free = rest
  }
  return cells
}

/** How many of the next items one row along the shorter side takes: as many as make its worst cell no longer. */
function lengthOfRow(items: readonly Area<unknown>[], side: number): number {
  let sum = 0
  let smallest = Number.POSITIVE_INFINITY
  let largest = 0
  let worst = Number.POSITIVE_INFINITY
  for (const [at, { area }] of items.entries()) {
    sum += area
    smallest = Math.min(smallest, area)
    largest = Math.max(largest, area)
    const ratio = Math.max((side * side * largest) / (sum * sum), (sum * sum) / (side * side * smallest))
    if (ratio > worst) return at
    worst = ratio
  }
  return items.length
}

function place<T>(row: readonly Area<T>[], free: Free): readonly [readonly Cell<T>[], Free] {
  const sum = row.reduce((total, { area }) => total + area, 0)
  const isTall = free.width >= free.height
  const depth = sum / (isTall ? free.height : free.width)
  let along = 0
  const cells = row.map(({ item, area }) => {
    const length = area / depth
    const cell = isTall
      ? { item, x: free.x, y: free.y + along, width: depth, height: length }
      : { item, x: free.x + along, y: free.y, width: length, height: depth }
    along += length
    return cell
  })
  const rest = isTall
    ? { ...free, x: free.x + depth, width: free.width - depth }
    : { ...free, y: free.y + depth, height: free.height - depth }
  return [cells, rest]
}
