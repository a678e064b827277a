import {
  decimalsOf,
  Exact,
  toText,
  type DecimalText,
  type Leverage,
  type Money,
  type Price,
  type Qty,
  type Rate,
} from '../../domain/decimal'
import { isContractPeriod } from '../../domain/instrument/contract-period'
import type { Delivery } from '../../domain/instrument/future'
import type { Contract } from '../../domain/instrument/contract'
import { deliveryOf, fundingOf, preListingOf } from '../../domain/instrument/instrument'
import type { FundingTerms } from '../../domain/instrument/perpetual'
import { leverageMarks } from '../../domain/instrument/leverage-marks'
import type { InstrumentSymbol } from '../../domain/order/order'
import { isPlainLabel, isSymbolName } from '../../domain/instrument/symbol-name'
import { payoffOf } from '../../domain/instrument/payoff'
import { CONTRACT_KIND_OF, CONTRACT_TYPE_WORD, INSTRUMENT_STATUS_OF, INSTRUMENT_STATUS_WORD } from './contract-words'
import { parseRiskLimitEntry, writeRiskLimitEntry, type RiskLimitEntryJson } from './risk-limit-entry'
import { parsePreListing, writePreListing, type PreListingJson } from './pre-listing'
import {
  asArray,
  asObject,
  readDecimal,
  readFlag,
  readInteger,
  readScaled,
  readText,
  readWord,
  WireError,
  writeScaled,
  type JsonObject,
} from '../json'

/** One contract (spec §3 "Contract symbol config"). Fields after the blank line are added under their v5 names. */
export interface BriefSymbolJson {
  readonly symbolName: string
  readonly symbol: string
  readonly symbolAlias: string
  readonly displayName: string
  readonly baseCurrency: string
  readonly quoteCurrency: string
  readonly baseCoin: string
  readonly coin: string
  readonly coinName: string
  readonly contractType: string
  readonly contractStatus: string
  readonly symbolStatus: string
  /** 1 show, 0 hide. */
  readonly symbolDisplay: number
  readonly minPrice: string
  readonly maxPrice: string
  readonly minQty: string
  readonly maxQty: string
  readonly maxMarketQty: string
  readonly maxNewOrderQty: string
  readonly maxNewMarketOrderQty: string
  readonly maxPostOnlyOrderSize: string
  readonly tickSize: string
  readonly tickSizeFraction: number
  readonly priceStep: string
  readonly priceFraction: number
  readonly priceScale: number
  readonly lotSize: string
  readonly lotFraction: number
  readonly balanceFraction: number
  readonly walletBalanceFraction: number
  readonly upnlFraction: number
  readonly valueScale: number
  readonly qtyUnit: string
  /** Comma-separated multiples of the tick. */
  readonly obDepthMergeTimes: string
  readonly indexSort: number
  readonly isPopular: boolean
  readonly isPreListing: boolean
  readonly minNotionalValue: string
  readonly minLeverageE2: string
  readonly maxLeverageE2: string
  readonly riskMinLeverageE2: string
  readonly riskMaxLeverageE2: string
  readonly baseInitialMarginRateE4: string
  readonly stepInitialMarginRateE4: string
  readonly baseMaintenanceMarginRateE4: string
  readonly stepMaintenanceMarginRateE4: string
  readonly baseMaxOrdPzValue: string
  readonly stepMaxOrdPzValue: string
  /** Leverage marks. */
  readonly section: string
  readonly startTradingTimeE3: string
  /** When a dated contract is delivered; `'0'` for perpetuals. */
  readonly settleTimeE3: string
  /** The suffix of its series, `''` for perpetuals. */
  readonly quarter: string
  readonly symbolTags: readonly string[]
  /** This exchange has no pictures and no help pages of its contracts: empty. */
  readonly darkIcon: string
  readonly lightIcon: string
  readonly symbolLabelIcon: string
  readonly minDesignatedMarginE8: string
  readonly maxDesignatedMarginE8: string
  readonly supportCopyTrade: number
  /** `null` for a contract that is listed. */
  readonly preListingInfo: PreListingJson | null
  readonly feeRateTagId: number
  readonly utaSupportOnly: boolean
  /** Milliseconds, for a contract that is announced and not open yet; otherwise `'0'`. */
  readonly expectStartTradingTime: string
  readonly expectDisplay: number
  readonly expectUrl: string
  /** The exchange's time of this answer: what a countdown starts from. */
  readonly expectCurrentTimestamp: string
  readonly fgridbotConfig: null
  readonly riskLimitCreatedAt: string
  readonly grlea: null

