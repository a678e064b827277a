import { decimalsOf, type DecimalText, type Qty, type Rate } from '../../domain/decimal'
import type { Ticker } from '../../domain/market/market'
import { formatCompact, formatNumber, formatPercent, MISSING } from '../format'

export type ChainColumn =
  | 'held'
  | 'interest'
  | 'volume'
  | 'theta'
  | 'vega'
  | 'gamma'
  | 'delta'
  | 'mark'
  | 'volatility'
  | 'bidQty'
  | 'bid'
  | 'ask'
  | 'askQty'

/** What a phone shows of a side, four columns at a time. */
export const GROUPS = {
  quotes: ['bidQty', 'bid', 'ask', 'askQty'],
  value: ['mark', 'volatility', 'delta', 'held'],
  greeks: ['delta', 'gamma', 'vega', 'theta'],
  interest: ['interest', 'volume', 'volatility', 'held'],
} as const satisfies Readonly<Record<string, readonly ChainColumn[]>>
export type ColumnGroup = keyof typeof GROUPS

/** A side of the wide table, from its outer end to the strike; bid stands left of ask on both sides. */
export const CALL_COLUMNS: readonly ChainColumn[] = [
  'held',
  'interest',
  'delta',
  'volatility',
  'mark',
  'bidQty',
  'bid',
  'ask',
  'askQty',
]
export const PUT_COLUMNS: readonly ChainColumn[] = [
  'bidQty',
  'bid',
  'ask',
  'askQty',
  'mark',
  'volatility',
  'delta',
  'interest',
  'held',
]

/** How many decimals each column of a board has: as many as its finest figure, so that all of them stand point below point. */
export interface BoardDecimals {
  readonly quote: number
  readonly mark: number
  readonly size: number
  readonly interest: number
  readonly volume: number
}

/** Ticks differ from coin to coin, marks are counted finer, and trailing zeros do not come over the wire. */
export function boardDecimals(tickers: readonly (Ticker | null)[]): BoardDecimals {
  const finest = (...of: readonly (keyof Ticker)[]): number =>
    Math.max(0, ...tickers.flatMap((one) => of.map((name) => decimalsOf((one?.[name] ?? '0') as DecimalText))))
  // What passes a thousand is shortened to two decimals.
  const short = (name: 'openInterest' | 'volume24h'): number =>
    finest(name) > 0 || tickers.some((one) => Number(one?.[name] ?? 0) >= 1000) ? 2 : 0
  return {
    quote: finest('bid1Price', 'ask1Price'),
    mark: finest('markPrice'),
    size: finest('bid1Qty', 'ask1Qty'),
    interest: short('openInterest'),
    volume: short('volume24h'),
  }
}

/** @param held signed quantity of the own position; `null` of none */
export function cellText(
  column: ChainColumn,
  ticker: Ticker | null,
  held: Qty | null,
  decimals: BoardDecimals,
): string {
  const option = ticker?.option ?? null
  switch (column) {
    case 'held':
      return held === null
        ? ''
        : formatNumber(held, { decimals: Math.max(decimals.size, decimalsOf(held)), signed: true })
    case 'interest':
      return formatCompact(ticker?.openInterest ?? null, decimals.interest)
    case 'volume':
      return formatCompact(ticker?.volume24h ?? null, decimals.volume)
    case 'bidQty':
      return size(ticker?.bid1Qty, decimals.size)
    case 'askQty':
      return size(ticker?.ask1Qty, decimals.size)
    case 'mark':
      return formatNumber(ticker?.markPrice ?? null, { decimals: decimals.mark })
    case 'bid':
      return formatNumber(ticker?.bid1Price ?? null, { decimals: decimals.quote })
    case 'ask':
      return formatNumber(ticker?.ask1Price ?? null, { decimals: decimals.quote })
    case 'volatility':
      return option === null ? MISSING : formatPercent(option.markVolatility.toFixed(4) as Rate, { decimals: 1 })
    case 'delta':
      return figure(option?.greeks.delta, 2)
    case 'gamma':
      return figure(option?.greeks.gamma, 6)
    case 'vega':
      return figure(option?.greeks.vega, 2)
    case 'theta':
      return figure(option?.greeks.theta, 2)
  }
}

/** Nothing stands beside a price that is not there. */
function size(qty: Qty | null | undefined, decimals: number): string {
  return qty == null || qty === '0' ? '' : formatNumber(qty, { decimals })
}

function figure(value: number | undefined, decimals: number): string {
  return value === undefined ? MISSING : formatNumber(value.toFixed(decimals + 2) as DecimalText, { decimals })
}

/** The largest open interest of a board, which its bars are measured by; `0` while nothing is known. */
export function mostInterest(tickers: Iterable<Ticker | null>): number {
  let most = 0
  for (const ticker of tickers) most = Math.max(most, Number(ticker?.openInterest ?? 0))
  return most
}

/** How much of its cell a bar of open interest fills, 0–1. */
export function interestShare(ticker: Ticker | null, most: number): number {
  return most === 0 ? 0 : Math.min(1, Number(ticker?.openInterest ?? 0) / most)
}
