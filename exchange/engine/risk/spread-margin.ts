import type { Side } from '../../../src/domain/order/order'
import type { Account, Legs, Market, Position } from '../entities'
import { legSide } from '../products/leg-prices'
import { closingLots } from '../products/fill-moves'
import { mulDivSigned } from '../scaled'
import { orderCostE8 } from './formulas'
import { contractsOf } from './spread-fills'

/** Legs of spreads pay half of what their orders would pay apart. */
export function legRateE8(rateE8: number): number {
  return mulDivSigned(rateE8, 1, 2)
}

/**
 * The margin that the working orders of a spread hold back: of the dearer side, what it costs to open the contracts among
 * its legs at their marks (lots that close a position are free), and what a fill at the orders' prices loses against the
 * difference of the marks. Coins that a pair's leg pays with are held besides, as of a pair's own orders.
 */
export function spreadOrderMarginE8(position: Position): number {
  return marginOnceHeldE8(position, null)
}

/**
 * By how much that falls with a fill that moves the legs: lots of the other side then close what the legs hold, and cost
 * nothing. What fills is counted in the position's orders no more.
 *
 * @param firstLots of the first leg
 */
export function freedMarginE8(position: Position, side: Side, firstLots: number): number {
  const { legs } = position.market
  if (legs === null) return 0
  const fill = { side, lots: firstLots / legs.terms.lotsPerLeg[0] }
  return Math.max(0, spreadOrderMarginE8(position) - marginOnceHeldE8(position, fill))
}

/** With portfolio margin: what filling all of them would cost at once, losses against the difference of the marks, and fees. */
export function spreadCostsE8(position: Position): number {
  const { legs } = position.market
  if (legs === null) return 0
  return (['buy', 'sell'] as const).reduce((sum, side) => {
    const lots = side === 'buy' ? position.buyLots : position.sellLots
    if (lots === 0) return sum
    return sum + contractsLossE8(position, legs, side) + contractsFeeE8(position.account, legs, { side, lots })
  }, 0)
}

function contractsFeeE8({ fees }: Account, legs: Legs, { side, lots }: SpreadLots): number {
  return contractsOf(legs).reduce((sum, { leg, lots: perLot }) => {
    const ticks = leg.markTicks ?? leg.lastTicks
    if (ticks === null) return sum
    const filled = lots * Math.abs(perLot)
    const ofLeg = perLot > 0 === (side === 'buy') ? 'buy' : 'sell'
    const fill = { side: ofLeg, ticks, lots: filled, valueE8: leg.valueOf(filled, ticks) } as const
    return sum + Math.max(0, leg.product.feeE8(fill, legRateE8((fees ?? leg.instrument).takerRateE8), leg))
  }, 0)
}

/** Lots of a spread, of the side that buys its first leg or of the one that sells it. */
interface SpreadLots {
  readonly side: Side
  readonly lots: number
}

/** @param fill what the legs hold besides, where it is not `null` */
function marginOnceHeldE8(position: Position, fill: SpreadLots | null): number {
  const { legs } = position.market
  if (legs === null) return 0
  return Math.max(sideMarginE8(position, legs, 'buy', fill), sideMarginE8(position, legs, 'sell', fill))
}

/**
 * Settle coins for the pair among the legs, of the orders that buy it: what it costs at its mark, its half of the loss,
 * and half a tick of the spread a lot, by which its price may be rounded (`legPrices`).
 */
export function spreadCoinsE8(position: Position): number {
  const { legs } = position.market
  if (legs === null || legs.pairPlace === null) return 0
  const side = sideOfPair(legs.pairPlace, 'buy')
  const lots = side === 'buy' ? position.buyLots : position.sellLots
  if (lots === 0) return 0
  const { market } = position
  const [pair, perLot] = pairLeg(legs, legs.pairPlace)
  const ticks = pair.markTicks ?? pair.lastTicks
  if (ticks === null) return 0
  const half = Math.ceil((lossE8(position, legs, side) + lots * market.instrument.valueUnitE8) / 2)
  return pair.valueOf(lots * perLot, ticks) + half
}

