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
 * What the working orders of a spread hold back: of the dearer side, what it costs to open both legs at their marks (lots
 * that close a position are free), and what a fill at the orders' prices loses against the difference of the marks.
 */
export function spreadOrderMarginE8(position: Position): number {
  const { legs } = position.market
  if (legs === null) return 0
  return Math.max(sideMarginE8(position, legs, 'buy'), sideMarginE8(position, legs, 'sell'))
}

function sideMarginE8(position: Position, legs: Legs, side: Side): number {
  const lots = side === 'buy' ? position.buyLots : position.sellLots
  if (lots === 0) return 0
  const first = legCost(position, legs.first, { side: legSide(side, 0), lots: lots * legs.terms.lotsPerLeg[0] })
  const second = legCost(position, legs.second, { side: legSide(side, 1), lots: lots * legs.terms.lotsPerLeg[1] })
  const worthE8 = first.valueE8 - second.valueE8
  const lossE8 = side === 'buy' ? position.buyValueE8 - worthE8 : worthE8 - position.sellValueE8
  return first.costE8 + second.costE8 + Math.max(0, lossE8)
}

function legCost(
  { account }: Position,
  market: Market,
  { side, lots }: { readonly side: Side; readonly lots: number },
): { readonly costE8: number; readonly valueE8: number } {
  const ticks = market.markTicks ?? market.lastTicks
  if (ticks === null) return { costE8: 0, valueE8: 0 }
  const valueE8 = market.valueOf(lots, ticks)
  // A pair is paid for, or paid with: what is sold has to be there when it fills.
  if (market.product.margin !== null) return { costE8: side === 'buy' ? valueE8 : 0, valueE8 }
  const held = account.findPosition(market, 0)
  const opened = held === null ? lots : lots - closingLots(held, side, lots)
  const leverageE2 = held?.leverageE2 ?? Math.min(account.defaultLeverageE2, market.instrument.maxLeverageE2)
  const rateE8 = legRateE8((account.fees ?? market.instrument).takerRateE8)
  const costE8 = orderCostE8(market.valueOf(opened, ticks), leverageE2, side === 'buy' ? 1 : -1, rateE8)
  return { costE8, valueE8 }
}
