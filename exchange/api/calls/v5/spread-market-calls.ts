import type { Spread } from '../../../../src/domain/instrument/spread'
import { CODE } from '../../../../src/wire/rest/codes'
import { writeSpreadInstrument, writeSpreadTicker, writeSpreadTrade } from '../../../../src/wire/v5/spread-rows'
import { Refused, type Core } from '../../core'
import { LEVELS } from '../shared/answers'
import { integer, optional, text, withDefault } from '../shared/route/field'
import { route } from '../shared/route/route'
import { DECIMAL, each, INTEGER, listOf, object, TEXT, TIME } from '../shared/route/schema'
import { pageFields, SYMBOL } from '../shared/shared-fields'
import { pageOfRows } from './fields'
import { requireSpread, spreadsOf } from '../shared/spreads'

const INSTRUMENT_ROW = object({
  ...each('symbol contractType status baseCoin quoteCoin settleCoin', TEXT),
  ...each('tickSize minPrice maxPrice lotSize minSize maxSize', DECIMAL),
  ...each('launchTime deliveryTime', TIME),
  legs: listOf(object(each('symbol contractType', TEXT))),
})
const TICKER_ROW = object({
  symbol: TEXT,
  ...each('bidPrice bidSize askPrice askSize lastPrice highPrice24h lowPrice24h prevPrice24h volume24h', DECIMAL),
})
const TRADE_ROW = object({ execId: TEXT, symbol: TEXT, price: DECIMAL, size: DECIMAL, side: TEXT, time: TIME })

/** Public calls of spreads. A spread that is named and not listed is in no list. */
export const SPREAD_MARKET_CALLS = [
  route({
    method: 'GET',
    path: '/v5/spread/instrument',
    about: 'Spreads and their rules',
    who: 'anyone',
    input: { symbol: optional(SYMBOL), baseCoin: optional(text({ max: 20 })), ...pageFields(200, 500) },
    result: object({ list: listOf(INSTRUMENT_ROW), nextPageCursor: TEXT }),
    run({ core, input }) {
      const rows = shown(core, input.symbol)
        .filter(({ baseCoin }) => (input.baseCoin ?? baseCoin) === baseCoin)
        .map(writeSpreadInstrument)
      const page = pageOfRows(rows, input, (row) => row.symbol)
      return { list: page.rows, nextPageCursor: page.next }
    },
  }),
  route({
    method: 'GET',
    path: '/v5/spread/orderbook',
    about: 'The best levels of a spread’s book, as of the last input on disk. Prices may be zero or below',
    who: 'anyone',
    input: { symbol: SYMBOL, limit: withDefault(integer({ min: 1, max: 25, about: 'levels a side' }), 1) },
    result: object({ s: TEXT, b: LEVELS, a: LEVELS, ts: INTEGER, u: INTEGER, seq: INTEGER, cts: INTEGER }),
    run({ core, input }) {
      const { symbol } = requireSpread(core, input.symbol)
      const book = core.market.book(symbol, input.limit)
      const seq = core.journal.durableSeq()
      return { s: symbol, b: book.bids, a: book.asks, ts: core.journal.now(), u: seq, seq, cts: book.timeMs }
    },
  }),
  route({
    method: 'GET',
    path: '/v5/spread/tickers',
    about: 'Prices and day figures of spreads',
    who: 'anyone',
    input: { symbol: optional(SYMBOL) },
    result: object({ list: listOf(TICKER_ROW) }),
    run: ({ core, input }) => ({
      list: shown(core, input.symbol).flatMap(({ symbol }) => {
        const ticker = core.market.ticker(symbol)
        return ticker === null ? [] : [writeSpreadTicker(ticker)]
      }),
    }),
  }),
  route({
    method: 'GET',
    path: '/v5/spread/recent-trade',
    about: 'The last public trades of spreads, newest first',
    who: 'anyone',
    input: { symbol: optional(SYMBOL), limit: withDefault(integer({ min: 1, max: 1000 }), 500) },
    result: object({ list: listOf(TRADE_ROW) }),
    run: ({ core, input }) => ({
      list: shown(core, input.symbol)
        .flatMap(({ symbol }) => core.journal.venue.recentTrades(symbol, input.limit).toReversed())
        .toSorted((a, b) => b.timeMs - a.timeMs)
        .slice(0, input.limit)
        .map(writeSpreadTrade),
    }),
  }),
  route({
    method: 'GET',
    path: '/v5/spread/max-qty',
    about: 'What an order of a spread may take of the settle coin: `ab`, truncated to 8 decimals',
    who: 'reader',
    input: {
      symbol: SYMBOL,
      side: integer({ min: 1, max: 2, about: '1 buy, 2 sell' }),
      orderPrice: text({ max: 40 }),
    },
    result: object({ ab: DECIMAL }),
    codes: ['symbolNotTrading'],
    run({ core, caller, input }) {
      const { symbol, settleCoin } = requireSpread(core, input.symbol)
      // Its day is over, or a leg's, or has not begun: what is available is no order's.
      if (core.journal.venue.priceBand(symbol) === null)
        throw new Refused(CODE.symbolNotTrading, 'this spread does not trade', { field: 'symbol' })
      if (!/^-?\d+(\.\d+)?$/.test(input.orderPrice))
        throw new Refused(CODE.badRequest, 'orderPrice is no number', { field: 'orderPrice' })
      const coins = core.journal.venue.wallet(caller.account)?.coins ?? []
      return { ab: coins.find(({ coin }) => coin === settleCoin)?.available ?? '0' }
    },
  }),
]

function shown(core: Core, symbol: string | null): readonly Spread[] {
  return spreadsOf(core).filter((one) => (symbol ?? one.symbol) === one.symbol)
}
