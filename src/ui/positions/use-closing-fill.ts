import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import type { Price, Qty } from '../../domain/decimal'
import type { HeldMarket } from '../../domain/instrument/market-type'
import type { Position } from '../../domain/position/position'
import { useApp } from '../state/app-context'
import { bandFor, takenAt } from '../trading-kit/ticket/taken-price'
import { watchDeepBook } from '../trading-kit/watch-book'
import { closingFill, type ClosingFill } from './closing-fill'

/**
 * Where a quantity of a position would be closed as the book stands, of which it has as much streamed as there is; `null`
 * without a quantity. Reads signals.
 * @param limit the order's own price; `null` at market
 */
export function useClosingFill(
  { symbol, side: held, positionIdx }: Position,
  instrument: HeldMarket,
  { qty, limit }: { readonly qty: Qty | null; readonly limit: Price | null },
): ClosingFill | null {
  useSignals()
  const app = useApp()
  const market = app.market(symbol)
  useEffect(() => watchDeepBook(app, market), [app, market])
  if (held === null || qty === null) return null
  const side = held === 'buy' ? 'sell' : 'buy'
  const now = market.ticker.value
  const [best = null, bestQty = null] = side === 'buy' ? [now?.ask1Price, now?.ask1Qty] : [now?.bid1Price, now?.bid1Qty]
  const view = market.bookStale.value ? null : market.book.value
  const at = limit === null ? null : takenAt(limit, side, bandFor(limit, market))
  const openOrders = app.account.openOrders.value
  return closingFill({ side: held, positionIdx, qty, limit: at, openOrders }, instrument, { view, best, bestQty })
}
