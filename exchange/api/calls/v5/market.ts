import { isContract } from '../../../../src/domain/instrument/contract'
import type { Instrument } from '../../../../src/domain/instrument/instrument'
import { CANDLE_INTERVALS, type CandleInterval, type CandleSource } from '../../../../src/domain/market/market'
import { writeCandleRow, writePremiumRow } from '../../../../src/wire/push/candle'
import { CODE } from '../../../../src/wire/rest/codes'
import { INSTRUMENTS_INFO_PATH, RISK_LIMIT_PATH, writeRiskLimitRows } from '../../../../src/wire/rest/instrument-info'
import { writeInstrumentRow, writeTickerRow } from '../../../../src/wire/v5/product-rows'
import { v5NameOf } from '../../../../src/wire/v5/category'
import { SIDE_WORD } from '../../../../src/wire/words'
import type { CandleQuery } from '../../../venue/venue-port'
import { Refused, type Core } from '../../core'
import { integer, optional, text, unserved, withDefault, word, type Read } from '../shared/route/field'
import { route } from '../shared/route/route'
import { DECIMAL, either, FLAG, INTEGER, listOf, object, TEXT, TIME, tuple } from '../shared/route/schema'
import {
  INSTRUMENT_INFO_ROW,
  LEVELS,
  OPTION_INFO_ROW,
  OPTION_TICKER_ROW,
  SPOT_INFO_ROW,
  SPOT_TICKER_ROW,
  V5_RISK_LIMIT_ROW,
  V5_TICKER_ROW,
} from '../shared/answers'
import { contractsOf } from '../shared/contract-scope'
import { CATEGORY, EXPIRY_DAY, pageFields, SYMBOL, SYMBOL_TYPE, TIME_MS } from '../shared/shared-fields'
import { isLent } from '../../../venue/lent-coins'
import { whenDrawn } from './when-drawn'
import { isOfType, listedInstruments, pageOfRows, requireInstrument, requireNamed } from './fields'

const KLINES: readonly (readonly [path: string, about: string, CandleSource])[] = [
  ['/v5/market/kline', 'Candles of the last price, newest first', 'last'],
  ['/v5/market/mark-price-kline', 'Candles of the mark price, newest first', 'mark'],
  ['/v5/market/index-price-kline', 'Candles of the index price, newest first', 'index'],
]
/** v5 says D, W and M where the native dialect says 1D, 1W and 1M (semantics.md §7.15). Both are read. */
const V5_INTERVALS: ReadonlyMap<string, CandleInterval> = new Map([
  ...CANDLE_INTERVALS.map((one) => [one, one] as const),
  ['D', '1D'],
  ['W', '1W'],
  ['M', '1M'],
])

/** v5: whose options are meant where no coin is named. */
const OPTION_COIN = 'BTC'

const ONE_SYMBOL = { category: CATEGORY, symbol: SYMBOL } as const
const MANY_SYMBOLS = {
  category: CATEGORY,
  symbol: optional(SYMBOL),
  baseCoin: optional(text({ max: 20 })),
} as const
/** v5: candles are of linear contracts where no category is named. */
const CANDLE_FIELDS = {
  category: withDefault(CATEGORY, 'linear'),
  symbol: SYMBOL,
  interval: word([...V5_INTERVALS.keys()], { about: 'minutes, or a day, week, month' }),
  start: optional(TIME_MS),
  end: optional(TIME_MS),
  limit: withDefault(integer({ min: 1, max: 1000 }), 200),
} as const
/** `[startTime, open, high, low, close]`; of the last price volume and turnover besides. */
const PRICE_CANDLE = tuple(TIME, DECIMAL, DECIMAL, DECIMAL, DECIMAL)
const TRADE_CANDLE = tuple(TIME, DECIMAL, DECIMAL, DECIMAL, DECIMAL, DECIMAL, DECIMAL)

