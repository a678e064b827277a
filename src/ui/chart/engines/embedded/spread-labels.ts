/**
 * Heights for labels so that none covers another, nor the last price's own label: each stays on its side of it and
 * moves only as far as it must, within the pane. Where one side has no room for all of its own, those next to the last
 * price go to the other; where neither has, they lie over each other at the pane's edges. Lines keep their true height;
 * only their labels move.
 *
 * @param ys wanted middles, px from the top
 * @param obstacle middle of the label that never moves, or `null`
 * @param room `gap` between two middles, `below` what the obstacle is longer downwards, `height` of the pane, `ceiling` what
 *   of it is taken at its upper edge
 * @returns the middles to use, in the order of `ys`
 */
export function spreadLabels(
  ys: readonly number[],
  obstacle: number | null,
  {
    gap,
    below: extra = 0,
    height = Infinity,
    ceiling = 0,
  }: { readonly gap: number; readonly below?: number; readonly height?: number; readonly ceiling?: number },
): readonly number[] {
  const order = ys.map((_, index) => index).toSorted((a, b) => ys[a]! - ys[b]!)
  const result = [...ys]
  const border = obstacle ?? -Infinity
  const [top, bottom] = [ceiling + gap / 2, height - gap / 2]
  const fits = (room: number): number => Math.max(0, Math.floor(room / gap))
  const wantAbove = order.filter((one) => ys[one]! < border).length
  const count = sideCount(wantAbove, order.length, {
    above: obstacle === null ? 0 : fits(border - top),
    below: fits(bottom - (obstacle === null ? top - gap : border + extra)),
  })
  // What never moves may lie outside of the pane; no label does.
  place(order.slice(0, count).toReversed(), Math.min(obstacle ?? Infinity, bottom + gap), -1)
  place(order.slice(count), Math.max(border + extra, top - gap), 1)
  return result

  /** From the obstacle outwards, then back from the pane's edge as far as the obstacle. */
  function place(labels: readonly number[], from: number, way: 1 | -1): void {
    const further = (a: number, b: number): number => (way > 0 ? Math.max(a, b) : Math.min(a, b))
    const nearer = (a: number, b: number): number => (way > 0 ? Math.min(a, b) : Math.max(a, b))
    let last = from
    for (const index of labels) last = result[index] = further(ys[index]!, last + way * gap)
    let edge = way > 0 ? bottom : top
    for (const index of labels.toReversed()) {
      result[index] = nearer(result[index]!, edge)
      edge = result[index]! - way * gap
    }
  }
}

/**
 * Which way the line of a label lies whose side of the last price had no room for it: beside the last price's own label
 * it would name a price on the wrong side. `null` of a line that is as near as half a `gap`, whose side changes with each
 * trade.
 *
 * @param y where the line wants its label
 * @param placed where it stands
 */
export function crossed(y: number, placed: number, obstacle: number | null, gap: number): 'up' | 'down' | null {
  if (obstacle === null || Math.abs(y - obstacle) < gap / 2 || y < obstacle === placed < obstacle) return null
  return y < obstacle ? 'up' : 'down'
}

/** How many go above, of so many that would, as far as both sides have room. */
function sideCount(above: number, all: number, room: { readonly above: number; readonly below: number }): number {
  const tooMany = all - above - room.below
  if (tooMany > 0) return above + Math.min(tooMany, Math.max(0, room.above - above))
  return above - Math.min(Math.max(0, above - room.above), Math.max(0, room.below - (all - above)))
}