  readonly deliveryFeeRate: string
  readonly riskLimits: readonly RiskLimitEntryJson[]
  readonly takerFeeRate: string
  readonly makerFeeRate: string
  readonly leverageStep: string
  /** Minutes. */
  readonly fundingInterval: number
  readonly upperFundingRate: string
  readonly lowerFundingRate: string
  readonly priceLimitRatioX: string
  readonly priceLimitRatioY: string
}

/** Beyond this the exchange holds no amount exactly: half of the safe range, in E8. */
const DESIGNATED_MARGIN_MAX_E8 = String(2 ** 52)

/** @throws WireError when a rate or leverage has more decimals than its scale holds */
export function writeBriefSymbol(instrument: Contract, nowMs: number): BriefSymbolJson {
  const { symbol, tickSize, lotSize, riskTiers } = instrument
  const delivery = deliveryOf(instrument)
  const funding = fundingOf(instrument)
  const preListing = preListingOf(instrument)
  const isExpected = instrument.status === 'comingSoon' || preListing?.phase === 'notStarted'
  const [first, second] = riskTiers
  const priceDecimals = decimalsOf(tickSize)
  const isInverse = payoffOf(instrument.kind) === 'inverse'
  // Amounts of a coin may lie in its last decimals.
  const amountDecimals = isInverse ? 8 : 4
  const word = INSTRUMENT_STATUS_WORD[instrument.status]
  return {
    symbolName: symbol,
    symbol,
    symbolAlias: writeAlias(instrument),
    displayName: instrument.displayName,
    baseCurrency: instrument.baseCoin,
    quoteCurrency: instrument.quoteCoin,
    baseCoin: instrument.baseCoin,
    coin: instrument.settleCoin,
    coinName: instrument.settleCoin,
    contractType: CONTRACT_TYPE_WORD[instrument.kind],
    contractStatus: word,
    symbolStatus: word,
    symbolDisplay: instrument.status === 'closed' ? 0 : 1,
    minPrice: instrument.minPrice,
    maxPrice: instrument.maxPrice,
    minQty: instrument.minQty,
    maxQty: instrument.maxLimitQty,
    maxMarketQty: instrument.maxMarketQty,
    maxNewOrderQty: instrument.maxLimitQty,
    maxNewMarketOrderQty: instrument.maxMarketQty,
    maxPostOnlyOrderSize: instrument.maxPostOnlyQty ?? instrument.maxLimitQty,
    tickSize,
    tickSizeFraction: priceDecimals,
    priceStep: tickSize,
    priceFraction: priceDecimals,
    priceScale: priceDecimals,
    lotSize,
    lotFraction: decimalsOf(lotSize),
    balanceFraction: amountDecimals,
    walletBalanceFraction: amountDecimals,
    upnlFraction: amountDecimals,
    valueScale: amountDecimals,
    qtyUnit: isInverse ? instrument.quoteCoin : instrument.baseCoin,
    obDepthMergeTimes: instrument.depthRatios.join(','),
    indexSort: instrument.indexSort,
    isPopular: instrument.popular,
    isPreListing: preListing !== null,
    minNotionalValue: instrument.minNotional,
    minLeverageE2: writeScaled(instrument.minLeverage, 2, 'minLeverageE2'),
    maxLeverageE2: writeScaled(instrument.maxLeverage, 2, 'maxLeverageE2'),
    riskMinLeverageE2: writeScaled(instrument.minLeverage, 2, 'riskMinLeverageE2'),
    riskMaxLeverageE2: writeScaled(first?.maxLeverage ?? instrument.maxLeverage, 2, 'riskMaxLeverageE2'),
    baseInitialMarginRateE4: rateE4(first?.initialMarginRate),
    stepInitialMarginRateE4: stepE4(first?.initialMarginRate, second?.initialMarginRate),
    baseMaintenanceMarginRateE4: rateE4(first?.maintenanceMarginRate),
    stepMaintenanceMarginRateE4: stepE4(first?.maintenanceMarginRate, second?.maintenanceMarginRate),
    baseMaxOrdPzValue: first?.limit ?? '0',
    stepMaxOrdPzValue: first && second ? difference(second.limit, first.limit) : '0',
    section: leverageMarks(instrument.maxLeverage).join(','),
    startTradingTimeE3: String(instrument.launchTimeMs),
    settleTimeE3: String(delivery?.timeMs ?? 0),
    quarter: delivery?.period ?? '',
    symbolTags: instrument.tags ?? [],
    darkIcon: '',
    lightIcon: '',
    symbolLabelIcon: '',
    minDesignatedMarginE8: '0',
    maxDesignatedMarginE8: DESIGNATED_MARGIN_MAX_E8,
    supportCopyTrade: supportsCopyTrade(instrument) ? 1 : 0,
    preListingInfo: writePreListing(preListing),
    feeRateTagId: 1,
    utaSupportOnly: true,
    expectStartTradingTime: isExpected ? String(instrument.launchTimeMs) : '0',
    expectDisplay: isExpected ? 1 : 0,
    expectUrl: '',
    expectCurrentTimestamp: String(nowMs),
    fgridbotConfig: null,
    riskLimitCreatedAt: String(instrument.launchTimeMs),
    grlea: null,
    deliveryFeeRate: delivery?.feeRate ?? '',
    riskLimits: riskTiers.map((tier, index) => writeRiskLimitEntry(tier, instrument, index)),
    takerFeeRate: instrument.takerFeeRate,
    makerFeeRate: instrument.makerFeeRate,
    leverageStep: instrument.leverageStep,
    fundingInterval: funding?.intervalMinutes ?? 0,
    upperFundingRate: funding?.upperRate ?? '0',
    lowerFundingRate: funding?.lowerRate ?? '0',
    priceLimitRatioX: instrument.priceLimitRatioX,
    priceLimitRatioY: instrument.priceLimitRatioY,
  }
}

