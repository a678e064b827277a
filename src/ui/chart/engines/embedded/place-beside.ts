/** A label as it lies: its middle, and the room that it takes along its line, asked only where that matters. */
export interface LabelBox {
  readonly y: number
  extent(): { readonly left: number; readonly right: number }
}

/**
 * Heights for labels that have no place of their own on the axis: each at its line, or as near to it as no label lies
 * that is there already, nor one of its own kind.
 *
 * @param taken labels that stay where they are
 * @param height of the pane, px: no label leaves it while there is room in it
 * @returns the middles to use, in the order of `wanted`
 */
export function placeBeside(
  wanted: readonly LabelBox[],
  taken: readonly LabelBox[],
  { gap, height }: { readonly gap: number; readonly height: number },
): readonly number[] {
  const placed: LabelBox[] = [...taken]
  const result = wanted.map((label) => label.y)
  const inOrder = wanted.map((_, index) => index).toSorted((a, b) => wanted[a]!.y - wanted[b]!.y)
  for (const index of inOrder) {
    const label = wanted[index]!
    const blocks = (other: LabelBox, y: number): boolean => Math.abs(other.y - y) < gap && meets(other, label)
    const isFree = (y: number): boolean => !placed.some((other) => blocks(other, y))
    // The nearest free height is its own, or just above or below one that is taken.
    const heights = [label.y, ...placed.flatMap((other) => [other.y - gap, other.y + gap])]
      .filter((y) => y === label.y || (y >= gap / 2 && y <= height - gap / 2))
      .toSorted((a, b) => Math.abs(a - label.y) - Math.abs(b - label.y))
    const y = heights.find(isFree) ?? label.y
    result[index] = y
    placed.push({ y, extent: () => label.extent() })
  }
  return result
}

function meets(a: LabelBox, b: LabelBox): boolean {
  const one = a.extent()
  const other = b.extent()
  return one.left < other.right && other.left < one.right
}
