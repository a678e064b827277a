import { readOptionName } from '../../domain/instrument/option-name'
import type { QuotedMarket } from '../../domain/market/quoted-market'
import { sortedBy, type Sort } from './sorted'

/** What the list may be ordered by; `symbol` is by coin, end, strike and side. */
export type OptionColumn = 'symbol' | 'last' | 'mark' | 'bid' | 'ask' | 'volume' | 'expiry'

export type OptionSide = 'both' | 'calls' | 'puts'
export const OPTION_SIDES: readonly OptionSide[] = ['both', 'calls', 'puts']

/** A coin of the list, all of them, or what is marked. */
export type OptionChoice = string
export const EVERY_OPTION = 'all'
export const MARKED_OPTIONS = 'favourites'

/** The coins that options of the list are on, in its order. */
export function coinsOf(rows: readonly QuotedMarket[]): readonly string[] {
  return [...new Set(rows.map(({ symbol }) => coinOf(symbol)))]
}

const coinOf = (symbol: string): string => symbol.slice(0, symbol.indexOf('-'))

export function isOfChoice({ symbol }: QuotedMarket, choice: OptionChoice, marked: ReadonlySet<string>): boolean {
  if (choice === EVERY_OPTION) return true
  return choice === MARKED_OPTIONS ? marked.has(symbol) : coinOf(symbol) === choice
}

export function isOfSide({ symbol }: QuotedMarket, side: OptionSide): boolean {
  return side === 'both' || readOptionName(symbol)?.isCall === (side === 'calls')
}

/** In the order of a column; of two that are alike, and of the names, the one that ends first, then the lower strike. */
export function orderOptions(rows: readonly QuotedMarket[], sort: Sort<OptionColumn>): readonly QuotedMarket[] {
  if (sort.column !== 'symbol') return sortedBy(rows, figureOf(sort.column), sort, byName)
  const named = rows.toSorted(byName)
  return sort.descending ? named.toReversed() : named
}

function byName(a: QuotedMarket, b: QuotedMarket): number {
  return (
    coinOf(a.symbol).localeCompare(coinOf(b.symbol)) ||
    (a.deliveryMs ?? 0) - (b.deliveryMs ?? 0) ||
    strikeOf(a) - strikeOf(b) ||
    a.symbol.localeCompare(b.symbol)
  )
}

const strikeOf = ({ symbol }: QuotedMarket): number => Number(readOptionName(symbol)?.strike ?? 0)

function figureOf(column: Exclude<OptionColumn, 'symbol'>) {
  switch (column) {
    case 'last':
      return ({ lastPrice }: QuotedMarket) => lastPrice
    case 'mark':
      return ({ markPrice }: QuotedMarket) => markPrice
    case 'bid':
      return ({ bid1Price }: QuotedMarket) => bid1Price
    case 'ask':
      return ({ ask1Price }: QuotedMarket) => ask1Price
    case 'volume':
      return ({ volume24h }: QuotedMarket) => volume24h
    case 'expiry':
      return ({ deliveryMs }: QuotedMarket) => deliveryMs
  }
}
