import type { Position } from '../entities'
import { isolatedBankruptcyTicks } from './isolated-margin'
import { isolatedLiquidation, ownMaintenanceE8 } from './maintenance-margin'
import { positionValueE8 } from './position-value'
import { initialMarginE8 } from './formulas'
import type { RiskModel } from './risk-model'

/** Each position stands on its own margin: its share at the entry and what was added to it. */
export const ISOLATED: RiskModel = {
  mode: 'isolated',
  hasOwnMargin: true,
  hasLeverageBySide: true,
  marginBasisE8: (position) => position.costE8,
  spendableE8: () => 0,
  // A better price than asked for only costs more margin.
  incomingValueE8: (_ownE8, mostE8) => mostE8,
  // An auction may fill a sell far above its own price: then that has to be there.
  holdsOrderLoss: (market) => market.auction !== null,
  liquidationTicks: isolatedLiquidation,
  bankruptcyTicks: isolatedBankruptcyTicks,
  isDue: isIsolatedDue,
  backingE8: (_position, marginE8, unrealisedE8) => marginE8 + unrealisedE8,
  isSolvent: () => true,
  beyondMarginE8: (leftE8) => Math.max(0, -leftE8),
  takenWithE8: (walletE8, marginE8) => Math.min(walletE8, marginE8),
  endsAtBankruptcy: () => true,
  tooPoor: 'CancelByCannotAffordOrderCost',
}

/** Whether the mark has reached the liquidation price. */
function isIsolatedDue(position: Position): boolean {
  if (position.lots === 0) return false
  const { markTicks, instrument } = position.market
  if (markTicks === null) return false
  const limit = isolatedLiquidation(position)
  if (limit !== null) return position.lots > 0 ? markTicks <= limit : markTicks >= limit
  // Beyond the range: a long below the lowest price is safe, one above the highest price is lost; a short likewise.
  const margin = initialMarginE8(position.costE8, position.leverageE2) + position.extraMarginE8
  const equity = margin + position.direction * (positionValueE8(position) - position.costE8)
  return equity < ownMaintenanceE8(position) && instrument.tiers.length > 0
}
