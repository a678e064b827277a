import { compare, fromSteps, type Price, type Qty } from '../../../domain/decimal'
import type { Listed } from '../../../domain/instrument/listed'
import type { Side } from '../../../domain/order/order'
import type { BookView } from '../../../workers/hub-events'
import type { MetLevel } from './meet-book'

/** What an order of a side meets, and how far it is known. */
export interface KnownBook {
  /** `null` while there is none, or it is old. */
  readonly view: BookView | null
  /** The ticker's best price of the other side, and what stands there; `null` while unknown. */
  readonly best: Price | null
  readonly bestQty?: Qty | null
}

/**
 * The levels that an order of a side would meet, best first, made one by one as they are asked for. Where the book is
 * unknown or drawn in coarser steps, the best price stands for all of them; at market the last level known stands for
 * what lies beyond it.
 */
export function* levelsFor(
  side: Side,
  qty: Qty,
  instrument: Listed,
  { view, best, bestQty = null }: KnownBook,
): Generator<MetLevel> {
  const levels = view === null ? [] : side === 'buy' ? view.asks : view.bids
  const isFine = view?.group === 1
  let last = best
  let steps = 0
  for (let i = 0; i + 1 < levels.length; i += 2) {
    steps += levels[i + 1]!
    if (!isFine) continue
    last = fromSteps<Price>(levels[i]!, instrument.tickSize)
    yield { price: last, qty: fromSteps<Qty>(levels[i + 1]!, instrument.lotSize) }
  }
  if (last === null) return
  if (!isFine && bestQty !== null && compare(qty, bestQty) <= 0) yield { price: last, qty }
  // At which prices coarser steps fill is not seen, but how much they have is.
  if (!isFine && steps > 0) yield { price: last, qty: fromSteps<Qty>(steps, instrument.lotSize), isUnknown: true }
  // A limit order takes no more from the end of the view than it lets through.
  yield { price: last, qty, isUnknown: true }
}
