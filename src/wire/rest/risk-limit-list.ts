import type { Leverage, Money, Rate } from '../../domain/decimal'
import type { Contract } from '../../domain/instrument/contract'
import type { RiskTier } from '../../domain/instrument/listed'
import { asArray, asObject, readDecimal, readInteger, readScaled, writeScaled } from '../json'

export const RISK_LIMIT_LIST_PATH = '/contract/v5/position/risk-limit-list'

/** Row of GET /contract/v5/position/risk-limit-list (spec §7): margins in E8, leverage in E2. */
export interface RiskLimitListRowJson {
  readonly id: number
  readonly symbol: string
  readonly limit: Money
  readonly startingMarginE8: string
  readonly maintainMarginE8: string
  readonly maxLeverageE2: string
  readonly isLowestRisk: number
  readonly mmDeduction: string
}

export function writeRiskLimitList(instrument: Contract): { readonly list: readonly RiskLimitListRowJson[] } {
  return {
    list: instrument.riskTiers.map((tier, i) => ({
      id: tier.id,
      symbol: instrument.symbol,
      limit: tier.limit,
      startingMarginE8: writeScaled(tier.initialMarginRate, 8, 'startingMarginE8'),
      maintainMarginE8: writeScaled(tier.maintenanceMarginRate, 8, 'maintainMarginE8'),
      maxLeverageE2: writeScaled(tier.maxLeverage, 2, 'maxLeverageE2'),
      isLowestRisk: i === 0 ? 1 : 0,
      mmDeduction: tier.deduction,
    })),
  }
}

/** @throws WireError naming the field */
export function parseRiskLimitList(result: unknown): readonly RiskTier[] {
  return asArray(asObject(result, 'result')['list'], 'list').map((row) => {
    const json = asObject(row, 'list')
    return {
      id: readInteger(json, 'id'),
      limit: readDecimal<Money>(json, 'limit'),
      initialMarginRate: readScaled<Rate>(json, 'startingMarginE8', 8),
      maintenanceMarginRate: readScaled<Rate>(json, 'maintainMarginE8', 8),
      maxLeverage: readScaled<Leverage>(json, 'maxLeverageE2', 2),
      deduction: readDecimal<Money>(json, 'mmDeduction'),
    }
  })
}
