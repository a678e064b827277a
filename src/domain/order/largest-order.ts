import { compare, Exact, toText, type Money, type Price, type Qty } from '../decimal'
import type { Contract } from '../instrument/contract'
import {
  lossOf,
  orderExposure,
  orderMargin,
  type AddedOrder,
  type MarginTerms,
  type OpenOrders,
} from '../risk/order-margin'
import { heldOf, signed, type OutlayPosition } from '../risk/order-outlay'
import { exactValue } from '../risk/payoff'
import type { Fill } from '../risk/pnl'
import { maxValueAtLeverage } from '../risk/risk-tier'
import type { Side } from './order'
import { minOrderQty } from './quantity-rules'

export interface LargestTerms extends MarginTerms {
  readonly instrument: Pick<
    Contract,
    'lotSize' | 'riskTiers' | 'minQty' | 'minNotional' | 'maxLimitQty' | 'maxMarketQty'
  >
  readonly side: Side
  /** The position that the order changes; `null` for none. */
  readonly held: OutlayPosition | null
  /** The contract's other orders in the book. */
  readonly orders: OpenOrders
  readonly available: Money
  /** No size is above it. */
  readonly most: Qty
  /** What is above it goes as several orders, each of this size at most; left out where it is one. */
  readonly part?: Qty
  /**
   * What it finds in the book within its price, best first. A level that is not seen as it is has a price that is no better
   * than its own.
   */
  readonly levels: readonly Fill[]
  /** They are drawn in coarser steps. */
  readonly isCoarse: boolean
  /** Its own price, which it is charged at; `null` at market: the worst one that it reaches. */
  readonly limit: Price | null
  /** The price of what lies beyond those levels: its own, at market the one that protects it. */
  readonly beyond: Price
  /** The best price of the other side; `null` where there is none. */
  readonly best: Price | null
  /** Own orders on the other side make room, and then all of it counts at its own price. */
  readonly isInOwnWay: boolean
}

/** What an order of so many would be charged with. */
type Charge = (qty: Exact) => { readonly added: AddedOrder; readonly price: Price; readonly levels: number }

/**
 * The largest order that the exchange takes, down to the lot: what its placement asks to be free is available, and its
 * risk tier allows the leverage. What only closes is free, and all of an order is asked for at once, so that what closing
 * frees pays for nothing that it opens. A larger one never needs less, so it is looked for between one that is taken and
 * one that is not.
 *
 * @returns zero where none is taken
 */
export function largestQty(terms: LargestTerms): Qty {
  const { available, instrument, leverage, orders, most } = terms
  const held = signed(heldOf(terms.held))
  const charge = chargeOf(terms)
  const [marginBefore, exposureBefore] = [orderMargin(terms, held, orders), orderExposure(terms, held, orders)]
  const limit = instrument.riskTiers.length === 0 ? null : (maxValueAtLeverage(instrument.riskTiers, leverage) ?? 0)
  const partLots = terms.part === undefined ? null : new Exact(terms.part).div(instrument.lotSize).toNumber()
  const tierRoom = (exposure: Exact, isMore: boolean): number => {
    if (limit === null) return Infinity
    const left = new Exact(limit).minus(exposure).toNumber()
    return isMore ? left : Math.max(0, left)
  }
  const room = (lots: number): Room => {
    const { added, levels } = charge(new Exact(instrument.lotSize).times(lots))
    const needed = orderMargin(terms, held, orders, added).minus(marginBefore)
    const parts = partLots === null ? 1 : Math.ceil(lots / partLots)
    const free = needed.gt(0) ? new Exact(available).minus(needed).minus(unsaid(terms, levels, parts)) : null
    const exposure = limit === null ? exposureBefore : orderExposure(terms, held, orders, added)
    const isMore = exposure.gt(exposureBefore)
    return {
      fits: !(free?.lt(0) ?? false) && (!isMore || exposure.lte(limit ?? 0)),
      free: (free ?? new Exact(available)).toNumber(),
      tier: tierRoom(exposure, isMore),
    }
  }
  const low = largestThatFits(new Exact(most).div(instrument.lotSize).floor().toNumber(), room, {
    fits: true,
    free: new Exact(available).toNumber(),
    tier: tierRoom(exposureBefore, false),
  })
  const largest = new Exact(instrument.lotSize).times(low)
  const qty = toText<Qty>(largest)
  const worth = terms.limit ?? terms.markPrice ?? charge(largest).price
  return compare(qty, minOrderQty(instrument, worth)) < 0 ? ('0' as Qty) : qty
}

