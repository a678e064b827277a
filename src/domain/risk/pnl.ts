import { Exact, toText, type Leverage, type Money, type Price, type Qty, type Rate } from '../decimal'
import type { Side } from '../order/order'
import { type Payoff } from '../instrument/payoff'
import { direction, exactValue } from './payoff'

export interface Fill {
  readonly qty: Qty
  readonly price: Price
}

/** Linear Σ(q·p)/Σq, inverse Σq/Σ(q/p) (semantics.md §1.1), unrounded. @returns `null` without any quantity */
export function averageEntry(payoff: Payoff, fills: readonly Fill[]): Price | null {
  let size = new Exact(0)
  let value = new Exact(0)
  for (const fill of fills) {
    size = size.plus(fill.qty)
    value = value.plus(exactValue(payoff, fill.qty, fill.price))
  }
  if (size.isZero()) return null
  return toText<Price>(payoff === 'linear' ? value.div(size) : size.div(value))
}

/** Σ value of fills at their own prices, settle coin. */
export function filledValue(payoff: Payoff, fills: readonly Fill[]): Money {
  const zero = new Exact(0)
  return toText<Money>(fills.reduce((sum, fill) => sum.plus(exactValue(payoff, fill.qty, fill.price)), zero))
}

/**
 * Result of moving from entry to `price`, before fees: linear s·q·(x − e), inverse s·q·(1/e − 1/x).
 * `price` is the mark for risk, the last price where the screen says so, the fill's price for a closing fill.
 */
export function pricePnl(move: {
  readonly payoff: Payoff
  readonly side: Side
  readonly qty: Qty
  readonly entryPrice: Price
  readonly price: Price
}): Money {
  const s = direction(move.side)
  const then = exactValue(move.payoff, move.qty, move.entryPrice)
  const now = exactValue(move.payoff, move.qty, move.price)
  return toText<Money>((move.payoff === 'linear' ? now.minus(then) : then.minus(now)).times(s))
}

/**
 * Result of a closed part: price result − fee to open − fee to close − funding paid (semantics.md §1.1).
 * @param side of the position, not of the order that closed it
 * @param fundingPaid positive when it was paid
 */
export function closedPnl(closed: {
  readonly payoff: Payoff
  readonly side: Side
  readonly entryValue: Money
  readonly exitValue: Money
  readonly openFeeRate: Rate
  readonly closeFeeRate: Rate
  readonly fundingPaid: Money
}): Money {
  const entry = new Exact(closed.entryValue)
  const exit = new Exact(closed.exitValue)
  const gain = (closed.payoff === 'linear' ? exit.minus(entry) : entry.minus(exit)).times(direction(closed.side))
  return toText<Money>(
    gain.minus(entry.times(closed.openFeeRate)).minus(exit.times(closed.closeFeeRate)).minus(closed.fundingPaid),
  )
}

/** Result / margin, a fraction of one. @returns `null` without a margin (the portfolio kind of account has none) */
export function roi(pnl: Money, margin: Money): Rate | null {
  const basis = new Exact(margin)
  return basis.isZero() ? null : toText<Rate>(new Exact(pnl).div(basis))
}

/**
 * The price at which the result is `roi` × initial margin: linear e·(1 + s·roi/L), inverse e/(1 − s·roi/L).
 * @returns `null` where no price gives that much (an inverse long cannot lose everything and more)
 */
export function priceForRoi(target: {
  readonly payoff: Payoff
  readonly side: Side
  readonly entryPrice: Price
  readonly leverage: Leverage
  readonly roi: Rate
}): Price | null {
  const move = new Exact(target.roi).times(direction(target.side)).div(target.leverage)
  const factor = target.payoff === 'linear' ? move.plus(1) : new Exact(1).minus(move)
  if (factor.lte(0)) return null
  const entry = new Exact(target.entryPrice)
  return toText<Price>(target.payoff === 'linear' ? entry.times(factor) : entry.div(factor))
}
