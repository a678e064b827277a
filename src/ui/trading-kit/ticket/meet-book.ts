import { compare, Exact, toText, type Price, type Qty } from '../../../domain/decimal'
import type { InstrumentSymbol, Order, Side } from '../../../domain/order/order'
import type { OpenOrders } from '../../../domain/risk/order-margin'
import { direction } from '../../../domain/risk/payoff'
import type { Fill } from '../../../domain/risk/pnl'
import type { BookNotes } from './figure-values'

/** A level of the book; one that stands in for what is not known of it says so. */
export interface MetLevel extends Fill {
  readonly isUnknown?: true
}

/** What an order finds in the book as it stands. */
export interface Meeting {
  readonly fills: readonly Fill[]
  readonly leavesQty: Qty
  /** Own orders that make room: the exchange cancels them, and trades no account with itself. */
  readonly canceled: readonly Fill[]
  /** Own orders at the price where the order ends, where the queue decides, and those beyond the book that is known. */
  readonly maybeCanceled: readonly Fill[]
  /** How much of a market order finds nothing in the book as far as it is known. */
  readonly beyond: Qty
  /** It fills where the book is not known. */
  readonly isUnseen: boolean
  /** It takes more than is known of a book that is known in part. */
  readonly outgrows: boolean
  /** Anything is known of the book, be it its best price alone. */
  readonly isBookKnown: boolean
}

interface Met {
  readonly side: Side
  readonly qty: Qty
  /** Its own price; `null` takes every level. */
  readonly limit: Price | null
  /** Where the exchange bounds it: it takes the book as far as that is known all the same. */
  readonly isMarket?: boolean
  /** The account's own orders of the other side, which the levels have in them. */
  readonly own: readonly Fill[]
}

/**
 * The fills that an order would make of the levels that are known, best first, past the account's own orders.
 * @param levels read once: they may be made as they are read
 */
export function meetBook(
  levels: Iterable<MetLevel>,
  { side, qty, limit, isMarket = limit === null, own }: Met,
): Meeting {
  const fills: Fill[] = []
  const canceled: Fill[] = []
  const maybeCanceled: Fill[] = []
  let left = new Exact(qty)
  let beyond = new Exact(0)
  let isBookKnown = false
  let isKnown = false
  let isEndTaken = false
  let outgrows = false
  /** A level that the order passes, one that it does not reach. */
  const isWithin = (price: Price, bound: Price): boolean => compare(price, bound) !== direction(side)
  for (const { price, qty: offered, isUnknown } of levels) {
    isBookKnown = true
    if (!left.gt(0)) break
    if (limit !== null && !isWithin(price, limit)) break
    // What is not seen lies beyond the last price that is, and so beyond a limit there.
    if (isUnknown === true && isKnown && limit !== null && compare(price, limit) === 0) break
    const here = isUnknown === true ? [] : own.filter((one) => one.price === price)
    const ofOthers = here.reduce((rest, one) => rest.minus(one.qty), new Exact(offered))
    const taken = Exact.max(0, Exact.min(left, ofOthers))
    // Of a book that is not known at all nothing is said.
    if (isUnknown === true && isMarket && isKnown) beyond = taken
    if (isUnknown === true && isKnown && taken.gt(0)) outgrows = true
    isKnown = true
    if (taken.gt(0)) fills.push({ qty: toText<Qty>(taken), price })
    if (isUnknown === true && taken.gt(0)) isEndTaken = true
    left = left.minus(taken)
    ;(left.gt(0) ? canceled : maybeCanceled).push(...here)
  }
  // What rests or ends unfilled has gone through all that its price lets it; how far the unseen end of the book takes the
  // rest of an order, nobody knows.
  const others = left.gt(0) && limit !== null ? canceled : isEndTaken ? maybeCanceled : null
  if (others !== null)
    for (const one of own)
      if ((limit === null || isWithin(one.price, limit)) && !canceled.includes(one) && !maybeCanceled.includes(one))
        others.push(one)
  return {
    fills,
    leavesQty: toText<Qty>(left),
    canceled,
    maybeCanceled,
    beyond: toText<Qty>(beyond),
    isUnseen: isEndTaken,
    outgrows,
    isBookKnown,
  }
}

/** What is said of it before it is sent. */
export function notesOf({ canceled, maybeCanceled, beyond, outgrows }: Meeting): BookNotes {
  return { canceled: canceled.length, maybeCanceled: maybeCanceled.length, beyond, outgrows, unpaid: '0' as Qty }
}

/** What else the account has in the book of a contract. */
export interface OwnOrders {
  /** Of one position, those left out that only reduce: what they hold back counts. */
  readonly orders: OpenOrders
  /** All of the other side. */
  readonly own: readonly Fill[]
}

/** Own orders in the book of a contract, as an order of a side and a position meets them. */
export function ownOrdersFor(
  open: readonly Order[],
  {
    symbol,
    side,
    positionIdx,
  }: { readonly symbol: InstrumentSymbol; readonly side: Side; readonly positionIdx: number },
): OwnOrders {
  const orders: Record<Side, Fill[]> = { buy: [], sell: [] }
  const own: Fill[] = []
  for (const order of open) {
    if (order.symbol !== symbol || order.type !== 'limit') continue
    if (order.status !== 'new' && order.status !== 'partiallyFilled') continue
    const fill = { qty: order.leavesQty, price: order.price }
    if (order.side !== side) own.push(fill)
    if (order.positionIdx === positionIdx && !order.reduceOnly) orders[order.side].push(fill)
  }
  return { orders, own }
}
