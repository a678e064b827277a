import type { Side } from '../../../src/domain/order/order'
import type { Legs, Market, Position } from '../entities'
import { legSide } from '../products/leg-prices'
import { closingLots } from '../products/fill-moves'
import { mulDivSigned } from '../scaled'
import { orderCostE8 } from './formulas'

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
  const { legs } = position.market
  if (legs === null) return 0
  return Math.max(sideMarginE8(position, legs, 'buy'), sideMarginE8(position, legs, 'sell'))
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

function sideMarginE8(position: Position, legs: Legs, side: Side): number {
  const lots = side === 'buy' ? position.buyLots : position.sellLots
  if (lots === 0) return 0
  const lost = lossE8(position, legs, side)
  const { lotsPerLeg } = legs.terms
  return (
    legCostE8(position, legs.first, { side: legSide(side, 0), lots: lots * lotsPerLeg[0] }) +
    legCostE8(position, legs.second, { side: legSide(side, 1), lots: lots * lotsPerLeg[1] }) +
    // The other half is paid for the pair.
    (legs.pairPlace !== null && sideOfPair(legs.pairPlace, 'buy') === side ? Math.floor(lost / 2) : lost)
  )
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

/** What opening a contract costs; a pair is paid for, or paid with. */
function legCostE8(
  { account }: Position,
  market: Market,
  { side, lots }: { readonly side: Side; readonly lots: number },
): number {
  const ticks = market.markTicks ?? market.lastTicks
  if (ticks === null || market.exchangedCoin !== null) return 0
  const held = account.findPosition(market, 0)
  const opened = held === null ? lots : lots - closingLots(held, side, lots)
  const leverageE2 = held?.leverageE2 ?? Math.min(account.defaultLeverageE2, market.instrument.maxLeverageE2)
  const rateE8 = legRateE8((account.fees ?? market.instrument).takerRateE8)
  return orderCostE8(market.valueOf(opened, ticks), leverageE2, side === 'buy' ? 1 : -1, rateE8)
}
