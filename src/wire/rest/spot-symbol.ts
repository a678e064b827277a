import {
  decimalsOf,
  Exact,
  toText,
  type Leverage,
  type Money,
  type Price,
  type Qty,
  type Rate,
} from '../../domain/decimal'
import { spotName, spotSymbol, type LeveragedToken, type SpotPair } from '../../domain/instrument/spot-pair'
import { isSymbolName } from '../../domain/instrument/symbol-name'
import { SPOT_FEE_RATE } from '../../domain/limits'
import {
  asObject,
  invert,
  readDecimal,
  readFlag,
  readInteger,
  readOptionalDecimal,
  readText,
  readWord,
  WireError,
  type JsonObject,
} from '../json'

/** One pair of the spot symbol lists (spec §3 "Spot symbol"), exactly as sent. */
export interface SpotSymbolJson {
  readonly symbolId: string
  /** `BTCUSDT`: a perpetual may have the same name, only the list tells. */
  readonly symbolName: string
  readonly baseTokenId: string
  readonly baseTokenName: string
  readonly quoteTokenId: string
  readonly quoteTokenName: string
  readonly basePrecision: string
  readonly quotePrecision: string
  readonly minTradeQuantity: string
  readonly minTradeAmount: string
  readonly minPricePrecision: string
  /** Price steps that the book is grouped by, finest first. */
  readonly digitMerge: string
  readonly showStatus: boolean
  readonly label: string
  readonly allowPlan: boolean
  /** Of a limit order. */
  readonly maxTradeQuantity: string
  /** Ours: of a market order. The published list has one largest quantity for both. */
  readonly maxMarketTradeQuantity: string
  readonly maxTradeAmount: string
  readonly noticeVisible: boolean
  /** 0 a pair of coins, 1 a leveraged token. */
  readonly symbolType: number
  readonly ltUnderlying: string
  /** `LONG`, `SHORT`; empty where the pair is no leveraged token. */
  readonly ltDirection: string
  readonly tags: readonly string[]
  readonly tokenFullName: string
  readonly iconUrl: string
  readonly iconDayUrl: string
  /** Milliseconds. */
  readonly onlineTime: string
  /** `hot`; empty where nothing marks the row. */
  readonly mark: string
  readonly quoteTokenLeverageRatio: string
  readonly baseTokenLeverageRatio: string
  readonly loanEnabled: boolean
  readonly isTest: boolean
  readonly isBanBuy: boolean
  readonly isBanSell: boolean
  /** 1 trading, 0 not. */
  readonly tradeStatus: number
  /** 0 none, 1 the maker's, 2 both. */
  readonly zeroFeeType: number
  /** Per cent. */
  readonly limitOrderPriceLimitPercentage: string
  readonly marketOrderPriceLimitPercentage: string
  /** Traded in a day, base coin: orders the lists. */
  readonly volume: string
  readonly quantityPrecision: number
  readonly pricePrecision: number
  readonly amountPrecision: number
  /** Whether the quote coin is money of a state. */
  readonly isFiat: boolean
}

const DIRECTION: Readonly<Record<LeveragedToken['direction'], string>> = { long: 'LONG', short: 'SHORT' }
const DIRECTIONS = invert(DIRECTION)
/** Places are the numbers of the wire. */
const ZERO_FEES: readonly SpotPair['zeroFee'][] = ['none', 'maker', 'both']
const HOT = 'hot'

export const zeroFeeType = (zeroFee: SpotPair['zeroFee']): number => ZERO_FEES.indexOf(zeroFee)

/** @throws WireError where the number is none of the three */
export function readZeroFee(json: JsonObject): SpotPair['zeroFee'] {
  const zeroFee = ZERO_FEES[readInteger(json, 'zeroFeeType')]
  if (zeroFee === undefined) throw new WireError('zeroFeeType', json['zeroFeeType'])
  return zeroFee
}

/** What a row says beside the pair's own rules. */
export interface SpotRowFigures {
  readonly volume: Qty
  readonly isFiat: boolean
}

export function writeSpotSymbol(pair: SpotPair, { volume, isFiat }: SpotRowFigures): SpotSymbolJson {
  const { tickSize, lotSize, quoteStep, leveragedToken, margin, tags } = pair
  return {
    symbolId: spotName(pair.symbol),
    symbolName: spotName(pair.symbol),
    baseTokenId: pair.baseCoin,
    baseTokenName: pair.baseCoin,
    quoteTokenId: pair.quoteCoin,
    quoteTokenName: pair.quoteCoin,
    basePrecision: lotSize,
    quotePrecision: quoteStep,
    minTradeQuantity: pair.minQty,
    minTradeAmount: pair.minNotional,
    minPricePrecision: tickSize,
    digitMerge: pair.depthRatios.map((ratio) => toText<Price>(new Exact(tickSize).times(ratio))).join(','),
    showStatus: true,
    label: pair.label,
    allowPlan: pair.takesPlanOrders,
    maxTradeQuantity: pair.maxLimitQty,
    maxMarketTradeQuantity: pair.maxMarketQty,
    maxTradeAmount: pair.maxAmount,
    // A ban is what a notice is about.
    noticeVisible: pair.isBuyBanned || pair.isSellBanned,
    symbolType: leveragedToken === null ? 0 : 1,
    ltUnderlying: leveragedToken?.underlying ?? '',
    ltDirection: leveragedToken === null ? '' : DIRECTION[leveragedToken.direction],
    tags,
    tokenFullName: pair.baseName,
    iconUrl: '',
    iconDayUrl: '',
    onlineTime: String(pair.launchTimeMs),
    mark: pair.popular ? HOT : '',
    quoteTokenLeverageRatio: margin.quoteLeverage,
    baseTokenLeverageRatio: margin.baseLeverage,
    loanEnabled: margin.isLoanEnabled,
    isTest: false,
    isBanBuy: pair.isBuyBanned,
    isBanSell: pair.isSellBanned,
    tradeStatus: pair.status === 'trading' ? 1 : 0,
    zeroFeeType: zeroFeeType(pair.zeroFee),
    limitOrderPriceLimitPercentage: percentOf(pair.limitOrderPriceLimit),
    marketOrderPriceLimitPercentage: percentOf(pair.marketOrderPriceLimit),
    volume,
    quantityPrecision: decimalsOf(lotSize),
    pricePrecision: decimalsOf(tickSize),
    amountPrecision: decimalsOf(quoteStep),
    isFiat,
  }
}

