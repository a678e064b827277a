import type { Position } from '../entities'
import type { MarkValueE8 } from './formulas'

/** |lots| at the mark price; at cost before the first mark. Beyond 2^53 the nearest number. */
export function positionValueE8(position: Position): MarkValueE8 {
  return valueOf(position) as MarkValueE8
}

function valueOf({ lots, costE8, market }: Position): number {
  if (lots === 0) return 0
  return market.markTicks === null ? costE8 : market.valueOf(Math.abs(lots), market.markTicks)
}
