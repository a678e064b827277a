import type { Overlay, OverlayFigure } from 'klinecharts'
import type { Place } from './shape-figures'

type Points = Overlay['points']

/** Of what a finger has to meet around a point, CSS pixels: with the engine's own two, a target 32 wide. */
const TOUCH_RADIUS = 14
const KEY = 'held'

/** Where a finger holds one point of a drawing. The engine's own targets come with a pointer that hovers. */
export function touchTarget({ x, y }: Place, at: number): OverlayFigure {
  const styles = { style: 'fill', color: 'transparent' }
  return { key: `${KEY} ${at}`, type: 'circle', attrs: { x, y, r: TOUCH_RADIUS }, styles }
}

/** Which point of its drawing a pressed figure stands for; `null` for one that moves all of it. */
export function heldPoint(figure: Pick<OverlayFigure, 'key'> | undefined): number | null {
  const [word, at] = figure?.key?.split(' ') ?? []
  return word === KEY && at !== undefined ? Number(at) : null
}

export interface HeldPoint {
  /** Which of the points. */
  readonly at: number
  /** All of them as they lay when it was pressed. */
  readonly from: Points
}

/** A finger that holds one point moves that one: the engine, which does not know what it holds, moved them all. */
export function onlyPoint(moved: Points, { at, from }: HeldPoint): Points {
  return from.map((point, index) => (index === at ? (moved[at] ?? point) : point))
}