/** Public reads under their v5 names. */
export const MARKET_CALLS = [
  route({
    method: 'GET',
    path: '/v5/market/time',
    about: 'The exchange’s clock',
    who: 'anyone',
    input: {},
    result: object({ timeSecond: TIME, timeNano: TIME }),
    run({ core }) {
      const nowMs = core.journal.now()
      return { timeSecond: String(Math.floor(nowMs / 1000)), timeNano: `${nowMs}000000` }
    },
  }),
  route({
    method: 'GET',
    path: INSTRUMENTS_INFO_PATH,
    about: 'Contracts and their rules; without `status` or `symbol` those that trade',
    who: 'anyone',
    input: {
      ...MANY_SYMBOLS,
      symbolType: SYMBOL_TYPE,
      status: optional(word(['Trading', 'PreLaunch', 'Delivering', 'Closed'])),
      ...pageFields(500, 1000),
    },
    result: object({
      category: TEXT,
      list: listOf(either(INSTRUMENT_INFO_ROW, SPOT_INFO_ROW, OPTION_INFO_ROW)),
      nextPageCursor: TEXT,
    }),
    run({ core, input }) {
      const { category, symbol } = input
      // v5: without a word only what is traded; a contract that is named is shown in any state.
      const status = input.status ?? (symbol === null ? 'Trading' : null)
      const rows = listedInstruments(core, ofOneCoin(input, OPTION_COIN))
        .flatMap((one) => writeInstrumentRow(one, isLent) ?? [])
        .filter((row) => (status === null || row.status === status) && isOfType(row, input.symbolType))
      const page = pageOfRows(rows, input, (row) => row.symbol)
      return { category, list: page.rows, nextPageCursor: page.next }
    },
  }),
  route({
    method: 'GET',
    path: '/v5/market/tickers',
    about: 'Prices and day figures of contracts',
    who: 'anyone',
    input: { ...MANY_SYMBOLS, expDate: EXPIRY_DAY },
    result: object({ category: TEXT, list: listOf(either(V5_TICKER_ROW, SPOT_TICKER_ROW, OPTION_TICKER_ROW)) }),
    run({ core, input }) {
      const wanted = contractsOf(core, { category: null, expDate: input.expDate })
      const nowMs = core.journal.now()
      const list = listedInstruments(core, ofOneCoin(input, null)).flatMap((instrument) => {
        if (wanted !== null && !wanted.has(instrument.symbol)) return []
        const ticker = core.market.ticker(instrument.symbol)
        if (ticker === null) return []
        const row = writeTickerRow(ticker, instrument, () => core.hourAgo.priceOf(instrument.symbol, nowMs))
        return row === null ? [] : [{ ...row, seq: ticker.seq }]
      })
      return { category: input.category, list }
    },
  }),
  route({
    method: 'GET',
    path: '/v5/market/orderbook',
    about: 'The best levels of the book, as of the last input on disk',
    who: 'anyone',
    input: { ...ONE_SYMBOL, limit: withDefault(integer({ min: 1, max: 1000, about: 'levels a side' }), 25) },
    result: object({ s: TEXT, b: LEVELS, a: LEVELS, ts: INTEGER, u: INTEGER, seq: INTEGER, cts: INTEGER }),
    run({ core, input }) {
      const { symbol, name } = requireNamed(core, input)
      const book = core.market.book(symbol, input.limit)
      const seq = core.journal.durableSeq()
      return { s: name, b: book.bids, a: book.asks, ts: core.journal.now(), u: seq, seq, cts: book.timeMs }
    },
  }),
  route({
    method: 'GET',
    path: '/v5/market/price-limit',
    about: 'The highest price to buy and the lowest to sell at now',
    who: 'anyone',
    input: { category: withDefault(CATEGORY, 'linear'), symbol: SYMBOL },
    result: object({ symbol: TEXT, buyLmt: DECIMAL, sellLmt: DECIMAL, ts: TIME }),
    codes: ['symbolNotTrading'],
    run({ core, input }) {
      const { symbol, name } = requireNamed(core, input)
      const band = core.journal.venue.priceBand(symbol)
      if (band === null) throw new Refused(CODE.symbolNotTrading, 'the contract does not trade', { field: 'symbol' })
      return { symbol: name, buyLmt: band.maxBuy, sellLmt: band.minSell, ts: String(core.journal.now()) }
    },
  }),
  route({
    method: 'GET',
    path: '/v5/market/recent-trade',
    about: 'The last public trades, newest first',
    who: 'anyone',
    input: {
      category: CATEGORY,
      symbol: optional(SYMBOL),
      limit: withDefault(integer({ min: 1, max: 1000 }), 500),
      baseCoin: optional(text({ max: 20, about: 'of options alone, in place of `symbol`' })),
      optionType: optional(word(['Call', 'Put'], { about: 'of options alone' })),
    },
    result: object({
      category: TEXT,
      list: listOf(
        object({
          execId: TEXT,
          symbol: TEXT,
          price: DECIMAL,
          size: DECIMAL,
          side: TEXT,
          time: TIME,
          isBlockTrade: FLAG,
          isRPITrade: FLAG,
        }),
      ),
    }),
    run({ core, input }) {
      const instruments = tradedInstruments(core, input)
      const names = new Map<string, string>(instruments.map((one) => [one.symbol, v5NameOf(one)]))
      const list = instruments
        .flatMap(({ symbol }) => core.journal.venue.recentTrades(symbol, input.limit))
        // Newest last, those of one millisecond in the order in which they happened.
        .toReversed()
        .toSorted((a, b) => b.timeMs - a.timeMs)
        .slice(0, input.limit)
        .map((trade) => ({
          execId: trade.id,
          symbol: names.get(trade.symbol)!,
          price: trade.price,
          size: trade.qty,
          side: SIDE_WORD[trade.side],
          time: String(trade.timeMs),
          isBlockTrade: false,
          isRPITrade: false,
        }))
      return { category: input.category, list }
    },
  }),
  ...KLINES.map(([path, about, source]) =>
    route({
      method: 'GET',
      path,
      about,
      who: 'anyone',
      input: CANDLE_FIELDS,
      result: object({
        symbol: TEXT,
        category: TEXT,
        list: listOf(source === 'last' ? TRADE_CANDLE : PRICE_CANDLE),
      }),
      run({ core, http, input }) {
        const { symbol, name } = requireNamed(core, input)
        const query = { symbol, source, ...candlesOf(input) }
        return whenDrawn(core, http, [query], () => {
          const candles = core.journal.venue.candles(query)
          const list = candles.map((candle) => writeCandleRow(candle, source === 'last')).toReversed()
          return { symbol: name, category: input.category, list }
        })
      },
    }),
  ),
  route({
    method: 'GET',
    path: '/v5/market/premium-index-price-kline',
    about: 'Candles of the mark price’s distance from the index, newest first',
    who: 'anyone',
    input: CANDLE_FIELDS,
    result: object({ symbol: TEXT, category: TEXT, list: listOf(PRICE_CANDLE) }),
    run({ core, http, input }) {
      const { symbol } = requireInstrument(core, input)
      const { venue } = core.journal
      const ofIndex = { symbol, source: 'index', ...candlesOf(input) } as const
      const ofMark = { ...ofIndex, source: 'mark' } as const
      return whenDrawn(core, http, [ofIndex, ofMark], () => {
        const index = new Map(venue.candles(ofIndex).map((one) => [one.startMs, one]))
        const list = venue
          .candles(ofMark)
          .flatMap((mark) => {
            const under = index.get(mark.startMs)
            return under === undefined ? [] : [writePremiumRow(mark, under)]
          })
          .toReversed()
        return { symbol, category: input.category, list }
      })
    },
  }),
  route({
    method: 'GET',
    path: RISK_LIMIT_PATH,
    about:
      'Risk tiers of contracts, lowest first. An order takes position and orders of a side to 45,035,996 of the settle coin ' +
      'at most (110090 names it); the tiers beyond are for positions that gain value',
    who: 'anyone',
    input: { ...MANY_SYMBOLS, cursor: unserved([], 'the first page has all') },
    result: object({ category: TEXT, list: listOf(V5_RISK_LIMIT_ROW), nextPageCursor: TEXT }),
    run: ({ core, input }) => ({
      category: input.category,
      list: listedInstruments(core, input)
        .filter(isContract)
        .flatMap((one) => writeRiskLimitRows(one)),
      nextPageCursor: '',
    }),
  }),
]

