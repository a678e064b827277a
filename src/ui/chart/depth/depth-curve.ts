import { fromSteps, type Money, type Price, type Qty } from '../../../domain/decimal'
import type { TradedMarket } from '../../../domain/instrument/market-type'
import type { Side } from '../../../domain/order/order'
import { payoffOf } from '../../../domain/instrument/payoff'
import { averageEntry, filledValue } from '../../../domain/risk/pnl'
import type { BookView } from '../../../workers/hub-events'

/** A price level with all that rests from the best price to it: whole ticks and lots. */
export interface DepthLevel {
  readonly ticks: number
  readonly lots: number
  readonly totalLots: number
}

/** Both sides of a book, best first, their quantities summed away from the middle. */
export interface DepthCurve {
  readonly bids: readonly DepthLevel[]
  readonly asks: readonly DepthLevel[]
}

/** What an order would take that sweeps the book up to a price. */
export interface Sweep {
  readonly side: Side
  /** The last level that it reaches. */
  readonly price: Price
  readonly levels: number
  readonly qty: Qty
  /** Σ of the levels' own values, in the settle coin, without fees. */
  readonly value: Money
  /** Unrounded. */
  readonly averagePrice: Price
}

type Scale = Pick<TradedMarket, 'kind' | 'tickSize' | 'lotSize'>

export function depthCurve({ bids, asks }: Pick<BookView, 'bids' | 'asks'>): DepthCurve {
  return { bids: summed(bids), asks: summed(asks) }
}

function summed(side: Float64Array): readonly DepthLevel[] {
  const levels: DepthLevel[] = []
  let totalLots = 0
  for (let index = 0; index + 1 < side.length; index += 2) {
    const lots = side[index + 1]!
    totalLots += lots
    levels.push({ ticks: side[index]!, lots, totalLots })
  }
  return levels
}

/** The side of the book that an order of a side takes from. */
export function takenBy(curve: DepthCurve, side: Side): readonly DepthLevel[] {
  return side === 'buy' ? curve.asks : curve.bids
}

/**
 * What it takes to sweep one side up to one of its levels.
 * @param index of the last level taken, counted from the best
 * @returns `null` where there is no such level
 */
export function sweepTo(curve: DepthCurve, side: Side, index: number, scale: Scale): Sweep | null {
  const last = takenBy(curve, side)[index]
  if (last === undefined) return null
  const payoff = payoffOf(scale.kind)
  const fills = takenBy(curve, side)
    .slice(0, index + 1)
    .map(({ ticks, lots }) => ({
      price: fromSteps<Price>(ticks, scale.tickSize),
      qty: fromSteps<Qty>(lots, scale.lotSize),
    }))
  const averagePrice = averageEntry(payoff, fills)
  if (averagePrice === null) return null
  return {
    side,
    price: fromSteps<Price>(last.ticks, scale.tickSize),
    levels: index + 1,
    qty: fromSteps<Qty>(last.totalLots, scale.lotSize),
    value: filledValue(payoff, fills),
    averagePrice,
  }
}

/** A level by its side and its place from the best price. */
export interface DepthCursor {
  readonly side: Side
  readonly index: number
}

/**
 * The level that a price points at: the last one that a sweep up to it takes. Within the spread it is the nearer best
 * price; `null` of an empty book.
 */
export function levelAt(curve: DepthCurve, ticks: number): DepthCursor | null {
  const [bid, ask] = [curve.bids[0]?.ticks, curve.asks[0]?.ticks]
  if (bid === undefined && ask === undefined) return null
  const middle = bid === undefined ? -Infinity : ask === undefined ? Infinity : (bid + ask) / 2
  const side: Side = ticks > middle ? 'buy' : 'sell'
  const isTaken = (level: DepthLevel): boolean => (side === 'buy' ? level.ticks <= ticks : level.ticks >= ticks)
  // From the best price outwards, so that all before the first that is not taken are.
  const first = takenBy(curve, side).findIndex((level) => !isTaken(level))
  return { side, index: first === -1 ? takenBy(curve, side).length - 1 : Math.max(0, first - 1) }
}

/** How many levels lie left of one, all of both sides in the order of their prices. */
export function placeOf({ bids }: DepthCurve, { side, index }: DepthCursor): number {
  return side === 'sell' ? bids.length - 1 - index : bids.length + index
}

/** The level at a place; at the nearest one where there are fewer, `null` of an empty book. */
export function levelOf({ bids, asks }: DepthCurve, place: number): DepthCursor | null {
  const count = bids.length + asks.length
  if (count === 0) return null
  const near = Math.min(count - 1, Math.max(0, place))
  return near < bids.length
    ? { side: 'sell', index: bids.length - 1 - near }
    : { side: 'buy', index: near - bids.length }
}