/** The lists say no largest price. */
const MAX_PRICE = '1000000000' as Price

/**
 * @param index its place in the list, by which pairs are ordered
 * @throws WireError naming the field; what follows from other fields is not read
 */
export function parseSpotSymbol(row: unknown, index: number): SpotPair {
  const json = asObject(row, 'symbol')
  const [baseCoin, quoteCoin] = [readName(json, 'baseTokenId'), readName(json, 'quoteTokenId')]
  const tickSize = readStep<Price>(json, 'minPricePrecision')
  const maxLimitQty = readDecimal<Qty>(json, 'maxTradeQuantity')
  const zeroFee = readZeroFee(json)
  const symbol = spotSymbol(baseCoin, quoteCoin)
  if (readName(json, 'symbolName') !== spotName(symbol)) throw new WireError('symbolName', json['symbolName'])
  return {
    kind: 'spot',
    symbol,
    displayName: symbol,
    status: readInteger(json, 'tradeStatus') === 1 ? 'trading' : 'closed',
    baseCoin,
    quoteCoin,
    settleCoin: quoteCoin,
    baseName: readText(json, 'tokenFullName'),
    tickSize,
    minPrice: tickSize,
    maxPrice: MAX_PRICE,
    lotSize: readStep<Qty>(json, 'basePrecision'),
    minQty: readDecimal<Qty>(json, 'minTradeQuantity'),
    maxLimitQty,
    // A list that was kept from an earlier build names one for both.
    maxMarketQty: readOptionalDecimal<Qty>(json, 'maxMarketTradeQuantity') ?? maxLimitQty,
    minNotional: readDecimal<Money>(json, 'minTradeAmount'),
    maxAmount: readDecimal<Money>(json, 'maxTradeAmount'),
    quoteStep: readStep<Money>(json, 'quotePrecision'),
    takerFeeRate: zeroFee === 'both' ? NO_FEE : SPOT_FEE_RATE,
    makerFeeRate: zeroFee === 'none' ? SPOT_FEE_RATE : NO_FEE,
    depthRatios: readRatios(json, tickSize),
    launchTimeMs: readInteger(json, 'onlineTime'),
    popular: json['mark'] === HOT,
    indexSort: index,
    limitOrderPriceLimit: rateOf(json, 'limitOrderPriceLimitPercentage'),
    marketOrderPriceLimit: rateOf(json, 'marketOrderPriceLimitPercentage'),
    isBuyBanned: readFlag(json, 'isBanBuy'),
    isSellBanned: readFlag(json, 'isBanSell'),
    takesPlanOrders: readFlag(json, 'allowPlan'),
    label: readText(json, 'label'),
    tags: readTexts(json, 'tags'),
    zeroFee,
    leveragedToken: readInteger(json, 'symbolType') === 1 ? readLeveragedToken(json) : null,
    margin: {
      isLoanEnabled: readFlag(json, 'loanEnabled'),
      baseLeverage: readDecimal<Leverage>(json, 'baseTokenLeverageRatio'),
      quoteLeverage: readDecimal<Leverage>(json, 'quoteTokenLeverageRatio'),
    },
  }
}

const NO_FEE = '0' as Rate

function readLeveragedToken(json: JsonObject): LeveragedToken {
  return { underlying: readName(json, 'ltUnderlying'), direction: readWord(json, 'ltDirection', DIRECTIONS) }
}

/** A name that looks like another one is no name (I15). */
function readName(json: JsonObject, field: string): string {
  const name = readText(json, field)
  if (!isSymbolName(name)) throw new WireError(field, name)
  return name
}

function readStep<T extends Price | Qty | Money>(json: JsonObject, field: string): T {
  const step = readDecimal<T>(json, field)
  if (!new Exact(step).gt(0)) throw new WireError(field, step)
  return step
}

/** Whole multiples of the tick. */
function readRatios(json: JsonObject, tickSize: Price): readonly number[] {
  return readText(json, 'digitMerge')
    .split(',')
    .map((text) => {
      const ratio = new Exact(readStep<Price>({ digitMerge: text }, 'digitMerge')).div(tickSize)
      if (!ratio.isInteger()) throw new WireError('digitMerge', text)
      return ratio.toNumber()
    })
}

function percentOf(rate: Rate): string {
  return toText(new Exact(rate).times(100))
}

function rateOf(json: JsonObject, field: string): Rate {
  return toText<Rate>(new Exact(readDecimal(json, field)).div(100))
}

export function readTexts(json: JsonObject, field: string): readonly string[] {
  const texts = json[field]
  if (!Array.isArray(texts) || !texts.every((one): one is string => typeof one === 'string')) {
    throw new WireError(field, texts)
  }
  return texts
}
