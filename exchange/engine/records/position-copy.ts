import { positionMarginE8 } from '../risk/available'
import type { Position } from '../entities'
import { maintenanceMarginE8, unrealisedOfE8 } from '../risk/margin'
import type { EnginePosition } from './position-records'
import { protectionOf } from '../triggers/protections'
import { riskOf } from '../risk/risk-of'

/** What leaves the engine of a position: a copy, with its margin as of now. */
export function toEnginePosition(position: Position, seq: number): EnginePosition {
  const isFlat = position.lots === 0
  const risk = riskOf(position.account)
  const { settlement } = position.market.product
  const hasEnd = !isFlat && position.market.product.margin === null && position.account.coinMargin === null
  return {
    account: position.account.id,
    symbol: position.market.instrument.symbol,
    lots: position.lots,
    costE8: position.costE8,
    costRestE8: position.costRestE8,
    leverageE2: position.leverageE2,
    markTicks: position.market.markTicks,
    // Field by field: with a spread in it this row took longer than all else that a fill does to a position.
    indexTicks: position.market.instrument.terms?.kind === 'option' ? position.market.indexTicks : undefined,
    unrealisedE8: unrealisedOfE8(position),
    realisedE8: position.realisedE8,
    cumRealisedE8: position.cumRealisedE8,
    initialMarginE8: positionMarginE8(position),
    maintenanceMarginE8: maintenanceMarginE8(position),
    liquidationTicks: hasEnd ? risk.liquidationTicks(position) : null,
    bankruptcyTicks: hasEnd ? risk.bankruptcyTicks(position) : null,
    positionIdx: position.positionIdx,
    marginMode: position.account.marginMode,
    extraMarginE8: position.extraMarginE8,
    isAutoAddMargin: position.isAutoAddMargin,
    openCostE8: settlement.openCostE8(position),
    openCostRestE8: settlement.hasSessions ? position.openCostRestE8 : position.costRestE8,
    fundingPaidE8: position.fundingPaidE8,
    adlRank: isFlat ? 0 : position.adlRank,
    createdAtMs: position.createdAtMs,
    updatedAtMs: position.updatedAtMs,
    seq,
    protection: position.guards.length === 0 ? null : protectionOf(position),
  }
}
