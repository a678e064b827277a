import { barEnd } from '../../../domain/market/interval'
import { spotName } from '../../../domain/instrument/spot-pair'
import type { CandleInterval } from '../../../domain/market/market'
import { asArray, asObject } from '../../../wire/json'
import { parseCandleRow } from '../../../wire/push/candle'
import {
  BRIEF_SYMBOL_LIST_PATH,
  DYNAMIC_SYMBOL_ITEM_PATH,
  parseBriefSymbolList,
  parseDynamicSymbolItem,
} from '../../../wire/rest/brief-symbol-list'
import { spreadLegs } from '../../../domain/instrument/product-kind'
import { parseOptionAnswer, OPTION_INFO_PATH } from '../../../wire/rest/option-info'
import { parseSpreadAnswer, SPREAD_CANDLES_PATH, SPREAD_INFO_PATH } from '../../../wire/rest/spread-info'
import { parseSpotList, SPOT_LIST_ALL_PATH, SPOT_LIST_V2_PATH, SPOT_LIST_V3_PATH } from '../../../wire/rest/spot-lists'
import { v5CategoryOfSymbol } from '../../../wire/v5/category'
import type { MarketCalls } from '../venue-calls'
import { get } from './ask'

const CANDLE_PATH = {
  last: '/v5/market/kline',
  mark: '/v5/market/mark-price-kline',
  index: '/v5/market/index-price-kline',
} as const
const SPOT_LIST_PATH = { all: SPOT_LIST_ALL_PATH, v3: SPOT_LIST_V3_PATH, v2: SPOT_LIST_V2_PATH } as const
/** v5's words where they differ from ours. */
const INTERVAL_WORD: Readonly<Partial<Record<CandleInterval, string>>> = { '1D': 'D', '1W': 'W', '1M': 'M' }
/** Bars of one answer (v5). */
const CANDLES_MAX = 1_000

export const MARKET_CALLS: MarketCalls = {
  // No version in the query: to one that it knows the exchange answers with an empty list, which a cache would keep.
  instruments: () =>
    get(BRIEF_SYMBOL_LIST_PATH, ({ result }) => parseBriefSymbolList(result), { query: { filter: 'all' } }),
  instrument: (symbol) =>
    get(DYNAMIC_SYMBOL_ITEM_PATH, ({ result }) => parseDynamicSymbolItem(result), { query: { symbol }, symbol }),
  single: (symbol) =>
    spreadLegs(symbol) !== null
      ? get(SPREAD_INFO_PATH, ({ result }) => parseSpreadAnswer(result), { query: { symbol }, symbol })
      : get(OPTION_INFO_PATH, ({ result }) => parseOptionAnswer(result), {
          query: { category: 'option', symbol },
          symbol,
        }),
  // Without a version either, for the same reason.
  spotList: (list) =>
    get(SPOT_LIST_PATH[list], ({ result }) => {
      const { version, groups, refused } = parseSpotList(result, list)
      return { version, pairs: groups.flatMap(({ pairs }) => pairs), refused }
    }),
  candles({ symbol, interval, source, endMs, limit }, nowMs) {
    const category = v5CategoryOfSymbol(symbol)
    const isSpread = category === 'spread'
    return get(
      isSpread ? SPREAD_CANDLES_PATH : CANDLE_PATH[source],
      ({ result }) =>
        asArray(asObject(result, 'result')['list'], 'list')
          .map((row) => parseCandleRow(row, symbol, (startMs) => barEnd(interval, startMs), nowMs))
          .toReversed(),
      {
        query: {
          ...(isSpread ? {} : { category }),
          symbol: category === 'spot' ? spotName(symbol) : symbol,
          interval: isSpread ? interval : (INTERVAL_WORD[interval] ?? interval),
          end: endMs,
          limit: Math.max(1, Math.min(CANDLES_MAX, limit)),
        },
        symbol,
      },
    )
  },
}
