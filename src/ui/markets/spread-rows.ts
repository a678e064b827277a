import { Exact, toText, type Price, type Qty, type Rate } from '../../domain/decimal'
import { fundingOf } from '../../domain/instrument/instrument'
import type { SpreadKind } from '../../domain/instrument/spread'
import { DAY_MS } from '../../domain/market/interval'
import { fundingOfYear, middleOf, namedSpread, yieldOfYear, type NamedSpread } from '../../domain/market/spread-row'
import type { QuotedMarket } from '../../domain/market/quoted-market'
import type { InstrumentSymbol } from '../../domain/order/order'
import type { CatalogueModel } from '../state/catalogue-model'
import { sortedBy, type Sort } from './sorted'

export type SpreadChoice = 'favourites' | 'all' | SpreadKind
export const SPREAD_CHOICES: readonly SpreadChoice[] = [
  'favourites',
  'all',
  'carryTrade',
  'futureSpread',
  'perpBasis',
  'fundingRateArb',
]

/** What the list may be ordered by. */
export type SpreadColumn = 'first' | 'last' | 'bid' | 'ask' | 'width' | 'ago' | 'yield' | 'days' | 'volume'

/** A row of the list of spreads. */
export interface SpreadRow {
  readonly symbol: InstrumentSymbol
  readonly named: NamedSpread
  readonly tickSize: Price
  readonly last: Price | null
  readonly bid: Price | null
  readonly ask: Price | null
  /** Ask less bid. */
  readonly width: Price | null
  /** The price a day ago. */
  readonly ago: Price | null
  /** A year's; of a spread that never ends the funding of its contract now. */
  readonly yield: Rate | null
  /** Until it ends; `null` where it does not. */
  readonly days: number | null
  readonly volume: Qty | null
  readonly isStale: boolean
}

/** The row of a spread by its newest figures, or by those of the list while none have come. Reads signals. */
export function spreadRow(
  listed: QuotedMarket,
  catalogue: Pick<CatalogueModel, 'tickers' | 'instruments'>,
  nowMs: number,
): SpreadRow | null {
  const named = namedSpread(listed.symbol)
  if (named === null) return null
  const { ticker, isStale } = catalogue.tickers.of(listed.symbol).value
  const last = ticker?.lastPrice ?? listed.lastPrice
  const bid = ticker === null ? listed.bid1Price : ticker.bid1Price
  const ask = ticker === null ? listed.ask1Price : ticker.ask1Price
  const tickerOf = (symbol: string) => catalogue.tickers.of(symbol as InstrumentSymbol).value.ticker
  const contract = catalogue.instruments.value.get(named.first as InstrumentSymbol)
  const funding = contract === undefined ? null : fundingOf(contract)
  return {
    symbol: listed.symbol,
    named,
    tickSize: listed.tickSize,
    last,
    bid,
    ask,
    width: bid === null || ask === null ? null : toText<Price>(new Exact(ask).minus(bid)),
    ago: ticker?.prevPrice24h ?? null,
    yield:
      named.firstEndMs === null
        ? fundingOfYear(tickerOf(named.first)?.fundingRate ?? null, funding?.intervalMinutes ?? null)
        : yieldOfYear(middleOf(bid, ask) ?? last, tickerOf(named.second)?.lastPrice ?? null, named, nowMs),
    days: listed.deliveryMs === null ? null : Math.max(0, Math.floor((listed.deliveryMs - nowMs) / DAY_MS)),
    volume: ticker?.volume24h ?? listed.volume24h,
    isStale,
  }
}

export function isChosen({ symbol, named }: SpreadRow, choice: SpreadChoice, marked: ReadonlySet<string>): boolean {
  return choice === 'all' || (choice === 'favourites' ? marked.has(symbol) : named.kind === choice)
}

/** In the order of a column; what has no figure there stands at the end, either way. */
export function orderSpreads(rows: readonly SpreadRow[], sort: Sort<SpreadColumn>): readonly SpreadRow[] {
  const byName = (a: SpreadRow, b: SpreadRow): number => a.symbol.localeCompare(b.symbol)
  const { column } = sort
  if (column !== 'first') return sortedBy(rows, (row) => row[column], sort, byName)
  const named = rows.toSorted(byName)
  return sort.descending ? named.toReversed() : named
}
