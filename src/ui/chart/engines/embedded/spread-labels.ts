/**
 * Heights for labels so that none covers another, nor the last price's own label: each stays on its side of it and
 * moves only as far as it must. Lines keep their true height; only their labels move.
 *
 * @param ys wanted middles, px from the top
 * @param obstacle middle of the label that never moves, or `null`
 * @param room `gap` between two middles, `below` what the obstacle is longer downwards
 * @returns the middles to use, in the order of `ys`
 */
export function spreadLabels(
  ys: readonly number[],
  obstacle: number | null,
  { gap, below: extra = 0 }: { readonly gap: number; readonly below?: number },
): readonly number[] {
  const order = ys.map((_, index) => index).toSorted((a, b) => ys[a]! - ys[b]!)
  const result = [...ys]
  const border = obstacle ?? -Infinity
  let above = obstacle ?? Infinity
  for (const index of order.filter((one) => ys[one]! < border).toReversed()) {
    result[index] = Math.min(ys[index]!, above - gap)
    above = result[index]!
  }
  let below = border + extra
  for (const index of order.filter((one) => ys[one]! >= border)) {
    result[index] = Math.max(ys[index]!, below + gap)
    below = result[index]!
  }
  return result
}
