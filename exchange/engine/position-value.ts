import type { Holding } from './accounts'
import { SAFE_MAX } from './scaled'

/** |lots| at the mark price; at cost before the first mark. Never above 2^53 − 1. */
export function positionValueE8(holding: Holding): number {
  if (holding.lots === 0) return 0
  const { market } = holding
  if (market.markTicks === 0) return holding.costE8
  return Math.min(SAFE_MAX, market.valueOf(Math.abs(holding.lots), market.markTicks))
}
