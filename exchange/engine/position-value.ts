import type { Holding } from './entities'

/** |lots| at the mark price; at cost before the first mark. Beyond 2^53 the nearest number. */
export function positionValueE8(holding: Holding): number {
  if (holding.lots === 0) return 0
  const { market } = holding
  if (market.markTicks === 0) return holding.costE8
  return market.valueOf(Math.abs(holding.lots), market.markTicks)
}
