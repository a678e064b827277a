import { zero, type Money, type Price, type Qty, type Rate } from '../../domain/decimal'
import type { InstrumentStatus } from '../../domain/instrument/listed'
import type { OptionContract } from '../../domain/instrument/option'
import { readOptionName } from '../../domain/instrument/option-name'
import { OPTION_FEE_CAP, OPTION_MARGIN, OPTION_TRADE_FEE } from '../../domain/options/option-rules'
import type { InstrumentSymbol } from '../../domain/order/order'
import { asArray, asObject, readDecimal, readInteger, readText, readWord, WireError, type JsonObject } from '../json'

export const OPTION_INFO_PATH = '/v5/market/instruments-info'

const STATUS_OF: ReadonlyMap<string, InstrumentStatus> = new Map([
  ['Trading', 'trading'],
  ['PreLaunch', 'preLaunch'],
  ['Delivering', 'delivering'],
  ['Closed', 'closed'],
])
/** Groupings of a book; no list names those of options. */
const DEPTH_RATIOS = [1, 2, 4, 10]

/** The answer about one option by its name. @throws WireError; `null` where there is none of that name */
export function parseOptionAnswer(result: unknown): OptionContract | null {
  const [row] = asArray(asObject(result, 'result')['list'], 'list')
  return row === undefined ? null : parseOption(asObject(row, 'row'))
}

/** A row of v5's list of options. Strike and side are what the name says; what no list names holds of all of them. */
export function parseOption(json: JsonObject): OptionContract {
  const symbol = readText(json, 'symbol')
  const named = readOptionName(symbol)
  if (named === null) throw new WireError('symbol', symbol)
  const price = asObject(json['priceFilter'], 'priceFilter')
  const lot = asObject(json['lotSizeFilter'], 'lotSizeFilter')
  const settleCoin = readText(json, 'settleCoin')
  const maxQty = readDecimal<Qty>(lot, 'maxOrderQty')
  return {
    symbol: symbol as InstrumentSymbol,
    displayName: readText(json, 'displayName'),
    kind: settleCoin === 'USDT' ? 'usdtOption' : 'usdcOption',
    status: readWord(json, 'status', STATUS_OF),
    baseCoin: readText(json, 'baseCoin'),
    quoteCoin: readText(json, 'quoteCoin'),
    settleCoin,
    tickSize: readDecimal<Price>(price, 'tickSize'),
    minPrice: readDecimal<Price>(price, 'minPrice'),
    maxPrice: readDecimal<Price>(price, 'maxPrice'),
    lotSize: readDecimal<Qty>(lot, 'qtyStep'),
    minQty: readDecimal<Qty>(lot, 'minOrderQty'),
    maxLimitQty: maxQty,
    maxMarketQty: maxQty,
    minNotional: zero<Money>(),
    takerFeeRate: OPTION_TRADE_FEE,
    makerFeeRate: OPTION_TRADE_FEE,
    depthRatios: DEPTH_RATIOS,
    launchTimeMs: readInteger(json, 'launchTime'),
    popular: false,
    indexSort: 0,
    ...named,
    delivery: {
      timeMs: readInteger(json, 'deliveryTime'),
      feeRate: readDecimal<Rate>(json, 'deliveryFeeRate'),
      period: null,
    },
    margin: OPTION_MARGIN,
    feeCap: OPTION_FEE_CAP,
  }
}
