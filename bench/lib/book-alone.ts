import type { Side } from '../../src/domain/order/order'
import { Book, type Level, type Resting } from '../../exchange/engine/matching/book'

/** An order of nobody: what the book itself needs, and the id by which it is cancelled. */
class BareOrder implements Resting<BareOrder> {
  filledLots = 0
  level: Level<BareOrder> | null = null
  previous: BareOrder | null = null
  next: BareOrder | null = null

  constructor(
    readonly id: string,
    readonly side: Side,
    readonly ticks: number,
    readonly lots: number,
  ) {}
}

/**
 * The engine's own book and the engine's own rule of who trades next, with no accounts and no money: the work that
 * nodejs-order-book does. What was traded is returned, as it does too.
 */
export class BookAlone {
  readonly #book = new Book<BareOrder>()
  readonly #byId = new Map<string, BareOrder>()

  /** Trades what crosses and lets the rest stand. @returns the fills */
  limit(
    id: string,
    side: Side,
    ticks: number,
    lots: number,
  ): readonly [makerId: string, ticks: number, lots: number][] {
    const order = new BareOrder(id, side, ticks, lots)
    const fills = this.#match(order)
    if (order.filledLots < order.lots) {
      this.#book.side(side).add(order)
      this.#byId.set(id, order)
    }
    return fills
  }

  /** Trades what there is at any price. @returns the fills */
  market(side: Side, lots: number): readonly [makerId: string, ticks: number, lots: number][] {
    return this.#match(new BareOrder('', side, side === 'buy' ? Number.MAX_SAFE_INTEGER : 0, lots))
  }

  /** @returns whether it was still there */
  cancel(id: string): boolean {
    const order = this.#byId.get(id)
    if (order === undefined) return false
    this.#byId.delete(id)
    this.#book.side(order.side).remove(order)
    return true
  }

  #match(taker: BareOrder): [string, number, number][] {
    const opposite = this.#book.opposite(taker.side)
    const fills: [string, number, number][] = []
    while (taker.filledLots < taker.lots) {
      const maker = opposite.next(taker.ticks)
      if (maker === null) break
      const lots = Math.min(maker.lots - maker.filledLots, taker.lots - taker.filledLots)
      opposite.reduce(maker, lots)
      maker.filledLots += lots
      taker.filledLots += lots
      fills.push([maker.id, maker.ticks, lots])
      if (maker.filledLots < maker.lots) continue
      opposite.remove(maker)
      this.#byId.delete(maker.id)
    }
    return fills
  }
}
