import { Exact, fromSteps, toText, type Price, type Qty } from '../../domain/decimal'
import type { Touch } from '../../domain/risk/spread-outlay'
import type { BookView } from '../../workers/hub-events'

/** A line of a leg's book: the bid and the ask that are as far from the middle. */
export interface LegBookRow {
  readonly bid: { readonly price: Price; readonly qty: Qty } | null
  readonly ask: { readonly price: Price; readonly qty: Qty } | null
}

interface Steps {
  readonly tickSize: Price
  readonly lotSize: Qty
}

/** The best levels of a book, best first; a book that is not known has lines without prices, so that nothing moves. */
export function legBookRows(view: BookView | null, steps: Steps | null, count: number): readonly LegBookRow[] {
  const level = (levels: BookView['bids'] | undefined, at: number): LegBookRow['bid'] => {
    const [price, qty] = [levels?.[2 * at], levels?.[2 * at + 1]]
    return steps === null || price === undefined || qty === undefined
      ? null
      : { price: fromSteps<Price>(price, steps.tickSize), qty: fromSteps<Qty>(qty, steps.lotSize) }
  }
  return Array.from({ length: count }, (_, at) => ({ bid: level(view?.bids, at), ask: level(view?.asks, at) }))
}

/** By how much the net book is better than leg by leg: a higher bid, a lower ask. `null` where one of both is unknown. */
export function netIsBetter(implied: Touch, net: Touch): Touch {
  return { bid: rise(implied.bid, net.bid), ask: rise(net.ask, implied.ask) }
}

function rise(from: Price | null, to: Price | null): Price | null {
  return from === null || to === null ? null : toText<Price>(new Exact(to).minus(from))
}