/** What an order of so many leaves: of the balance, and up to the value that its leverage allows. */
interface Room {
  readonly fits: boolean
  readonly free: number
  readonly tier: number
}

/**
 * Between two sizes margin and value grow nearly in proportion, so the next size to be looked at lies where their line has
 * nothing left; every other time it is the middle, so that a line which bends is no trap. That takes four looks where halves
 * alone take twenty, and a ticket asks with each key.
 */
function largestThatFits(most: number, room: (lots: number) => Room, ofNone: Room): number {
  let [low, high] = [0, most]
  if (high <= 0) return 0
  let [under, over] = [ofNone, room(high)]
  if (over.fits) return high
  for (let looks = 1; high - low > 1; looks++) {
    const share = Math.min(shareOf(under.free, over.free), shareOf(under.tier, over.tier))
    const guess = looks % 2 === 0 ? (low + high) / 2 : low + (high - low) * share
    const lots = Math.min(high - 1, Math.max(low + 1, Math.floor(guess)))
    const there = room(lots)
    if (there.fits) [low, under] = [lots, there]
    else [high, over] = [lots, there]
  }
  return low
}

/** Where a line from one room to another has none, as a share of the way: all of it where it still has some at the end. */
function shareOf(from: number, to: number): number {
  return to >= 0 || from <= to ? 1 : Math.max(0, from) / (Math.max(0, from) - to)
}

/** What rounding may add at the exchange: values, margins and fees are whole units of 1e-8 of the coin there, each by itself. */
function unsaid({ payoff, orders }: LargestTerms, levels: number, parts: number): Exact {
  const values = payoff === 'linear' ? 0 : levels + orders.buy.length + orders.sell.length
  return new Exact(5 * parts + values).div(1e8)
}

/** One pass of the book serves all the sizes that are looked at. */
function chargeOf(terms: LargestTerms): Charge {
  const { side, payoff, limit, beyond, best, isInOwnWay, marginMode, levels, isCoarse } = terms
  const ends: Exact[] = []
  const losses: Exact[] = []
  let [end, loss] = [new Exact(0), new Exact(0)]
  for (const level of levels) {
    end = end.plus(level.qty)
    loss = loss.plus(lossOf(terms, side, level))
    ends.push(end)
    losses.push(loss)
  }
  const lossAt = (qty: Exact, price: Price): Exact => lossOf(terms, side, { qty: toText<Qty>(qty), price })
  return (qty) => {
    // The level at which so many end; beyond the last one all of them are taken.
    let [from, to] = [0, levels.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if (ends[middle]!.lt(qty)) from = middle + 1
      else to = middle
    }
    const at = levels[from]?.price ?? beyond
    const price = limit ?? at
    const left = from === 0 ? qty : qty.minus(ends[from - 1]!)
    const before = from === 0 ? new Exact(0) : losses[from - 1]!
    const paid = isInOwnWay ? lossAt(qty, price) : before.plus(lossAt(left, at))
    // A linear sale may fill at better prices than its own and is worth more then, and so is an inverse buy: with isolated
    // margin that is asked for, and where at market it is not seen at which price it ends, it may be.
    const isDearer = (payoff === 'linear') === (side === 'sell')
    const isUnsure = limit === null && (isCoarse || from === levels.length)
    const isBetter = best !== null && compare(best, price) === (side === 'sell' ? 1 : -1)
    const charged = isDearer && isBetter && (marginMode === 'isolated' || isUnsure) ? best : price
    const value = exactValue(payoff, toText<Qty>(qty), charged)
    return { added: { side, qty, value, loss: paid }, price, levels: from + 1 }
  }
}