/** Copy trading is in listed USDT perpetuals alone. */
export function supportsCopyTrade(instrument: Contract): boolean {
  return instrument.kind === 'linearPerpetual' && preListingOf(instrument) === null
}

/** A dated contract is also called after its coins and series, `BTCUSD_Q` (spec §2). */
function writeAlias(instrument: Contract): string {
  const { symbol, baseCoin, quoteCoin } = instrument
  const period = deliveryOf(instrument)?.period ?? null
  return period === null ? symbol : `${baseCoin}${quoteCoin}_${period}`
}

function rateE4(rate: Rate | undefined): string {
  return rate === undefined ? '0' : writeScaled(rate, 4, 'riskLimits')
}

function stepE4(from: Rate | undefined, to: Rate | undefined): string {
  return from === undefined || to === undefined ? '0' : writeScaled(difference(to, from), 4, 'riskLimits')
}

function difference<T extends DecimalText>(a: T, b: T): T {
  return toText<T>(new Exact(a).minus(b))
}

/** @throws WireError naming the field */
export function parseBriefSymbol(row: unknown): Contract {
  const json = asObject(row, 'item')
  const symbol = readName(json, 'symbol') as InstrumentSymbol
  const baseCoin = readName(json, 'baseCurrency')
  // The screen shows the coins where others show the symbol.
  if (!symbol.startsWith(baseCoin)) throw new WireError('baseCurrency', baseCoin)
  const displayName = readText(json, 'displayName')
  if (displayName !== '' && !isPlainLabel(displayName)) throw new WireError('displayName', displayName)
  const riskTiers = asArray(json['riskLimits'], 'riskLimits').map(parseRiskLimitEntry)
  if (riskTiers.length === 0) throw new WireError('riskLimits', riskTiers)
  const kind = readWord(json, 'contractType', CONTRACT_KIND_OF)
  const contract = {
    symbol,
    displayName,
    status: readWord(json, 'contractStatus', INSTRUMENT_STATUS_OF),
    baseCoin,
    quoteCoin: readName(json, 'quoteCurrency'),
    settleCoin: readName(json, 'coin'),
    tickSize: readStep<Price>(json, 'tickSize'),
    minPrice: readDecimal<Price>(json, 'minPrice'),
    maxPrice: readDecimal<Price>(json, 'maxPrice'),
    lotSize: readStep<Qty>(json, 'lotSize'),
    minQty: readDecimal<Qty>(json, 'minQty'),
    maxLimitQty: readDecimal<Qty>(json, 'maxQty'),
    maxMarketQty: readDecimal<Qty>(json, 'maxMarketQty'),
    minNotional: readDecimal<Money>(json, 'minNotionalValue'),
    minLeverage: readScaled<Leverage>(json, 'minLeverageE2', 2),
    maxLeverage: readScaled<Leverage>(json, 'maxLeverageE2', 2),
    leverageStep: readStep(json, 'leverageStep'),
    takerFeeRate: readDecimal<Rate>(json, 'takerFeeRate'),
    makerFeeRate: readDecimal<Rate>(json, 'makerFeeRate'),
    priceLimitRatioX: readDecimal<Rate>(json, 'priceLimitRatioX'),
    priceLimitRatioY: readDecimal<Rate>(json, 'priceLimitRatioY'),
    depthRatios: readDepthRatios(json),
    riskTiers,
    launchTimeMs: readInteger(json, 'startTradingTimeE3'),
    popular: readFlag(json, 'isPopular'),
    ...readTags(json),
    indexSort: readInteger(json, 'indexSort'),
  }
  switch (kind) {
    case 'linearPerpetual':
    case 'usdcPerpetual':
    case 'inversePerpetual':
      return { ...contract, kind, funding: parseFunding(json), preListing: parsePreListing(json['preListingInfo']) }
    case 'linearFutures':
    case 'usdcFutures':
    case 'inverseFutures':
      return { ...contract, kind, delivery: parseDelivery(json) }
  }
}

