import type { ListedMarket } from '../../domain/instrument/market-type'
import type { Ticker } from '../../domain/market/market'
import { numberOf, openInterestOf, turnoverOf } from './market-rows'

export type SortColumn = 'symbol' | 'last' | 'change' | 'turnover' | 'funding' | 'openInterest'

export interface Sort {
  readonly column: SortColumn
  readonly descending: boolean
}

/** What the most traded come first by. */
export const DEFAULT_SORT: Sort = { column: 'turnover', descending: true }

/** A market with its figures of one moment: the list is ordered by what its rows then show. */
export interface MarketRow {
  readonly instrument: ListedMarket
  /** `null` before the first one. */
  readonly ticker: Ticker | null
}

/** Missing values come last whichever way the column is sorted; equal ones keep the exchange's order. */
export function sortRows(rows: readonly MarketRow[], { column, descending }: Sort): readonly MarketRow[] {
  const sign = descending ? -1 : 1
  if (column === 'symbol') return rows.toSorted((a, b) => sign * a.instrument.symbol.localeCompare(b.instrument.symbol))
  // Each value is read once, and not at every comparison.
  return rows
    .map((row) => ({ row, value: row.ticker === null ? null : valueOf(row.instrument, row.ticker, column) }))
    .toSorted((a, b) => {
      const byPlace = a.row.instrument.indexSort - b.row.instrument.indexSort
      if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null) || byPlace
      return sign * (a.value - b.value) || byPlace
    })
    .map(({ row }) => row)
}

function valueOf(instrument: ListedMarket, ticker: Ticker, column: Exclude<SortColumn, 'symbol'>): number | null {
  switch (column) {
    case 'last':
      return numberOf(ticker.lastPrice)
    case 'change':
      return numberOf(ticker.price24hChange)
    case 'turnover':
      return turnoverOf(instrument, ticker)
    case 'funding':
      return 'funding' in instrument ? numberOf(ticker.fundingRate) : null
    case 'openInterest':
      return openInterestOf(instrument, ticker)
  }
}
