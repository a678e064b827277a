import type { Market, Position } from '../entities'
import { equityE8, isBelowMaintenance, totalMaintenanceE8 } from './margin'
import { priceOfValue } from './isolated-margin'
import { ownMaintenanceE8 } from './maintenance-margin'
import { positionValueE8 } from './position-value'
import { ONE_E8 } from '../scaled'
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
 * The mark at which the account is liquidated, all other prices held still: where its equity is Σ MM, the position's own by
 * the tier that it is in there.
 *
 * With both sides of hedge mode, and in exchanges that began before edition 9, LP = mark − s × (equity − Σ MM) / q, the MM
 * of now held still (semantics.md §1.4: available + IM − MM): an estimate, which the true price lies slightly beyond.
 */
function crossLiquidationTicks(position: Position): number | null {
  const { market, sibling, cash } = position
  // Of a margin by other rules no one price of its own says where the account ends.
  if (market.product.margin !== null) return null
  const buffer = equityE8(cash) - totalMaintenanceE8(cash)
  const isAlone = sibling === null || sibling.lots === 0
  return isAlone && market.valuation.rules.pricesCrossExactly
    ? tieredTicks(position, buffer + ownMaintenanceE8(position))
    : exhaustionTicks(position, buffer)
}

/**
 * Each tier has its price: (V − d·(room + deduction)) / (1 − d·MMR), V being the value at the mark and `room` what is there
 * for the position's own margin. As of an isolated position the first of them is the one (`isolatedLiquidation`).
 */
function tieredTicks(position: Position, room: number): number | null {
  const { direction, market } = position
  const value = positionValueE8(position)
  // What asks nothing, the last of them.
  let [over, under] = [value - direction * room, ONE_E8]
  for (const tier of market.instrument.tiers) {
    const ofTier = value - direction * (room + tier.deductionE8)
    const share = ONE_E8 - direction * tier.maintenanceRateE8
    if ((ofTier / share - over / under) * direction > 0) [over, under] = [ofTier, share]
  }
  // Told with each of an account's fills. Whole numbers of any length take ten times as long as doubles, whose last digit
  // matters next to a whole tick alone.
  const units = Math.abs(position.lots) * market.instrument.valueUnitE8
  const quick = market.product.sense === 1 ? ((over / under) * ONE_E8) / units : units / ((over / under) * ONE_E8)
  if (over > 0 && Math.abs(quick - Math.round(quick)) > NEAR_TICK)
    return withinRange(market, position.lots > 0 ? Math.ceil(quick) : Math.floor(quick))
  return priceOfValue(position, BigInt(over) * BigInt(ONE_E8), BigInt(under))
}

/** Far more than a double is off for prices of eight digits. */
const NEAR_TICK = 1e-5

function withinRange({ instrument }: Market, ticks: number): number | null {
  return ticks <= instrument.minPriceTicks || ticks >= instrument.maxPriceTicks ? null : ticks
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
  return ticks === null ? null : withinRange(position.market, ticks)
}
