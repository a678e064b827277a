import { assert } from '../../../src/base/assert'
import { VALUE_MAX_E8 } from '../scaled'
import type { Product, ProductMargin } from './product'
import { NO_SETTLEMENT } from './settlement'

/** What its orders hold back follows from both legs (`risk/spread-margin.ts`). */
const NO_MARGIN: ProductMargin = {
  positionE8: () => 0,
  maintenanceE8: () => 0,
  closingE8: () => 0,
  liquidationFeeE8: () => 0,
  solventE8: () => null,
  ordersE8: () => 0,
  ordersBaseE8: () => 0,
}

/**
 * Two instruments at the difference of their prices, which may be zero or below: values are signed. Its fills are those of
 * its legs (`orders/spread-sweep.ts`), so no position, margin or fee is its own.
 */
export const SPREAD: Product = {
  sense: 1,
  holdsPosition: false,
  partlyFilledEnd: 'canceled',
  problemOf: null,
  valueRestE8: null,
  baseE8: () => 0,
  valueOf: (unitE8, lots, ticks) => ticks * lots * unitE8,
  partValueE8: (unitE8, _whole, part, ticks) => part * ticks * unitE8,
  mostLots: (unitE8, ticks) => Math.floor(VALUE_MAX_E8 / (Math.max(1, Math.abs(ticks)) * unitE8)),
  fillMoves: () => {
    assert(false, 'a spread has no position that a fill could move')
  },
  margin: NO_MARGIN,
  scenarios: null,
  owesCost: true,
  isCrossOnly: false,
  coinOrdersMax: null,
  protectedLots: null,
  hasTriggers: false,
  feeE8: () => 0,
  feeCoin: () => 'settle',
  maxBuyTicks: ({ instrument }) => instrument.maxPriceTicks,
  minSellTicks: ({ instrument }) => instrument.minPriceTicks,
  leastMarkTicks: ({ instrument }) => instrument.minPriceTicks,
  settlement: NO_SETTLEMENT,
  protectedTicks: ({ instrument }, side) => (side === 'buy' ? instrument.maxPriceTicks : instrument.minPriceTicks),
  priceOf: (unitE8, { over, under }) => ({ over, under: unitE8 * under }),
  dearestTicks: (_side, limitTicks) => limitTicks,
  exhaustedTicks: () => null,
  restate: ({ before, after }) => ({ over: before, under: after }),
}
