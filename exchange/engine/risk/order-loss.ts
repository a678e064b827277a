import type { Side } from '../../../src/domain/order/order'

/** Of a contract, what a loss against the mark stands on. */
export interface MarkedValues {
  /** `null` before the first one. */
  readonly markTicks: number | null
  /** E8 of the settle coin. */
  valueOf(lots: number, ticks: number): number
}

/** Of an order, what its loss stands on. */
export interface OpenLots {
  readonly side: Side
  readonly ticks: number
  readonly lots: number
  readonly filledLots: number
}

/** What a fill of `lots` at `ticks` is worse than the mark, E8: a buy above it, a sell below it; else zero. */
export function orderLossE8(market: MarkedValues, side: Side, lots: number, ticks: number): number {
  const { markTicks } = market
  if (markTicks === null || lots === 0) return 0
  if (side === 'buy' ? ticks <= markTicks : ticks >= markTicks) return 0
  return Math.abs(market.valueOf(lots, ticks) - market.valueOf(lots, markTicks))
}

/** The same of what an order has still open. */
export function leavesLossE8(market: MarkedValues, { side, lots, filledLots, ticks }: OpenLots): number {
  return orderLossE8(market, side, lots - filledLots, ticks)
}

/**
 * Σ of it over the ordinary orders at rest of one position, by side. Kept up order by order while the mark stands;
 * `refreshOrderLoss` makes it anew when it is asked for after the mark has moved.
 */
export class OrderLoss {
  buyE8 = 0
  sellE8 = 0
  /** The mark that the sums stand on. */
  #markTicks: number | null = null

  /** The sums of another one, as they stand. */
  copy(from: OrderLoss): void {
    this.set(from.#markTicks, from.buyE8, from.sellE8)
  }

  isAt(markTicks: number | null): boolean {
    return this.#markTicks === markTicks
  }

  set(markTicks: number | null, buyE8: number, sellE8: number): void {
    this.#markTicks = markTicks
    this.buyE8 = buyE8
    this.sellE8 = sellE8
  }

  /** The sums stand on nothing any more. */
  forget(): void {
    this.set(null, 0, 0)
  }

  /** Counts a change of an order's leaves in or out. */
  count(market: MarkedValues, order: OpenLots, lots: number, sign: 1 | -1): void {
    // The mark may come back to where it was: what was not counted must not look complete then.
    if (!this.isAt(market.markTicks)) return this.forget()
    const { side, ticks } = order
    const leaves = order.lots - order.filledLots
    // A part is a difference of two wholes, as the values are: the sums must come back to zero.
    const loss = orderLossE8(market, side, leaves, ticks)
    if (loss === 0) return
    const lossE8 = sign * (loss - orderLossE8(market, side, leaves - lots, ticks))
    if (side === 'buy') this.buyE8 += lossE8
    else this.sellE8 += lossE8
  }
}
