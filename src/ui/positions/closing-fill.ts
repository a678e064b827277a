import type { Price, Qty } from '../../domain/decimal'
import type { Order, Side } from '../../domain/order/order'
import type { HeldMarket } from '../../domain/instrument/market-type'
import { payoffOf } from '../../domain/instrument/payoff'
import { averageEntry } from '../../domain/risk/pnl'
import { levelsFor, type KnownBook } from '../trading-kit/ticket/book-levels'
import { meetBook, ownOrdersFor } from '../trading-kit/ticket/meet-book'

/** What closing at market finds in the book as it is known. */
export interface ClosingFill {
  /** Mean price of all of it; `null` where a part would fill at prices that nobody sees, or nothing is known. */
  readonly price: Price | null
  /** How much of it the known book has not. */
  readonly beyond: Qty
}

interface Closed {
  /** Of the position. */
  readonly side: Side
  readonly positionIdx: number
  readonly qty: Qty
  readonly openOrders: readonly Order[]
}

export function closingFill(
  { side: held, positionIdx, qty, openOrders }: Closed,
  instrument: HeldMarket,
  book: KnownBook,
): ClosingFill {
  const side = held === 'buy' ? 'sell' : 'buy'
  const { own } = ownOrdersFor(openOrders, { symbol: instrument.symbol, side, positionIdx })
  const { fills, beyond } = meetBook(levelsFor(side, qty, instrument, book), { side, qty, limit: null, own })
  return { price: beyond === '0' ? averageEntry(payoffOf(instrument.kind), fills) : null, beyond }
}
