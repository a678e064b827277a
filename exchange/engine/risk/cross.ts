import type { Position } from '../entities'
import { equityE8, isBelowMaintenance, totalMaintenanceE8 } from './margin'
import { positionValueE8 } from './position-value'
import type { RiskModel } from './risk-model'

/** All positions of a coin stand on one equity: wallet and unrealised results together. */
export const CROSS: RiskModel = {
  mode: 'cross',
  hasOwnMargin: false,
  hasLeverageBySide: false,
  marginBasisE8: positionValueE8,
  spendableE8: (unrealisedE8) => unrealisedE8,
  // A better price than asked for is a gain at once.
  incomingValueE8: (ownE8) => ownE8,
  holdsOrderLoss: () => true,
  liquidationTicks: crossLiquidationTicks,
  bankruptcyTicks: (position) => exhaustionTicks(position, equityE8(position.cash)),
  isDue: ({ cash }) => isBelowMaintenance(cash),
  backingE8: ({ cash }) => equityE8(cash),
  isSolvent: ({ cash }) => equityE8(cash) >= 0,
  beyondMarginE8: () => 0,
  takenWithE8: (walletE8, _marginE8, isLast) => (isLast ? walletE8 : 0),
  endsAtBankruptcy: (isLast) => isLast,
  tooPoor: 'CancelByCannotAffordOrderCost',
}

/**
 * LP = mark − s × (equity − Σ MM) / q, all other prices and this mark's MM held still.
 *
 * For one position without orders this is semantics.md §1.4, available + IM − MM from the mark (from the entry it is
 * the same price, since equity includes the unrealised result). With several positions or orders it uses what the
 * liquidation itself compares. An estimate: MM moves with the mark too, so the true price lies slightly beyond it, and
 * the two meet as the mark comes near.
 */
function crossLiquidationTicks(position: Position): number | null {
  // Of a margin by other rules no one price of its own says where the account ends.
  if (position.market.product.margin !== null) return null
  return exhaustionTicks(position, equityE8(position.cash) - totalMaintenanceE8(position.cash))
}

/**
 * The mark at which a buffer is used up: mark − s × buffer / q, a long's rounded up to the tick, a short's down. Of the
 * two directions of hedge mode only the net size counts; the smaller one cannot use anything up (semantics.md §1.4).
 * @returns `null` at or beyond the contract's price range
 */
export function exhaustionTicks(position: Position, bufferE8: number): number | null {
  const { instrument, markTicks, product } = position.market
  const net = position.lots + (position.sibling?.lots ?? 0)
  if (Math.sign(net) !== Math.sign(position.lots)) return null
  const from = { ticks: markTicks, valueE8: positionValueE8(position) }
  const ticks = product.exhaustedTicks(instrument.valueUnitE8, net, bufferE8, from)
  // What is worth nothing has its end at the edge of its range.
  if (ticks !== null && product.margin !== null) {
    return Math.max(instrument.minPriceTicks, Math.min(instrument.maxPriceTicks, ticks))
  }
  return ticks === null || ticks <= instrument.minPriceTicks || ticks >= instrument.maxPriceTicks ? null : ticks
}
