import { CANDLE_INTERVALS } from '../../../../src/domain/market/market'
import { writeCandleRow } from '../../../../src/wire/push/candle'
import { SPREAD_CANDLES_PATH } from '../../../../src/wire/rest/spread-info'
import { integer, optional, withDefault, word } from '../shared/route/field'
import { route } from '../shared/route/route'
import { DECIMAL, listOf, object, TEXT, TIME, tuple } from '../shared/route/schema'
import { SYMBOL, TIME_MS } from '../shared/shared-fields'
import { requireSpread } from '../shared/spreads'

/** v5 has none of spreads: a chart of one is drawn from these. */
export const SPREAD_CANDLES = [
  route({
    method: 'GET',
    path: SPREAD_CANDLES_PATH,
    about:
      'Candles of a spread’s last price, newest first; ours. They begin when the spread is first traded here. Prices may be zero or below, so there is no turnover',
    who: 'anyone',
    input: {
      symbol: SYMBOL,
      interval: word(CANDLE_INTERVALS),
      start: optional(TIME_MS),
      end: optional(TIME_MS),
      limit: withDefault(integer({ min: 1, max: 1000 }), 200),
    },
    result: object({ symbol: TEXT, list: listOf(tuple(TIME, DECIMAL, DECIMAL, DECIMAL, DECIMAL, DECIMAL, DECIMAL)) }),
    run({ core, input }) {
      const { symbol } = requireSpread(core, input.symbol)
      const { interval, start: startMs, end: endMs, limit } = input
      const candles = core.journal.venue.candles({ symbol, source: 'last', interval, startMs, endMs, limit })
      return { symbol, list: candles.map((candle) => writeCandleRow(candle, true)).toReversed() }
    },
  }),
]