/** What the orders that sell the pair among the legs have to deliver, E8 of its base coin. */
export function spreadBaseE8(position: Position): number {
  const { legs } = position.market
  if (legs === null || legs.pairPlace === null) return 0
  const lots = sideOfPair(legs.pairPlace, 'sell') === 'buy' ? position.buyLots : position.sellLots
  const [pair, perLot] = pairLeg(legs, legs.pairPlace)
  return pair.product.baseE8(lots * perLot, pair.instrument)
}

/** Of the spread: the side whose fills do that with the pair. */
function sideOfPair(place: 0 | 1, pairSide: Side): Side {
  return legSide('buy', place) === pairSide ? 'buy' : 'sell'
}

function pairLeg(legs: Legs, place: 0 | 1): readonly [pair: Market, lotsPerLot: number] {
  return [place === 0 ? legs.first : legs.second, legs.terms.lotsPerLeg[place]]
}

function sideMarginE8(position: Position, legs: Legs, side: Side, fill: SpreadLots | null): number {
  const lots = side === 'buy' ? position.buyLots : position.sellLots
  if (lots === 0) return 0
  return (
    legCostE8(position, legs, { place: 0, side, lots, fill }) +
    legCostE8(position, legs, { place: 1, side, lots, fill }) +
    contractsLossE8(position, legs, side)
  )
}

/** Of what fills lose all that is not paid for a pair: half of it is. */
function contractsLossE8(position: Position, legs: Legs, side: Side): number {
  const lost = lossE8(position, legs, side)
  return legs.pairPlace !== null && sideOfPair(legs.pairPlace, 'buy') === side ? Math.floor(lost / 2) : lost
}

/** What fills at the orders' prices lose against the difference of the marks. */
function lossE8(position: Position, legs: Legs, side: Side): number {
  const lots = side === 'buy' ? position.buyLots : position.sellLots
  const [ofFirst, ofSecond] = legs.terms.lotsPerLeg
  const worthE8 = markedE8(legs.first, lots * ofFirst) - markedE8(legs.second, lots * ofSecond)
  return Math.max(0, side === 'buy' ? position.buyValueE8 - worthE8 : worthE8 - position.sellValueE8)
}

function markedE8(market: Market, lots: number): number {
  const ticks = market.markTicks ?? market.lastTicks
  return ticks === null ? 0 : market.valueOf(lots, ticks)
}

interface LegOrders extends SpreadLots {
  readonly place: 0 | 1
  readonly fill: SpreadLots | null
}

/** What opening a contract costs; a pair is paid for, or paid with. */
function legCostE8({ account }: Position, legs: Legs, { place, side, lots, fill }: LegOrders): number {
  const market = place === 0 ? legs.first : legs.second
  const ticks = market.markTicks ?? market.lastTicks
  if (ticks === null || market.exchangedCoin !== null) return 0
  const perLot = legs.terms.lotsPerLeg[place]
  const ofLeg = legSide(side, place)
  const held = account.findPosition(market, 0)
  const filled = fill === null ? 0 : signedLots(legSide(fill.side, place), fill.lots * perLot)
  const opened = lots * perLot - closingLots({ lots: (held?.lots ?? 0) + filled }, ofLeg, lots * perLot)
  const leverageE2 = held?.leverageE2 ?? Math.min(account.defaultLeverageE2, market.instrument.maxLeverageE2)
  const rateE8 = legRateE8((account.fees ?? market.instrument).takerRateE8)
  return orderCostE8(market.valueOf(opened, ticks), leverageE2, ofLeg === 'buy' ? 1 : -1, rateE8)
}

function signedLots(side: Side, lots: number): number {
  return side === 'buy' ? lots : -lots
}
