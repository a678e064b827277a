import { Exact, toText, type Price, type Qty, type Rate } from '../../domain/decimal'
import { spreadLegs, type ProductKind } from '../../domain/instrument/product-kind'
import type { Spread, SpreadKind, SpreadLeg } from '../../domain/instrument/spread'
import { DEFAULT_MAKER_FEE_RATE, DEFAULT_TAKER_FEE_RATE } from '../../domain/limits'
import type { InstrumentSymbol } from '../../domain/order/order'
import { asArray, asObject, readDecimal, readInteger, readText, WireError, type JsonObject } from '../json'
import { onlyRow, readSingle } from './single-info'

export const SPREAD_INFO_PATH = '/v5/spread/instrument'
/** Ours: v5 has no candles of spreads. */
export const SPREAD_CANDLES_PATH = '/contract/v5/spread/kline'

const KINDS: readonly string[] = ['fundingRateArb', 'carryTrade', 'futureSpread', 'perpBasis'] satisfies SpreadKind[]
const LEG_KINDS: readonly string[] = ['spot', 'linearPerpetual', 'linearFutures'] satisfies ProductKind[]

/** The answer about one spread by its name. @throws WireError; `null` where there is none of that name */
export function parseSpreadAnswer(result: unknown): Spread | null {
  const row = onlyRow(result)
  return row === null ? null : parseSpread(row)
}

/**
 * A row of v5's list of spreads. The names of the legs are those of its own name: of a pair the row's is without the
 * stroke. What no list names holds of all of them; the most of a market order is that of its legs.
 */
export function parseSpread(json: JsonObject): Spread {
  const single = readSingle(json)
  const { symbol } = single
  const names = spreadLegs(symbol)
  const rows = asArray(json['legs'], 'legs')
  if (names === null || rows.length !== 2) throw new WireError('symbol', symbol)
  const [first, second] = names.map((name, at): SpreadLeg => ({
    symbol: name as InstrumentSymbol,
    kind: readKind<ProductKind>(asObject(rows[at], 'legs'), LEG_KINDS),
    steps: null,
  }))
  const maxQty = readDecimal<Qty>(json, 'maxSize')
  const timeMs = readInteger(json, 'deliveryTime')
  return {
    ...single,
    displayName: symbol,
    kind: 'spread',
    spreadKind: readKind<SpreadKind>(json, KINDS),
    legs: [first!, second!],
    tickSize: readDecimal<Price>(json, 'tickSize'),
    minPrice: readDecimal<Price>(json, 'minPrice'),
    maxPrice: readDecimal<Price>(json, 'maxPrice'),
    lotSize: readDecimal<Qty>(json, 'lotSize'),
    minQty: readDecimal<Qty>(json, 'minSize'),
    maxLimitQty: maxQty,
    maxMarketQty: maxQty,
    takerFeeRate: half(DEFAULT_TAKER_FEE_RATE),
    makerFeeRate: half(DEFAULT_MAKER_FEE_RATE),
    delivery: timeMs === 0 ? null : { timeMs, feeRate: '0' as Rate, period: null },
  }
}

/** v5's words are ours with a capital. */
function readKind<T extends string>(json: JsonObject, kinds: readonly string[]): T {
  const word = readText(json, 'contractType')
  const kind = word.charAt(0).toLowerCase() + word.slice(1)
  if (!kinds.includes(kind)) throw new WireError('contractType', word)
  return kind as T
}

/** The legs of a spread pay half of their fees apart. */
function half(rate: Rate): Rate {
  return toText<Rate>(new Exact(rate).div(2))
}
