import type { Trade } from '../../domain/market/market'

/** The first `limit` prints of a tape, each once: a snapshot and the change after it may both carry the same print. */
export function newestPrints(trades: readonly Trade[], limit: number): readonly Trade[] {
  const seen = new Set<string>()
  const prints: Trade[] = []
  for (const trade of trades) {
    if (prints.length >= limit) break
    if (seen.has(trade.id)) continue
    seen.add(trade.id)
    prints.push(trade)
  }
  return prints
}
