import { fromSteps, type Price, type Qty } from '../../../domain/decimal'
import type { Listed } from '../../../domain/instrument/listed'
import type { Side } from '../../../domain/order/order'
import type { BookView } from '../../../workers/hub-events'
import type { MetLevel } from './meet-book'

/** What an order of a side meets, and how far it is known. */
export interface KnownBook {
  /** `null` while there is none, or it is old. */
  readonly view: BookView | null
  /** The ticker's best price of the other side; `null` while unknown. */
  readonly best: Price | null
}

/**
 * The levels that an order of a side would meet, best first, made one by one as they are asked for. Where the book is
 * unknown or drawn in coarser steps, the best price stands for all of them; at market the last level known stands for
 * what lies beyond it.
 */
export function* levelsFor(side: Side, qty: Qty, instrument: Listed, { view, best }: KnownBook): Generator<MetLevel> {
  const levels = view === null || view.group !== 1 ? null : side === 'buy' ? view.asks : view.bids
  let last = best
  if (levels !== null) {
    for (let i = 0; i + 1 < levels.length; i += 2) {
      last = fromSteps<Price>(levels[i]!, instrument.tickSize)
      yield { price: last, qty: fromSteps<Qty>(levels[i + 1]!, instrument.lotSize) }
    }
  }
  // A limit order takes no more from the end of the view than it lets through.
  if (last !== null) yield { price: last, qty, isUnknown: true }
}
