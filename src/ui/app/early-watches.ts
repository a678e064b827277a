import { parseTradePath } from '../../domain/instrument/trade-route'
import type { InstrumentSymbol } from '../../domain/order/order'
import type { Watch } from '../../workers/hub-api'

/** Rows of a book that any panel's height shows; the panel says its own once it has a height. */
const ROWS = 25

/** What the page of an address is going to ask for, known before the page's own script has come. */
export function earlyWatches(path: string, nowMs: number): readonly Watch[] {
  const target = parseTradePath(path, nowMs)
  if (target?.symbol == null) return []
  const symbol = target.symbol as InstrumentSymbol
  return [
    { topic: { kind: 'ticker', symbol } },
    { topic: { kind: 'book', symbol, depth: 50 }, rows: ROWS, group: 1 },
    { topic: { kind: 'trades', symbol } },
  ]
}
