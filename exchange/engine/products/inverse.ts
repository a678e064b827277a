import { VENUE_GRID } from '../../../src/domain/risk/portfolio-margin'
import { inverseValues } from '../../../src/domain/risk/scenario-values'
import { mulDiv, VALUE_MAX_E8 } from '../scaled'
import { feeE8 } from '../risk/formulas'
import { CONTRACT, contractScenarios } from './contract'
import { contractMoves, remainderOf } from './fill-moves'
import type { Product } from './product'

/** Value = quantity / price in the base coin, half up (semantics.md §1.1). The unit is lot size / tick size. */
export const INVERSE: Product = {
  sense: -1,
  valueOf,
  // Values are rounded, so a part is a difference of two wholes: sums have to come back to zero.
  partValueE8: (unitE8, whole, part, ticks) => valueOf(unitE8, whole, ticks) - valueOf(unitE8, whole - part, ticks),
  mostLots: (unitE8, ticks) => mulDiv(VALUE_MAX_E8, ticks, unitE8, 'down'),
  fillMoves: (held, fill, _instrument, moves) => contractMoves(held, fill, { sense: -1, hasSessions: false }, moves),
  ...CONTRACT,
  feeE8: ({ valueE8 }, rateE8, { valuation }) => {
    const fee = feeE8(valueE8, rateE8)
    // Rounding its value may win half a unit: what is charged at all is charged more than that.
    return fee === 0 && rateE8 > 0 && valuation.rules.chargesLeastFee ? 1 : fee
  },
  valueRestE8: (unitE8, { lots, ticks, valueE8 }) => remainderOf({ whole: unitE8, part: lots, of: ticks }, valueE8),
  // Who is long owes coins, and fewer of them as their price rises.
  scenarios: contractScenarios(
    (unitE8, ticks) => -unitE8 / ticks,
    (nowE8, values) => void inverseValues(nowE8, VENUE_GRID, values),
  ),
  priceOf: (unitE8, { over, under }) => ({ over: unitE8 * under, under: over }),
  // Worth most coins at the lowest price: for a buy, the best ask.
  dearestTicks: (side, limitTicks, _bid, ask) =>
    side === 'buy' ? Math.min(limitTicks, ask ?? limitTicks) : limitTicks,
  exhaustedTicks: (unitE8, lots, bufferE8, from) => {
    // A long in coins of the settle coin is short of them in its formulas: more coins for it are a lower price.
    const left = BigInt(from.valueE8 + Math.sign(lots) * bufferE8)
    if (left <= 0n) return null
    const units = BigInt(Math.abs(lots)) * BigInt(unitE8)
    return Number(lots > 0 ? (units + left - 1n) / left : units / left)
  },
  restate: ({ before, after }) => ({ over: after, under: before }),
}

function valueOf(unitE8: number, lots: number, ticks: number): number {
  return mulDiv(lots, unitE8, ticks, 'halfUp')
}
