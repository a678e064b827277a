import { compare, type DecimalText } from '../../domain/decimal'
import type { Contract } from '../../domain/instrument/contract'
import type { Ticker } from '../../domain/market/market'
import type { InstrumentSymbol } from '../../domain/order/order'
import { productList, type MarketList } from '../products/product-list'

export type SortColumn = 'symbol' | 'last' | 'change' | 'turnover' | 'funding'
export interface Sort {
  readonly column: SortColumn
  readonly descending: boolean
}

/** What the most traded come first by. */
export const DEFAULT_SORT: Sort = { column: 'turnover', descending: true }

/** Name of a contract in the chart's symbol list: `BTCUSDT_PERPETUAL` (spec §9, default symbol). */
export function chartTicker(instrument: Contract): string {
  return `${instrument.symbol}_${productList(instrument.kind).chartSuffix}`
}

/** The name with its coins apart, as a trader may type it. */
export function shortName({ displayName, baseCoin, quoteCoin }: Contract): string {
  return displayName.includes(' ') ? displayName : `${baseCoin} ${quoteCoin}`
}

/**
 * Spec §5, symbol search: case-insensitive and trimmed; an underscore matches the ticker, a space the short name,
 * anything else the symbol name; delisted symbols are left out.
 */
export function findInstruments(instruments: Iterable<Contract>, query: string): readonly Contract[] {
  const wanted = query.trim().toLowerCase()
  const nameOf = wanted.includes('_')
    ? chartTicker
    : wanted.includes(' ')
      ? shortName
      : (instrument: Contract) => instrument.symbol
  return [...instruments].filter(
    (instrument) => instrument.status !== 'closed' && nameOf(instrument).toLowerCase().includes(wanted),
  )
}

/** Tabs of the page: everything, perpetuals by what they are settled in, then everything that ends. */
export type MarketKind = 'all' | MarketList
export const MARKET_KINDS: readonly MarketKind[] = ['all', 'usdt', 'usdc', 'inverse', 'futures']

export function isOfKind(instrument: Contract, kind: MarketKind): boolean {
  return kind === 'all' || productList(instrument.kind).list === kind
}

/** Missing values come last whichever way the column is sorted; equal ones keep the exchange's order. */
export function sortInstruments(
  instruments: readonly Contract[],
  tickers: ReadonlyMap<InstrumentSymbol, Ticker>,
  { column, descending }: Sort,
): readonly Contract[] {
  const sign = descending ? -1 : 1
  return instruments.toSorted((a, b) => {
    if (column === 'symbol') return sign * a.symbol.localeCompare(b.symbol)
    const left = valueOf(a, tickers.get(a.symbol), column)
    const right = valueOf(b, tickers.get(b.symbol), column)
    if (left === null || right === null)
      return Number(left === null) - Number(right === null) || a.indexSort - b.indexSort
    return sign * compare(left, right) || a.indexSort - b.indexSort
  })
}

function valueOf(
  { kind }: Contract,
  ticker: Ticker | undefined,
  column: Exclude<SortColumn, 'symbol'>,
): DecimalText | null {
  if (ticker === undefined) return null
  switch (column) {
    case 'last':
      return ticker.lastPrice
    case 'change':
      return ticker.price24hChange
    case 'turnover':
      return productList(kind).turnoverValue(ticker)
    case 'funding':
      return ticker.fundingRate
  }
}
