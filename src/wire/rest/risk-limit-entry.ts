import type { Leverage, Money, Rate } from '../../domain/decimal'
import type { Contract } from '../../domain/instrument/contract'
import { leverageMarks } from '../../domain/instrument/leverage-marks'
import type { RiskTier } from '../../domain/instrument/listed'
import { asObject, readDecimal, readInteger } from '../json'
import { CONTRACT_TYPE_WORD } from './contract-words'

/** One step of the risk table (spec §3 "Risk limit entry"); amounts and rates are decimal text. */
export interface RiskLimitEntryJson {
  readonly id: number
  readonly symbol: string
  readonly symbolName: string
  readonly contractType: string
  readonly limit: string
  readonly startingMargin: string
  readonly maintainMargin: string
  readonly maxLeverage: string
  readonly isLowestRisk: number
  readonly section: string
  readonly mmDeduction: string
}

export function writeRiskLimitEntry(tier: RiskTier, instrument: Contract, index: number): RiskLimitEntryJson {
  return {
    id: tier.id,
    symbol: instrument.symbol,
    symbolName: instrument.symbol,
    contractType: CONTRACT_TYPE_WORD[instrument.kind],
    limit: tier.limit,
    startingMargin: tier.initialMarginRate,
    maintainMargin: tier.maintenanceMarginRate,
    maxLeverage: tier.maxLeverage,
    isLowestRisk: index === 0 ? 1 : 0,
    section: leverageMarks(tier.maxLeverage).join(','),
    mmDeduction: tier.deduction,
  }
}

/** @throws WireError naming the field */
export function parseRiskLimitEntry(row: unknown): RiskTier {
  const json = asObject(row, 'riskLimits')
  return {
    id: readInteger(json, 'id'),
    limit: readDecimal<Money>(json, 'limit'),
    initialMarginRate: readDecimal<Rate>(json, 'startingMargin'),
    maintenanceMarginRate: readDecimal<Rate>(json, 'maintainMargin'),
    maxLeverage: readDecimal<Leverage>(json, 'maxLeverage'),
    deduction: readDecimal<Money>(json, 'mmDeduction'),
  }
}
