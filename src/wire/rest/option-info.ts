import type { Price, Qty, Rate } from '../../domain/decimal'
import type { OptionContract } from '../../domain/instrument/option'
import { readOptionName } from '../../domain/instrument/option-name'
import { OPTION_FEE_CAP, OPTION_MARGIN, OPTION_TRADE_FEE } from '../../domain/options/option-rules'
import { asObject, readDecimal, readInteger, readText, WireError, type JsonObject } from '../json'
import { onlyRow, readSingle } from './single-info'

export const OPTION_INFO_PATH = '/v5/market/instruments-info'

/** The answer about one option by its name. @throws WireError; `null` where there is none of that name */
export function parseOptionAnswer(result: unknown): OptionContract | null {
  const row = onlyRow(result)
  return row === null ? null : parseOption(row)
}

/** A row of v5's list of options. Strike and side are what the name says; what no list names holds of all of them. */
export function parseOption(json: JsonObject): OptionContract {
  const single = readSingle(json)
  const named = readOptionName(single.symbol)
  if (named === null) throw new WireError('symbol', single.symbol)
  const price = asObject(json['priceFilter'], 'priceFilter')
  const lot = asObject(json['lotSizeFilter'], 'lotSizeFilter')
  const maxQty = readDecimal<Qty>(lot, 'maxOrderQty')
  return {
    ...single,
    displayName: readText(json, 'displayName'),
    kind: single.settleCoin === 'USDT' ? 'usdtOption' : 'usdcOption',
    tickSize: readDecimal<Price>(price, 'tickSize'),
    minPrice: readDecimal<Price>(price, 'minPrice'),
    maxPrice: readDecimal<Price>(price, 'maxPrice'),
    lotSize: readDecimal<Qty>(lot, 'qtyStep'),
    minQty: readDecimal<Qty>(lot, 'minOrderQty'),
    maxLimitQty: maxQty,
    maxMarketQty: maxQty,
    takerFeeRate: OPTION_TRADE_FEE,
    makerFeeRate: OPTION_TRADE_FEE,
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
