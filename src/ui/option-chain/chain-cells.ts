import { decimalsOf, type DecimalText, type Price, type Qty, type Rate } from '../../domain/decimal'
import type { Ticker } from '../../domain/market/market'
import { formatCompact, formatNumber, formatPercent, formatPrice, MISSING } from '../format'

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

/** @param held signed quantity of the own position; `null` of none */
export function cellText(column: ChainColumn, ticker: Ticker | null, held: Qty | null): string {
  const option = ticker?.option ?? null
  switch (column) {
    case 'held':
      return held === null ? '' : formatNumber(held, { decimals: decimalsOf(held), signed: true })
    case 'interest':
      return formatCompact(ticker?.openInterest ?? null)
    case 'volume':
      return formatCompact(ticker?.volume24h ?? null)
    case 'bidQty':
      return size(ticker?.bid1Qty)
    case 'askQty':
      return size(ticker?.ask1Qty)
    case 'mark':
      return price(ticker?.markPrice)
    case 'bid':
      return price(ticker?.bid1Price)
    case 'ask':
      return price(ticker?.ask1Price)
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

/** With the decimals that it has: ticks differ from coin to coin, and marks are counted finer. */
function price(value: Price | null | undefined): string {
  return formatPrice(value ?? null, value ?? null)
}

/** Nothing stands beside a price that is not there. */
function size(qty: Qty | null | undefined): string {
  return qty == null || qty === '0' ? '' : formatNumber(qty, { decimals: Math.max(2, decimalsOf(qty)) })
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
