/** Of a pane, CSS pixels. */
export interface Place {
  readonly x: number
  readonly y: number
}

/** Corners of a drawn ellipse: as many as look round. */
const ELLIPSE_CORNERS = 48
const ARROW_PX = 10
/** Half of the angle between the barbs of an arrow, radians. */
const ARROW_ANGLE = Math.PI / 7

/**
 * Places of a way that are enough for it: no other one lies further from the line between its neighbours than a
 * tolerance (Ramer, Douglas and Peucker). The first and the last one stay.
 * @returns their places in the list, in order
 */
export function enoughOf(places: readonly Place[], tolerance: number): readonly number[] {
  const kept = new Set([0, places.length - 1])
  const open: [from: number, to: number][] = [[0, places.length - 1]]
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const [from, to] = part
    let [furthest, distance] = [-1, tolerance]
    for (let at = from + 1; at < to; at++) {
      const away = distanceTo(places[at]!, places[from]!, places[to]!)
      if (away > distance) [furthest, distance] = [at, away]
    }
    if (furthest === -1) continue
    kept.add(furthest)
    open.push([from, furthest], [furthest, to])
  }
  return [...kept].filter((at) => at >= 0).toSorted((a, b) => a - b)
}

/** From a place to the line between two others. */
function distanceTo({ x, y }: Place, from: Place, to: Place): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - from.x) * dx + (y - from.y) * dy) / length))
  return Math.hypot(x - from.x - share * dx, y - from.y - share * dy)
}

/** Corners of the ellipse within the box of two places. */
export function ellipse(one: Place, other: Place): readonly Place[] {
  const [x, y] = [(one.x + other.x) / 2, (one.y + other.y) / 2]
  const [rx, ry] = [Math.abs(one.x - other.x) / 2, Math.abs(one.y - other.y) / 2]
  return Array.from({ length: ELLIPSE_CORNERS }, (_, at) => {
    const angle = (at / ELLIPSE_CORNERS) * 2 * Math.PI
    return { x: x + rx * Math.cos(angle), y: y + ry * Math.sin(angle) }
  })
}

/** The ends of the two barbs at the tip of an arrow. */
export function barbs(from: Place, tip: Place): readonly [Place, Place] {
  const angle = Math.atan2(from.y - tip.y, from.x - tip.x)
  const barb = (turn: number): Place => ({
    x: tip.x + ARROW_PX * Math.cos(angle + turn),
    y: tip.y + ARROW_PX * Math.sin(angle + turn),
  })
  return [barb(ARROW_ANGLE), barb(-ARROW_ANGLE)]
}

/** The line beside one through two places, as far up or down as a third place is from it. */
export function parallel(first: Place, second: Place, third: Place): readonly [Place, Place] {
  const dx = second.x - first.x
  const y = dx === 0 ? first.y : first.y + ((second.y - first.y) * (third.x - first.x)) / dx
  const shift = third.y - y
  return [
    { x: first.x, y: first.y + shift },
    { x: second.x, y: second.y + shift },
  ]
}

/** Andrews' pitchfork: from the pivot through the middle of the two others, and beside it through each of them. */
export function tines(pivot: Place, one: Place, other: Place): readonly (readonly [from: Place, through: Place])[] {
  const middle = { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 }
  const [dx, dy] = [middle.x - pivot.x, middle.y - pivot.y]
  return [
    [pivot, middle],
    [one, { x: one.x + dx, y: one.y + dy }],
    [other, { x: other.x + dx, y: other.y + dy }],
  ]
}
