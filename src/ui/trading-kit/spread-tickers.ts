import { spreadLegs } from '../../domain/instrument/product-kind'
import type { InstrumentSymbol } from '../../domain/order/order'
import type { Watch } from '../../workers/hub-api'

/** What whoever shows a spread watches of it: its own ticker and those of its legs. */
export function spreadTickers(symbol: InstrumentSymbol): readonly Watch[] {
  const legs = (spreadLegs(symbol) ?? []) as readonly InstrumentSymbol[]
  return [symbol, ...legs].map((one) => ({ topic: { kind: 'ticker', symbol: one } }))
}