/** They choose nothing but what a list shows: what is no list of words is none. */
function readTags({ symbolTags }: JsonObject): Pick<Contract, 'tags'> {
  const tags = Array.isArray(symbolTags) ? symbolTags.filter((one): one is string => typeof one === 'string') : []
  return tags.length === 0 ? {} : { tags }
}

function parseFunding(json: JsonObject): FundingTerms {
  return {
    intervalMinutes: readInteger(json, 'fundingInterval'),
    upperRate: readDecimal<Rate>(json, 'upperFundingRate'),
    lowerRate: readDecimal<Rate>(json, 'lowerFundingRate'),
  }
}

/** A symbol or a coin. */
function readName(json: JsonObject, field: string): string {
  const name = readText(json, field)
  if (!isSymbolName(name)) throw new WireError(field, name)
  return name
}

function parseDelivery(json: JsonObject): Delivery {
  const timeMs = readInteger(json, 'settleTimeE3')
  if (timeMs === 0) throw new WireError('settleTimeE3', '0 of a dated contract')
  const period = json['quarter']
  return {
    timeMs,
    feeRate: readDecimal<Rate>(json, 'deliveryFeeRate'),
    period: typeof period === 'string' && isContractPeriod(period) ? period : null,
  }
}

/** An increment: everything is divided by it, so zero or less is as bad as missing. */
function readStep<T extends DecimalText>(json: JsonObject, field: string): T {
  const step = readDecimal<T>(json, field)
  if (step === '0' || step.startsWith('-')) throw new WireError(field, step)
  return step
}

function readDepthRatios(json: JsonObject): readonly number[] {
  const text = readText(json, 'obDepthMergeTimes')
  const ratios = text.split(',').map(Number)
  if (!ratios.every((ratio) => Number.isSafeInteger(ratio) && ratio > 0)) throw new WireError('obDepthMergeTimes', text)
  return ratios
}
