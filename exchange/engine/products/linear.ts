import { VENUE_GRID } from '../../../src/domain/risk/portfolio-margin'
import { linearValues } from '../../../src/domain/risk/scenario-values'
import { floorDiv, VALUE_MAX_E8 } from '../scaled'
import { CONTRACT, contractScenarios } from './contract'
import { contractMoves } from './fill-moves'
import type { Product } from './product'

/** Value = price × quantity, exact (semantics.md §1.1). The unit is tick size × lot size. */
export const LINEAR: Product = {
  sense: 1,
  valueOf: (unitE8, lots, ticks) => ticks * lots * unitE8,
  partValueE8: (unitE8, _whole, part, ticks) => part * ticks * unitE8,
  mostLots: (unitE8, ticks) => Math.floor(VALUE_MAX_E8 / (ticks * unitE8)),
  fillMoves: (held, fill, _instrument, moves) => contractMoves(held, fill, { sense: 1, hasSessions: false }, moves),
  ...CONTRACT,
  scenarios: contractScenarios(
    (unitE8, ticks) => ticks * unitE8,
    (nowE8, values) => void linearValues(nowE8, VENUE_GRID, values),
  ),
  priceOf: (unitE8, { over, under }) => ({ over, under: unitE8 * under }),
  // A sell may trade above its limit, at the best bid at most.
  dearestTicks: (side, limitTicks, bid) => (side === 'sell' ? Math.max(limitTicks, bid ?? limitTicks) : limitTicks),
  exhaustedTicks: (unitE8, lots, bufferE8, from) => {
    const perTick = Math.abs(lots) * unitE8
    const start = from.ticks ?? floorDiv(from.valueE8, perTick)
    const distance = floorDiv(bufferE8, perTick)
    return lots > 0 ? start - distance : start + distance
  },
  restate: ({ before, after }) => ({ over: before, under: after }),
}
