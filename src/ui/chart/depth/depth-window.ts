import type { DepthCurve, DepthLevel } from './depth-curve'

/** What of a curve is in view, and where it lies: prices from left to right, quantities from the foot up. */
export interface DepthWindow {
  readonly fromTicks: number
  readonly toTicks: number
  /** Of the highest sum in view. */
  readonly maxLots: number
}

/** Each further one shows half as much around the middle. */
export const DEPTH_ZOOMS = 6

/** Both sides as far as the longer one reaches, or a part of it; `null` where a side is empty. */
export function windowOf({ bids, asks }: DepthCurve, zoom: number): DepthWindow | null {
  const [bid, ask] = [bids[0]?.ticks, asks[0]?.ticks]
  const [lowest, highest] = [bids.at(-1)?.ticks, asks.at(-1)?.ticks]
  if (bid === undefined || ask === undefined || lowest === undefined || highest === undefined) return null
  const middle = (bid + ask) / 2
  const reach = Math.max(highest - middle, middle - lowest)
  // The best prices are in view however near one looks.
  const half = Math.max(reach / 2 ** zoom, (ask - bid) * 1.5, 2)
  const [fromTicks, toTicks] = [middle - half, middle + half]
  const seen = [
    ...bids.filter(({ ticks }) => ticks >= fromTicks).slice(-1),
    ...asks.filter(({ ticks }) => ticks <= toTicks).slice(-1),
  ]
  return { fromTicks, toTicks, maxLots: Math.max(1, ...seen.map(({ totalLots }) => totalLots)) }
}

interface Place {
  readonly x: number
  readonly y: number
}

interface Size {
  readonly width: number
  readonly height: number
}

export function xOf(ticks: number, { fromTicks, toTicks }: DepthWindow, width: number): number {
  return ((ticks - fromTicks) / (toTicks - fromTicks)) * width
}

export function ticksAt(x: number, { fromTicks, toTicks }: DepthWindow, width: number): number {
  return fromTicks + (x / width) * (toTicks - fromTicks)
}

/**
 * The corners of one side's steps, from the best price outwards to the edge of the view: up at each level, flat to the
 * next.
 */
export function stepsOf(side: readonly DepthLevel[], window: DepthWindow, { width, height }: Size): readonly Place[] {
  const places: Place[] = []
  let y = height
  for (const { ticks, totalLots } of side) {
    const x = xOf(ticks, window, width)
    if (x < 0 || x > width) break
    places.push({ x, y })
    y = height - (totalLots / window.maxLots) * height
    places.push({ x, y })
  }
  const [first, last] = [side[0], side.at(-1)]
  if (first === undefined || last === undefined || places.length === 0) return places
  // What is known ends at the last level; where the view ends before, the sum goes on to its edge.
  const end = xOf(last.ticks, window, width)
  if (end < 0 || end > width) places.push({ x: end < 0 ? 0 : width, y })
  return places
}
