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
  | 'bid'
  | 'ask'

/** What a phone shows of a side, four columns at a time. */
export const GROUPS = {
  quotes: ['bid', 'ask', 'mark', 'delta'],
  greeks: ['delta', 'gamma', 'vega', 'theta'],
  interest: ['interest', 'volume', 'volatility', 'held'],
} as const satisfies Readonly<Record<string, readonly ChainColumn[]>>
export type ColumnGroup = keyof typeof GROUPS

/** A side of the wide table, from its outer end to the strike; bid stands left of ask on both sides. */
export const CALL_COLUMNS: readonly ChainColumn[] = ['held', 'interest', 'delta', 'volatility', 'mark', 'bid', 'ask']
export const PUT_COLUMNS: readonly ChainColumn[] = ['bid', 'ask', 'mark', 'volatility', 'delta', 'interest', 'held']

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

function figure(value: number | undefined, decimals: number): string {
  return value === undefined ? MISSING : formatNumber(value.toFixed(decimals + 2) as DecimalText, { decimals })
}
