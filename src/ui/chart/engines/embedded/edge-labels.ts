import type { LineKind } from '../../../trading-kit/chart-line'

/** What is traded, or about to be, does not vanish with the range of the prices in view. */
const KEPT: ReadonlySet<LineKind> = new Set(['order', 'trigger', 'position', 'preorder', 'asked', 'moved'])
/** Labels at one edge at most, and px of the pane for each: on a low pane they would leave no bars. */
const EDGE_MAX = 3
const ROOM = 100

interface Line {
  readonly kind: LineKind
  /** Height of the line, px from the top of the pane; `null` while it has none. */
  readonly y: number | null
}

/** Of a line beyond the prices in view: which edge its label stands at, and the height that it wants there. */
export interface AtEdge {
  readonly edge: 'up' | 'down'
  readonly y: number
}

/**
 * Which lines beyond the prices in view have a label at the edge: at each the nearest ones, and the nearer the further
 * from the edge, so that they lie in the order of their prices.
 *
 * @param height of the pane, px
 * @returns in the order of the lines; `null` of those that are in view or have no label
 */
export function edgeLabels(lines: readonly Line[], height: number): readonly (AtEdge | null)[] {
  const result: (AtEdge | null)[] = lines.map(() => null)
  const count = Math.min(EDGE_MAX, Math.floor(height / ROOM))
  for (const edge of ['up', 'down'] as const) {
    const away = ({ y }: Line): number => (y === null ? -1 : edge === 'up' ? -y : y - height)
    const nearest = lines
      .map((line, index) => ({ index, away: away(line), isMoved: line.kind === 'moved', isKept: KEPT.has(line.kind) }))
      .filter((one) => one.away > 0 && one.isKept)
      // What is under way is seen whatever else is there.
      .toSorted((a, b) => Number(b.isMoved) - Number(a.isMoved) || a.away - b.away)
      .slice(0, count)
      .toSorted((a, b) => a.away - b.away)
    for (const [rank, { index }] of nearest.entries()) {
      // Beyond the edge by next to nothing, in their order.
      const beyond = (rank + 1) / 1_000
      result[index] = { edge, y: edge === 'up' ? -beyond : height + beyond }
    }
  }
  return result
}

/** Where the engine draws the label of the last price: within the pane, wherever that price is. Px from the top. */
export function lastPriceLabel(y: number, height: number): number {
  // Before the pane was measured it has no edge.
  return height === Infinity ? y : Math.max(height * 0.05, Math.min(y, height * 0.98))
}
