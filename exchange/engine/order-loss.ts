import type { Side } from '../../src/domain/order/order'
import type { Holding, Market } from './accounts'
import type { Order } from './orders'

/** What a fill of `lots` at `ticks` is worse than the mark, E8: a buy above it, a sell below it; else zero. */
export function orderLossE8(market: Market, side: Side, lots: number, ticks: number): number {
  const { markTicks } = market
  if (markTicks === 0 || lots === 0) return 0
  if (side === 'buy' ? ticks <= markTicks : ticks >= markTicks) return 0
  return Math.abs(market.valueOf(lots, ticks) - market.valueOf(lots, markTicks))
}

/**
 * Σ of it over the ordinary orders at rest of one holding, by side. Kept up order by order while the mark stands, made
 * anew when it is asked for after the mark has moved; makers' orders are not counted, the house funds those.
 */
export class OrderLoss {
  buyE8 = 0
  sellE8 = 0
  /** The mark that the sums stand on. */
  #markTicks = 0

  /** The sums of another one, as they stand. */
  copy(from: OrderLoss): void {
    this.buyE8 = from.buyE8
    this.sellE8 = from.sellE8
    this.#markTicks = from.#markTicks
  }

  /** Counts a change of an order's leaves in or out. */
  count(order: Order, lots: number, sign: 1 | -1): void {
    const { market } = order.holding
    if (order.holding.account.role !== 'user') return
    // The mark may come back to where it was: what was not counted must not look complete then.
    if (this.#markTicks !== market.markTicks) return this.forget()
    const { side, ticks } = order
    const leaves = order.lots - order.filledLots
    // A part is a difference of two wholes, as the values are: the sums must come back to zero.
    const loss = orderLossE8(market, side, leaves, ticks)
    if (loss === 0) return
    this.#add(side, sign * (loss - orderLossE8(market, side, leaves - lots, ticks)))
  }

  refresh(holding: Holding): void {
    const { market, account } = holding
    const { markTicks } = market
    if (this.#markTicks === markTicks) return
    this.forget()
    this.#markTicks = markTicks
    if (account.role !== 'user') return
    this.buyE8 = this.#restingE8(holding, 'buy', holding.openBuys)
    this.sellE8 = this.#restingE8(holding, 'sell', holding.openSells)
  }

  /**
   * Of one side's orders in the book. Only what is better than the mark loses, and mostly nothing is: so the book is
   * looked through down to the mark, but no further than there are own orders to look through instead.
   */
  #restingE8(holding: Holding, side: Side, count: number): number {
    if (count === 0) return 0
    const { market } = holding
    const { levels } = market.book.side(side)
    let loss = 0
    let seen = 0
    for (let at = levels.length - 1; at >= 0; at -= 1) {
      const level = levels[at]!
      if (side === 'buy' ? level.ticks <= market.markTicks : level.ticks >= market.markTicks) return loss
      for (let order = level.head; order !== null; order = order.next) {
        seen += 1
        if (seen > count) return ownLossE8(holding, side)
        if (order.holding === holding && !order.reduceOnly) loss += leavesLossE8(market, order)
      }
    }
    return loss
  }

  /** The sums stand on nothing any more. */
  forget(): void {
    this.buyE8 = 0
    this.sellE8 = 0
    this.#markTicks = 0
  }

  #add(side: Side, lossE8: number): void {
    if (side === 'buy') this.buyE8 += lossE8
    else this.sellE8 += lossE8
  }
}

function ownLossE8(holding: Holding, side: Side): number {
  let loss = 0
  for (let order = holding.firstOrder; order !== null; order = order.ownNext) {
    if (order.side === side && order.level !== null && !order.reduceOnly) loss += leavesLossE8(holding.market, order)
  }
  return loss
}

function leavesLossE8(market: Market, { side, lots, filledLots, ticks }: Order): number {
  return orderLossE8(market, side, lots - filledLots, ticks)
}
