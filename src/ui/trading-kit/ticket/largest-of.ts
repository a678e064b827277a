import { compare, type Money, type Price, type Qty } from '../../../domain/decimal'
import { protectedPrice } from '../../../domain/market/price-band'
import { largestQty } from '../../../domain/order/largest-order'
import type { OrderType, Side } from '../../../domain/order/order'
import { maxOrderQty, maxSplitQty } from '../../../domain/order/quantity-rules'
import { direction } from '../../../domain/risk/payoff'
import { boundLevels, type KnownBook } from './book-levels'
import { accountTerms, withinLimits, type TicketInput } from './ticket-terms'

export interface SizedInput extends Omit<TicketInput, 'qty'> {
  readonly type: OrderType
  readonly available: Money
  /** Above the largest of one order it goes as several. */
  readonly splits?: boolean
  /** What is seen of the book that it meets. */
  readonly known: KnownBook
}

/**
 * The largest order of a side that the exchange takes: what its placement asks to be free is available, at the prices
 * that are seen in the book and, where nothing is seen, at the worst that it may reach. One that reduces is as large as
 * what it closes.
 */
export function largestOf(asked: SizedInput): Qty {
  const part = maxOrderQty(asked.type, asked.instrument)
  const most = asked.splits === true ? maxSplitQty(asked.type, asked.instrument) : part
  if (asked.reduceOnly === true) return smallerOf(closable(asked), most)
  const input = withinLimits({ ...asked, qty: '0' as Qty })
  const { side, instrument, known, own = [], available } = input
  // What is sent later is reckoned at its own price, with the mark there.
  const meeting = input.meeting ?? { limit: input.price, markPrice: input.price }
  const { limit, markPrice } = meeting
  const beyond = limit ?? protectedPrice(side, markPrice, instrument)
  const meets = input.meeting != null
  const levels = meets ? boundLevels(side, instrument, known, { bound: beyond, isMarket: limit === null, own }) : []
  return largestQty({
    ...accountTerms(input, markPrice),
    instrument,
    available,
    most,
    part,
    levels,
    isCoarse: known.view !== null && known.view.group !== 1,
    limit,
    beyond,
    best: meets ? bestOf(side, levels[0]?.price ?? null, known.best) : null,
    isInOwnWay: own.length > 0,
  })
}

export function smallerOf(one: Qty, other: Qty): Qty {
  return compare(one, other) < 0 ? one : other
}

/** What an order of a side could close: nothing where its own side is held, or none. */
export function closable({ side, position }: Pick<TicketInput, 'side' | 'position'>): Qty {
  return position === null || position.side === side ? ('0' as Qty) : position.size
}

/** Ticker and book come apart: the better price of both. */
function bestOf(side: Side, ofBook: Price | null, ofTicker: Price | null): Price | null {
  if (ofBook === null || ofTicker === null) return ofBook ?? ofTicker
  return compare(ofBook, ofTicker) === direction(side) ? ofTicker : ofBook
}
