import type { Position } from '../entities'

/** |lots| at the mark price; at cost before the first mark. Beyond 2^53 the nearest number. */
export function positionValueE8(position: Position): number {
  if (position.lots === 0) return 0
  const { market } = position
  if (market.markTicks === null) return position.costE8
  return market.valueOf(Math.abs(position.lots), market.markTicks)
}
