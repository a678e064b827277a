import type { Qty } from '../domain/decimal'
import type { TradedMarket } from '../domain/instrument/market-type'
import { qtyCoinOf } from '../domain/instrument/qty-coin'
import { formatCoin, formatQty, MISSING } from './format'

/** What an order asks for, with its coin: a market order of a pair may be given by an amount of the quote coin. */
export function askedSize(
  { qty, marketUnit }: { readonly qty: Qty; readonly marketUnit?: 'base' | 'quote' | undefined },
  listed: TradedMarket | null,
): string {
  if (listed === null) return `${formatQty(qty, null)} ${MISSING}`
  return marketUnit === 'quote'
    ? `${formatCoin(qty, listed.quoteCoin)} ${listed.quoteCoin}`
    : `${formatQty(qty, listed.lotSize)} ${qtyCoinOf(listed)}`
}

/** What quantities are counted in; `--` while the market is not known. */
export function qtyCoin(instrument: TradedMarket | null): string {
  return instrument === null ? MISSING : qtyCoinOf(instrument)
}