/** v5: options of one coin; `null` where the coin has to be named, if no symbol is. @throws Refused 10001 */
function ofOneCoin<T extends { category: string; symbol: string | null; baseCoin: string | null }>(
  asked: T,
  unnamed: string | null,
): T {
  const { category, symbol, baseCoin } = asked
  if (category !== 'option' || symbol !== null || baseCoin !== null) return asked
  if (unnamed === null) throw new Refused(CODE.badRequest, 'symbol or baseCoin is needed', { field: 'baseCoin' })
  return { ...asked, baseCoin: unnamed }
}

/** Whose trades are asked for: one instrument's, or those of all options on a coin. @throws Refused 10001 */
function tradedInstruments(
  core: Core,
  asked: {
    readonly category: string
    readonly symbol: string | null
    readonly baseCoin: string | null
    readonly optionType: 'Call' | 'Put' | null
  },
): readonly Instrument[] {
  const { category, symbol, baseCoin, optionType } = asked
  if (category !== 'option') {
    const alien = baseCoin !== null ? 'baseCoin' : optionType !== null ? 'optionType' : null
    if (alien !== null) throw new Refused(CODE.badRequest, `${alien} is of options alone`, { field: alien })
    if (symbol === null) throw new Refused(CODE.badRequest, 'symbol is needed', { field: 'symbol' })
  }
  const isWanted = (one: Instrument) =>
    optionType === null || ('strike' in one && one.isCall === (optionType === 'Call'))
  return listedInstruments(core, { category, symbol, baseCoin: baseCoin ?? OPTION_COIN }).filter(isWanted)
}

function candlesOf(input: Read<typeof CANDLE_FIELDS>): Omit<CandleQuery, 'symbol' | 'source'> {
  const { start: startMs, end: endMs, limit } = input
  return { interval: V5_INTERVALS.get(input.interval)!, startMs, endMs, limit }
}
