import type { ListedMarket } from '../../domain/instrument/market-type'
import type { InstrumentSymbol } from '../../domain/order/order'
import { productList } from '../products/product-list'
import { findInstruments, isOfKind, type MarketKind } from './market-rows'

/** What somebody who looks for a market wants, and what the page knows of them. */
export interface MarketWish {
  readonly query: string
  readonly kind: MarketKind
  /** Symbols that were looked at last, newest first. */
  readonly recent: readonly InstrumentSymbol[]
  readonly favourites: ReadonlySet<InstrumentSymbol>
}

/**
 * The markets that a text finds, the likeliest first: the name itself, then what was looked at last, favourites, names
 * that begin with the text, and the rest; within each the exchange's order.
 */
export function findMarkets(
  instruments: Iterable<ListedMarket>,
  wish: MarketWish,
  max: number,
): readonly ListedMarket[] {
  const name = wish.query.trim().toUpperCase()
  const recent = new Map(wish.recent.map((symbol, at) => [symbol, at]))
  const rank = ({ symbol, baseCoin }: ListedMarket): number => {
    if (symbol === name) return 0
    if (recent.has(symbol)) return 1
    if (wish.favourites.has(symbol)) return 2
    if (name !== '' && baseCoin === name) return 3
    return name !== '' && symbol.startsWith(name) ? 4 : 5
  }
  return findInstruments(instruments, wish.query)
    .filter((instrument) => isOfKind(instrument, wish.kind, wish.favourites))
    .map((instrument) => ({ instrument, rank: rank(instrument), at: recent.get(instrument.symbol) ?? 0 }))
    .toSorted(
      (a, b) =>
        a.rank - b.rank ||
        a.at - b.at ||
        productList(a.instrument.kind).place - productList(b.instrument.kind).place ||
        a.instrument.indexSort - b.instrument.indexSort,
    )
    .slice(0, max)
    .map(({ instrument }) => instrument)
}

/**
 * What tells a market from those that look like it: its kind, and the coin that it is settled in where the name does not
 * end with it (BTCPERP is settled in USDC, BTCUSD in BTC).
 * @returns the coin, or `null` where the name says it
 */
export function settledIn({ symbol, settleCoin }: ListedMarket): string | null {
  return symbol.includes(settleCoin) && !symbol.startsWith(settleCoin) ? null : settleCoin
}
