import { hash32 } from '../../base/random'
import { compare, decimalsOf, toFixedText, type Leverage } from '../../domain/decimal'
import type { Contract } from '../../domain/instrument/contract'
import { deliveryOf, fundingOf, preListingOf } from '../../domain/instrument/instrument'
import type { InstrumentStatus } from '../../domain/instrument/listed'
import { supportsCopyTrade } from './brief-symbol'
import { CONTRACT_TYPE_WORD } from './contract-words'
import { writePreListing, type PreListingJson } from './pre-listing'

export const INSTRUMENTS_INFO_PATH = '/v5/market/instruments-info'
export const RISK_LIMIT_PATH = '/v5/market/risk-limit'

/** v5 has four status words; a contract that is announced but not open counts as pre-launch there. */
export const STATUS_V5: Readonly<Record<InstrumentStatus, string>> = {
  trading: 'Trading',
  preLaunch: 'PreLaunch',
  comingSoon: 'PreLaunch',
  delivering: 'Delivering',
  closed: 'Closed',
}

/** One row of GET /v5/market/instruments-info (derivatives). */
export interface InstrumentInfoJson {
  readonly symbol: string
  readonly contractType: string
  readonly status: string
  readonly baseCoin: string
  readonly quoteCoin: string
  readonly settleCoin: string
  readonly launchTime: string
  readonly deliveryTime: string
  readonly deliveryFeeRate: string
  readonly priceScale: string
  readonly leverageFilter: { readonly minLeverage: string; readonly maxLeverage: string; readonly leverageStep: string }
  readonly priceFilter: { readonly minPrice: string; readonly maxPrice: string; readonly tickSize: string }
  readonly lotSizeFilter: {
    readonly maxOrderQty: string
    readonly minOrderQty: string
    readonly qtyStep: string
    readonly postOnlyMaxOrderQty: string
    readonly maxMktOrderQty: string
    readonly minNotionalValue: string
  }
  readonly unifiedMarginTrade: boolean
  /** Minutes. */
  readonly fundingInterval: number
  readonly copyTrading: string
  readonly upperFundingRate: string
  readonly lowerFundingRate: string
  readonly isPreListing: boolean
  readonly preListingInfo: PreListingJson | null
  readonly riskParameters: { readonly priceLimitRatioX: string; readonly priceLimitRatioY: string }
  readonly displayName: string
  /** Follows from the symbol, and is of no other one that is listed. */
  readonly symbolId: number
  /** The kind of what lies under it, where that is no ordinary coin: all are here. */
  readonly symbolType: string
}

export function writeInstrumentInfo(instrument: Contract): InstrumentInfoJson {
  const delivery = deliveryOf(instrument)
  const funding = fundingOf(instrument)
  const preListing = preListingOf(instrument)
  return {
    symbol: instrument.symbol,
    contractType: contractTypeV5(instrument),
    status: STATUS_V5[instrument.status],
    baseCoin: instrument.baseCoin,
    quoteCoin: instrument.quoteCoin,
    settleCoin: instrument.settleCoin,
    launchTime: String(instrument.launchTimeMs),
    deliveryTime: String(delivery?.timeMs ?? 0),
    deliveryFeeRate: delivery?.feeRate ?? '',
    priceScale: String(decimalsOf(instrument.tickSize)),
    leverageFilter: {
      minLeverage: instrument.minLeverage,
      maxLeverage: toFixedText(instrument.maxLeverage, 2),
      leverageStep: instrument.leverageStep,
    },
    priceFilter: { minPrice: instrument.minPrice, maxPrice: instrument.maxPrice, tickSize: instrument.tickSize },
    lotSizeFilter: {
      maxOrderQty: instrument.maxLimitQty,
      minOrderQty: instrument.minQty,
      qtyStep: instrument.lotSize,
      postOnlyMaxOrderQty: instrument.maxPostOnlyQty ?? instrument.maxLimitQty,
      maxMktOrderQty: instrument.maxMarketQty,
      minNotionalValue: instrument.minNotional,
    },
    unifiedMarginTrade: true,
    fundingInterval: funding?.intervalMinutes ?? 0,
    copyTrading: supportsCopyTrade(instrument) ? 'both' : 'none',
    upperFundingRate: funding?.upperRate ?? '0',
    lowerFundingRate: funding?.lowerRate ?? '0',
    isPreListing: preListing !== null,
    preListingInfo: writePreListing(preListing),
    riskParameters: {
      priceLimitRatioX: instrument.priceLimitRatioX,
      priceLimitRatioY: instrument.priceLimitRatioY,
    },
    displayName: instrument.displayName,
    symbolId: hash32(instrument.symbol),
    symbolType: '',
  }
}

/** On v5 a USDC contract is linear with another settle coin. */
function contractTypeV5({ kind }: Contract): string {
  if (kind === 'usdcPerpetual') return CONTRACT_TYPE_WORD.linearPerpetual
  if (kind === 'usdcFutures') return CONTRACT_TYPE_WORD.linearFutures
  return CONTRACT_TYPE_WORD[kind]
}

/** One row of GET /v5/market/risk-limit. */
export interface RiskLimitRowJson {
  readonly id: number
  readonly symbol: string
  readonly riskLimitValue: string
  readonly maintenanceMargin: string
  readonly initialMargin: string
  readonly isLowestRisk: number
  readonly maxLeverage: string
  readonly mmDeduction: string
}

/** Lowest tier first. `mmDeduction` is empty where it is zero, as on the public API. */
export function writeRiskLimitRows(instrument: Contract): readonly RiskLimitRowJson[] {
  return instrument.riskTiers.map((tier, index) => ({
    id: tier.id,
    symbol: instrument.symbol,
    riskLimitValue: tier.limit,
    maintenanceMargin: tier.maintenanceMarginRate,
    initialMargin: tier.initialMarginRate,
    isLowestRisk: index === 0 ? 1 : 0,
    // A tier may allow more than its contract does, and then the contract's bound is the one that holds.
    maxLeverage: toFixedText(smaller(tier.maxLeverage, instrument.maxLeverage), 2),
    mmDeduction: tier.deduction === '0' ? '' : tier.deduction,
  }))
}

function smaller(one: Leverage, other: Leverage): Leverage {
  return compare(one, other) < 0 ? one : other
}
