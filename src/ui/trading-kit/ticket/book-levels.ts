import { compare, Exact, fromSteps, toText, type Price, type Qty } from '../../../domain/decimal'
import type { Listed } from '../../../domain/instrument/listed'
import type { Side } from '../../../domain/order/order'
import type { BookView } from '../../../workers/hub-events'
import { direction } from '../../../domain/risk/payoff'
import type { Fill } from '../../../domain/risk/pnl'
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

/**
 * The levels that are seen up to a price, best first, without the account's own orders, and none that looks better than
 * it is: coarser steps are named by the edge that is worse for whoever takes them.
 */
export function boundLevels(
  side: Side,
  instrument: Listed,
  { view, best, bestQty = null }: KnownBook,
  { bound, isMarket, own }: { readonly bound: Price; readonly isMarket: boolean; readonly own: readonly Fill[] },
): readonly Fill[] {
  // Own orders in the way of a limit order have all of it charged at its own price; where in coarser steps they stand is not seen.
  if (own.length > 0 && (!isMarket || (view !== null && view.group !== 1))) return []
  const seen: Fill[] = view === null && best !== null && bestQty !== null ? [{ price: best, qty: bestQty }] : []
  const rows = view === null ? [] : side === 'buy' ? view.asks : view.bids
  for (let i = 0; i + 1 < rows.length; i += 2) {
    const price = fromSteps<Price>(rows[i]!, instrument.tickSize)
    const mine = own.filter((one) => one.price === price).reduce((sum, one) => sum.plus(one.qty), new Exact(0))
    const qty = new Exact(fromSteps<Qty>(rows[i + 1]!, instrument.lotSize)).minus(mine)
    if (qty.gt(0)) seen.push({ price, qty: toText<Qty>(qty) })
  }
  const beyond = seen.findIndex(({ price }) => compare(price, bound) === direction(side))
  return beyond < 0 ? seen : seen.slice(0, beyond)
}

/**
 * Whether an order of a side takes more than so many levels have, at prices beyond them: what it finds there is worth
 * seeing. A limit within them is reckoned exactly without.
 * @param limit its own price; `null` at market
 */
export function outgrowsLevels(
  { view, levels }: { readonly view: BookView | null; readonly levels: number },
  { side, qty, limit }: { readonly side: Side; readonly qty: Qty; readonly limit: Price | null },
  instrument: Listed,
): boolean {
  if (view === null) return false
  const rows = (side === 'buy' ? view.asks : view.bids).subarray(0, 2 * levels)
  const last = rows.at(-2)
  if (last === undefined) return false
  if (limit !== null && compare(limit, fromSteps<Price>(last, instrument.tickSize)) !== direction(side)) return false
  const lots = rows.reduce((sum, one, i) => (i % 2 === 0 ? sum : sum + one), 0)
  return compare(qty, fromSteps<Qty>(lots, instrument.lotSize)) > 0
}
