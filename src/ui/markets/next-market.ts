import type { Contract } from '../../domain/instrument/contract'
import type { InstrumentSymbol } from '../../domain/order/order'

/**
 * The market after one: through the favourites in the order in which they were marked, where there are any others; else
 * through all that trade, in the exchange's order. After the last comes the first.
 *
 * @returns `null` where there is no other
 */
export function nextMarket(
  current: InstrumentSymbol,
  known: ReadonlyMap<InstrumentSymbol, Contract>,
  favourites: ReadonlySet<InstrumentSymbol>,
): InstrumentSymbol | null {
  const marked = [...favourites].filter((symbol) => known.has(symbol))
  const hasOther = marked.some((symbol) => symbol !== current)
  const all = hasOther
    ? marked
    : [...known.values()]
        .filter(({ status, symbol }) => status === 'trading' || symbol === current)
        .toSorted((a, b) => a.indexSort - b.indexSort || a.symbol.localeCompare(b.symbol))
        .map(({ symbol }) => symbol)
  const next = all[(all.indexOf(current) + 1) % all.length]
  return next === undefined || next === current ? null : next
}
