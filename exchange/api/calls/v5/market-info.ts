import { Exact, toText } from '../../../../src/domain/decimal'
import { v5CategoryOfSymbol, V5_CATEGORIES } from '../../../../src/wire/v5/category'
import type { Core } from '../../core'
import { adlRows, poolRows } from '../../insurance-rows'
import { choice, integer, optional, text, withDefault, word } from '../shared/route/field'
import { route } from '../shared/route/route'
import { ANY_OBJECT, DECIMAL, INTEGER, listOf, object, TEXT, TIME, tuple } from '../shared/route/schema'
import { CATEGORY, pageFields, SYMBOL } from '../shared/shared-fields'
import { pageOfRows, requireInstrument } from './fields'

const ADL_ROW = object({
  coin: TEXT,
  symbol: TEXT,
  balance: DECIMAL,
  maxBalance: DECIMAL,
  insurancePnlRatio: DECIMAL,
  pnlRatio: DECIMAL,
  adlTriggerThreshold: DECIMAL,
  adlStopRatio: DECIMAL,
})

/** v5's public reads of what a contract rests on: its index, its delivery, who insures it, who holds it. */
export const MARKET_INFO_CALLS = [
  route({
    method: 'GET',
    path: '/v5/market/delivery-price',
    about: 'At what dated contracts and options were delivered in the last thirty days, newest first',
    who: 'anyone',
    input: {
      category: CATEGORY,
      symbol: optional(SYMBOL),
      baseCoin: optional(text({ max: 20 })),
      settleCoin: optional(text({ max: 20 })),
      ...pageFields(50, 200),
    },
    result: object({
      category: TEXT,
      list: listOf(object({ symbol: TEXT, deliveryPrice: DECIMAL, deliveryTime: TIME })),
      nextPageCursor: TEXT,
    }),
    run({ core, input }) {
      const { category, symbol, baseCoin, settleCoin } = input
      const rows = core.journal.venue
        .deliveries(symbol)
        .filter(
          (one) =>
            v5CategoryOfSymbol(one.symbol) === category &&
            (baseCoin ?? one.baseCoin) === one.baseCoin &&
            (settleCoin ?? one.settleCoin) === one.settleCoin,
        )
        .map((one) => ({ symbol: one.symbol, deliveryPrice: one.price, deliveryTime: String(one.timeMs) }))
      const page = pageOfRows(rows, input, (row) => row.symbol)
      return { category, list: page.rows, nextPageCursor: page.next }
    },
  }),
  route({
    method: 'GET',
    path: '/v5/market/insurance',
    about: 'The insurance pool of each settle coin, and the contracts that share it',
    who: 'anyone',
    input: { coin: optional(text({ max: 20 })) },
    result: object({
      updatedTime: TIME,
      list: listOf(object({ coin: TEXT, symbols: TEXT, balance: DECIMAL, value: DECIMAL })),
    }),
    run({ core, input }) {
      const list = poolRows({ venue: core.journal.venue, catalogue: core.catalogue }, null)
        .filter(({ coin }) => (input.coin ?? coin) === coin)
        .map((one) => ({
          ...one,
          value: toText(new Exact(one.balance).times(dollarsOf(core, one.coin)).toDecimalPlaces(2)),
        }))
      return { updatedTime: String(core.journal.now()), list }
    },
  }),
  route({
    method: 'GET',
    path: '/v5/market/adlAlert',
    about: 'The pools that stand behind contracts, and where deleveraging starts and stops',
    who: 'anyone',
    input: { symbol: optional(SYMBOL) },
    // The published description says `updateTime`, its example `updatedTime`.
    result: object({ updatedTime: TIME, updateTime: TIME, list: listOf(ADL_ROW) }),
    run({ core, input }) {
      const list = adlRows({ venue: core.journal.venue, catalogue: core.catalogue }, null).filter(
        ({ symbol }) => (input.symbol ?? symbol) === symbol,
      )
      const nowMs = String(core.journal.now())
      return { updatedTime: nowMs, updateTime: nowMs, list }
    },
  }),
  route({
    method: 'GET',
    path: '/v5/market/index-price-components',
    about: 'What an index price is made of: here one source, the simulated reference market',
    who: 'anyone',
    input: { indexName: text({ max: 40, about: 'a contract, such as `BTCUSDT`' }) },
    result: object({
      indexName: TEXT,
      lastPrice: DECIMAL,
      updateTime: TIME,
      components: listOf(
        object({
          exchange: TEXT,
          spotPair: TEXT,
          equivalentPrice: DECIMAL,
          multiplier: DECIMAL,
          price: DECIMAL,
          weight: DECIMAL,
        }),
      ),
    }),
    run({ core, input }) {
      const { indexName } = input
      const ticker = core.market.ticker(indexName)
      const price = ticker?.indexPrice ?? ''
      const component = {
        exchange: 'Halyard',
        spotPair: indexName,
        equivalentPrice: price,
        multiplier: '1',
        price,
        weight: '1',
      }
      const components = price === '' ? [] : [component]
      return { indexName, lastPrice: price, updateTime: String(ticker?.timeMs ?? ''), components }
    },
  }),
  route({
    method: 'GET',
    path: '/v5/market/rpi_orderbook',
    about: 'The book with the part of each level that is for retail alone: here nothing is',
    who: 'anyone',
    input: {
      category: withDefault(word(V5_CATEGORIES), 'linear'),
      symbol: SYMBOL,
      limit: withDefault(integer({ min: 1, max: 50, about: 'levels a side' }), 50),
    },
    result: object({
      s: TEXT,
      b: listOf(tuple(DECIMAL, DECIMAL, DECIMAL)),
      a: listOf(tuple(DECIMAL, DECIMAL, DECIMAL)),
      ts: INTEGER,
      u: INTEGER,
      seq: INTEGER,
      cts: INTEGER,
    }),
    run({ core, input }) {
      const { symbol } = requireInstrument(core, input)
      const { bids, asks, timeMs } = core.market.book(symbol, input.limit)
      const rows = (levels: typeof bids) => levels.map(([price, qty]) => [price, qty, '0'])
      const seq = core.journal.durableSeq()
      return { s: symbol, b: rows(bids), a: rows(asks), ts: core.journal.now(), u: seq, seq, cts: timeMs }
    },
  }),
  route({
    method: 'GET',
    path: '/v5/market/fee-group-info',
    about: 'Empty: every contract here has the fees of its account’s tier',
    who: 'anyone',
    input: {
      productType: optional(word(['spot', 'derivatives'])),
      groupId: optional(choice([1, 2, 3, 4, 5, 6, 7])),
    },
    result: object({ list: listOf(ANY_OBJECT) }),
    run: () => ({ list: [] }),
  }),
]

/** A settle coin in US dollars: the index of its own perpetual, one where it is a dollar. */
function dollarsOf(core: Core, coin: string): string {
  return core.market.ticker(`${coin}USDT`)?.indexPrice ?? '1'
}
