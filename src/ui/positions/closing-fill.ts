import { Exact, toText, type Money, type Price, type Qty, type Rate } from '../../domain/decimal'
import type { Order, Side } from '../../domain/order/order'
import type { HeldMarket } from '../../domain/instrument/market-type'
import { isOption } from '../../domain/instrument/option'
import { payoffOf } from '../../domain/instrument/payoff'
import { optionTradeFee } from '../../domain/options/option-margin'
import { tradingFee } from '../../domain/risk/fees'
import { averageEntry, type Fill } from '../../domain/risk/pnl'
import { levelsFor, type KnownBook } from '../trading-kit/ticket/book-levels'
import { meetBook, ownOrdersFor } from '../trading-kit/ticket/meet-book'

/** What an order that closes finds in the book as it is known. */
export interface ClosingFill {
  /** What fills at once, at the prices of the book. */
  readonly taken: readonly Fill[]
  /** What waits at its limit, as if it filled there; nothing of it at market. */
  readonly rests: readonly Fill[]
  /** Mean price of all of it; `null` where a part would fill at prices that nobody sees, or nothing is known. */
  readonly price: Price | null
  /** How much of it the known book has not, at market. */
  readonly beyond: Qty
}

interface Closed {
  /** Of the position. */
  readonly side: Side
  readonly positionIdx: number
  readonly qty: Qty
  /** Where the exchange takes it; `null` at market. */
  readonly limit: Price | null
  readonly openOrders: readonly Order[]
}

export function closingFill(
  { side: held, positionIdx, qty, limit, openOrders }: Closed,
  instrument: HeldMarket,
  book: KnownBook,
): ClosingFill {
  const side = held === 'buy' ? 'sell' : 'buy'
  const { own } = ownOrdersFor(openOrders, { symbol: instrument.symbol, side, positionIdx })
  const met = meetBook(levelsFor(side, qty, instrument, book), { side, qty, limit, own })
  const { fills: taken, leavesQty, beyond } = met
  const rests = limit === null || leavesQty === '0' ? [] : [{ qty: leavesQty, price: limit }]
  const price = beyond === '0' ? averageEntry(payoffOf(instrument.kind), [...taken, ...rests]) : null
  return { taken, rests, price, beyond }
}

/**
 * What it pays, settle coin: the taker's rate of what fills at once, the maker's of what waits. An option's fee is a share
 * of the index, at most an eighth of its price.
 * @param index of an option; `null` while unknown
 */
export function closingFee(
  { taken, rests, price }: ClosingFill,
  instrument: HeldMarket,
  index: Price | null,
): Money | null {
  if (price === null || (isOption(instrument) && index === null)) return null
  const payoff = payoffOf(instrument.kind)
  const feeOf = (fill: Fill, rate: Rate): Money =>
    isOption(instrument) && index !== null
      ? optionTradeFee({ ...fill, index, rate })
      : tradingFee({ payoff, ...fill, rate })
  const { takerFeeRate, makerFeeRate } = instrument
  const fees = [...taken.map((fill) => feeOf(fill, takerFeeRate)), ...rests.map((fill) => feeOf(fill, makerFeeRate))]
  return toText<Money>(fees.reduce((sum, fee) => sum.plus(fee), new Exact(0)))
}
