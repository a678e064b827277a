import { kindOfName } from '../../src/domain/instrument/product-kind'
import { CONTRACT_TYPE_WORD } from '../../src/wire/rest/contract-words'

/*
 * Published catalogues have other shapes than the lists of this product. A row is restated field by field under our names;
 * what its source does not say is a stand-in of `LACKING`, so that whatever is refused is refused for what it says itself.
 */

/** A row as it was published. */
export type Row = Readonly<Record<string, unknown>>

/** Stand-ins for what none of the sources has: fees, funding bounds, one risk tier of no bound. */
const LACKING = {
  symbolDisplay: 1,
  minNotionalValue: '0',
  takerFeeRate: '0.00055',
  makerFeeRate: '0.0002',
  leverageStep: '0.01',
  fundingInterval: 480,
  upperFundingRate: '0.00375',
  lowerFundingRate: '-0.00375',
  priceLimitRatioX: '0.05',
  priceLimitRatioY: '0.1',
  obDepthMergeTimes: '1',
  startTradingTimeE3: '0',
  isPopular: false,
  preListingInfo: null,
} as const

const inside = (row: Row, name: string): Row => (row[name] ?? {}) as Row
const text = (value: unknown): string => (value === undefined || value === null ? '' : String(value))

/** `12.50` as hundredths: `1250`. */
function hundredths(value: unknown): string {
  const [whole = '', fraction = ''] = text(value).split('.')
  return `${whole}${fraction.padEnd(2, '0')}`.replace(/^0+(?=\d)/, '')
}

function oneTier(maxLeverage: unknown): readonly Row[] {
  const leverage = text(maxLeverage)
  return [
    {
      id: 1,
      limit: '1000000000',
      startingMargin: '0.01',
      maintainMargin: '0.005',
      maxLeverage: leverage,
      mmDeduction: '0',
    },
  ]
}

/** The word of the list that a contract belongs to; a name that is none of ours keeps what its source calls it. */
function contractType(name: string, settleCoin: string, source: string): string {
  const kind = kindOfName(name)
  if (settleCoin === 'USDC') return source === 'LinearFutures' ? 'UsdcFutures' : 'UsdcPerpetual'
  return kind in CONTRACT_TYPE_WORD ? CONTRACT_TYPE_WORD[kind as keyof typeof CONTRACT_TYPE_WORD] : source
}

/** A row of v5 `instruments-info`, category linear or inverse. */
export function restateV5Contract(row: Row, index: number): Row {
  const [leverage, price, lot] = ['leverageFilter', 'priceFilter', 'lotSizeFilter'].map((name) => inside(row, name))
  const symbol = text(row['symbol'])
  return {
    ...LACKING,
    symbol,
    displayName: '',
    contractType: contractType(symbol, text(row['settleCoin']), text(row['contractType'])),
    contractStatus: row['status'],
    baseCurrency: row['baseCoin'],
    quoteCurrency: row['quoteCoin'],
    coin: row['settleCoin'],
    tickSize: price?.['tickSize'],
    minPrice: price?.['minPrice'],
    maxPrice: price?.['maxPrice'],
    lotSize: lot?.['qtyStep'],
    minQty: lot?.['minOrderQty'],
    maxQty: lot?.['maxOrderQty'],
    maxMarketQty: lot?.['maxMktOrderQty'] ?? lot?.['maxOrderQty'],
    minLeverageE2: hundredths(leverage?.['minLeverage']),
    maxLeverageE2: hundredths(leverage?.['maxLeverage']),
    leverageStep: leverage?.['leverageStep'],
    fundingInterval: row['fundingInterval'],
    startTradingTimeE3: row['launchTime'],
    settleTimeE3: row['deliveryTime'],
    deliveryFeeRate: row['deliveryFeeRate'] === '' ? '0' : row['deliveryFeeRate'],
    quarter: '',
    riskLimits: oneTier(leverage?.['maxLeverage']),
    indexSort: index + 1,
  }
}

/** A dated contract of the older API does not say its day: any day after it was published stands in. */
const SOME_DELIVERY_MS = Date.UTC(2023, 2, 31, 8)

/** A row of the v2 `symbols` call, whose amounts are JSON numbers. */
export function restateV2Contract(row: Row, index: number): Row {
  const [leverage, price, lot] = ['leverage_filter', 'price_filter', 'lot_size_filter'].map((name) => inside(row, name))
  const symbol = text(row['name'])
  const [base, quote] = [text(row['base_currency']), text(row['quote_currency'])]
  return {
    ...LACKING,
    symbol,
    displayName: '',
    contractType: contractType(symbol, quote === 'USD' ? base : quote, ''),
    contractStatus: 'Trading',
    baseCurrency: base,
    quoteCurrency: quote,
    coin: quote === 'USD' ? base : quote,
    tickSize: price?.['tick_size'],
    minPrice: price?.['min_price'],
    maxPrice: price?.['max_price'],
    lotSize: text(lot?.['qty_step']),
    minQty: text(lot?.['min_trading_qty']),
    maxQty: text(lot?.['max_trading_qty']),
    maxMarketQty: text(lot?.['max_trading_qty']),
    minLeverageE2: hundredths(leverage?.['min_leverage']),
    maxLeverageE2: hundredths(leverage?.['max_leverage']),
    leverageStep: leverage?.['leverage_step'],
    takerFeeRate: row['taker_fee'],
    makerFeeRate: row['maker_fee'],
    settleTimeE3: String(SOME_DELIVERY_MS + index),
    deliveryFeeRate: '0',
    quarter: '',
    riskLimits: oneTier(leverage?.['max_leverage']),
    indexSort: index + 1,
  }
}

/** A row of v5 `instruments-info`, category spot. */
export function restateV5Pair(row: Row): Row {
  const [lot, price] = [inside(row, 'lotSizeFilter'), inside(row, 'priceFilter')]
  return {
    ...PAIR_LACKING,
    symbolName: row['symbol'],
    baseTokenId: row['baseCoin'],
    quoteTokenId: row['quoteCoin'],
    basePrecision: lot['basePrecision'],
    quotePrecision: lot['quotePrecision'],
    minTradeQuantity: lot['minOrderQty'],
    minTradeAmount: lot['minOrderAmt'],
    maxTradeQuantity: lot['maxOrderQty'],
    maxTradeAmount: lot['maxOrderAmt'],
    minPricePrecision: price['tickSize'],
    digitMerge: price['tickSize'],
    tradeStatus: text(row['status']) === '1' || row['status'] === 'Trading' ? 1 : 0,
  }
}

/** What the catalogues of pairs do not say. */
const PAIR_LACKING = {
  tokenFullName: '',
  mark: '',
  label: '',
  tags: [],
  onlineTime: '0',
  symbolType: 0,
  allowPlan: false,
  loanEnabled: false,
  isBanBuy: false,
  isBanSell: false,
  zeroFeeType: 0,
  baseTokenLeverageRatio: '0',
  quoteTokenLeverageRatio: '0',
  limitOrderPriceLimitPercentage: '5',
  marketOrderPriceLimitPercentage: '5',
  volume: '0',
} as const
