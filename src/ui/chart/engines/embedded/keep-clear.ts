/** Something that labels keep clear of, px of the bars' pane. */
export interface Obstacle {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Half of a label's height, and the air beside it, px. */
const HALF = 12
const AIR = 6

/** Whether anything at all lies at the height of a label. */
export function isInRow(y: number, { top, bottom }: Pick<Obstacle, 'top' | 'bottom'>): boolean {
  return top < y + HALF && bottom > y - HALF
}

/**
 * Down to where the legend leaves too little room beside itself for a label of a length: labels stand below it then.
 * @param legends at the left edge, from the top down
 */
export function ceilingOf(legends: readonly Obstacle[], size: number, width: number): number {
  const narrow = legends.filter(({ right }) => width - right - AIR < size)
  return Math.max(0, ...narrow.map(({ bottom }) => bottom))
}

/**
 * How far a label ends from the axis so that it covers nothing: where it wants to be, or as near to that as is free.
 *
 * @param label `end` is what it wants, px from the axis, `size` its own length
 * @param width of the bars, up to the axis
 * @returns what it wants where there is no room anywhere
 */
export function clearEnd(
  label: { readonly y: number; readonly end: number; readonly size: number },
  obstacles: readonly Obstacle[],
  width: number,
): number {
  const { size } = label
  const most = Math.max(0, width - size)
  const wanted = Math.min(label.end, most)
  const inRow = obstacles.filter((one) => isInRow(label.y, one))
  const isFree = (end: number): boolean => {
    const right = width - end
    return inRow.every((one) => one.left >= right || one.right <= right - size)
  }
  const ends = inRow.flatMap((one) => [width - one.left + AIR, width - one.right - AIR - size])
  const nearest = [wanted, 0, ...ends]
    .filter((end) => end >= 0 && end <= most)
    .toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted))
  return nearest.find(isFree) ?? wanted
}
