import type { Hono } from 'hono'
import type { Instrument } from '../../../src/domain/instrument/instrument'
import { CANDLE_INTERVALS, type CandleInterval, type CandleSource } from '../../../src/domain/market/market'
import { writeCandleRow, writePremiumRow } from '../../../src/wire/push/candle'
import { writeTicker } from '../../../src/wire/push/ticker'
import { CODE } from '../../../src/wire/rest/codes'
import {
  INSTRUMENTS_INFO_PATH,
  RISK_LIMIT_PATH,
  writeInstrumentInfo,
  writeRiskLimitRows,
} from '../../../src/wire/rest/instrument-info'
import { V5_CATEGORIES, v5CategoryOf } from '../../../src/wire/v5/category'
import { SIDE_WORD } from '../../../src/wire/words'
import { answer, Refused, type Core } from '../core'
import type { CandleQuery } from '../../venue/contract'
import { queryInteger, readQuery } from '../http/read-request'
import { OPEN_INTEREST_STEP_MS } from '../open-interest-log'

const CATEGORIES: ReadonlySet<string> = new Set(V5_CATEGORIES)
const KLINES: readonly (readonly [string, CandleSource])[] = [
  ['/v5/market/kline', 'last'],
  ['/v5/market/mark-price-kline', 'mark'],
  ['/v5/market/index-price-kline', 'index'],
]
/** v5 says D, W and M where the house says 1D, 1W and 1M (semantics.md §7.15). Both are read. */
const V5_INTERVALS: ReadonlyMap<string, CandleInterval> = new Map([
  ...CANDLE_INTERVALS.map((one) => [one, one] as const),
  ['D', '1D'],
  ['W', '1W'],
  ['M', '1M'],
])

const OPEN_INTEREST_STEPS_MS: ReadonlyMap<string, number> = new Map([
  ['5min', OPEN_INTEREST_STEP_MS],
  ['15min', 900_000],
  ['30min', 1_800_000],
  ['1h', 3_600_000],
  ['4h', 14_400_000],
  ['1d', 86_400_000],
])

type Query = ReadonlyMap<string, string>

/** Public reads under their v5 names. */
export function addMarketCalls(app: Hono, core: Core): void {
  app.get('/v5/market/time', (context) => {
    const nowMs = core.journal.now()
    return answer(core, context, {
      timeSecond: String(Math.floor(nowMs / 1000)),
      timeNano: `${nowMs}000000`,
    })
  })

  app.get(INSTRUMENTS_INFO_PATH, (context) => {
    const query = readQuery(context)
    const category = readCategory(query)
    const rows = listed(core, query, category).map(writeInstrumentInfo)
    const page = pageOfRows(
      rows.filter((row) => isAsked(query, row.status)),
      query,
      (row) => row.symbol,
    )
    return answer(core, context, { category, list: page.rows, nextPageCursor: page.next })
  })

  app.get('/v5/market/tickers', (context) => {
    const query = readQuery(context)
    const category = readCategory(query)
    const list = listed(core, query, category).flatMap(({ symbol, fundingIntervalMinutes, delivery }) => {
      const ticker = core.market.ticker(symbol)
      if (ticker === null) return []
      const row = writeTicker(ticker)
      const life = { deliveryTime: String(delivery?.timeMs ?? 0), deliveryFeeRate: delivery?.feeRate ?? '' }
      const funding = delivery === null ? { fundingIntervalHour: String(fundingIntervalMinutes / 60) } : {}
      return [{ ...row, ...life, ...funding, seq: ticker.seq }]
    })
    return answer(core, context, { category, list })
  })

  app.get('/v5/market/orderbook', (context) => {
    const query = readQuery(context)
    const instrument = requireInstrument(core, query, readCategory(query))
    const limit = queryInteger(query, 'limit', { min: 1, max: 1000 }) ?? 25
    const book = core.market.book(instrument.symbol, limit)
    return answer(core, context, {
      s: instrument.symbol,
      b: book.bids,
      a: book.asks,
      ts: core.journal.now(),
      u: core.journal.durableSeq(),
      seq: core.journal.durableSeq(),
      cts: book.timeMs,
    })
  })

  app.get('/v5/market/price-limit', (context) => {
    const query = readQuery(context)
    const { symbol } = requireInstrument(core, query, readCategory(query))
    const band = core.journal.venue.priceBand(symbol)
    if (band === null) throw new Refused(CODE.symbolNotTrading, 'the contract does not trade', { field: 'symbol' })
    return answer(core, context, {
      symbol,
      buyLmt: band.maxBuy,
      sellLmt: band.minSell,
      ts: String(core.journal.now()),
    })
  })

  app.get('/v5/market/recent-trade', (context) => {
    const query = readQuery(context)
    const category = readCategory(query)
    const { symbol } = requireInstrument(core, query, category)
    const limit = queryInteger(query, 'limit', { min: 1, max: 1000 }) ?? 500
    const list = core.journal.venue
      .recentTrades(symbol, limit)
      .toSorted((a, b) => b.timeMs - a.timeMs)
      .map((trade) => ({
        execId: trade.id,
        symbol,
        price: trade.price,
        size: trade.qty,
        side: SIDE_WORD[trade.side],
        time: String(trade.timeMs),
        isBlockTrade: false,
      }))
    return answer(core, context, { category, list })
  })

  for (const [path, source] of KLINES) {
    app.get(path, (context) => {
      const query = readQuery(context)
      const category = readCategory(query)
      const { symbol } = requireInstrument(core, query, category)
      const candles = core.journal.venue.candles({ symbol, source, ...readCandleQuery(query) })
      const list = candles.map((candle) => writeCandleRow(candle, source === 'last')).toReversed()
      return answer(core, context, { symbol, category, list })
    })
  }

  app.get('/v5/market/premium-index-price-kline', (context) => {
    const query = readQuery(context)
    const category = readCategory(query)
    const { symbol } = requireInstrument(core, query, category)
    const asked = readCandleQuery(query)
    const index = new Map(
      core.journal.venue.candles({ symbol, source: 'index', ...asked }).map((one) => [one.startMs, one]),
    )
    const list = core.journal.venue
      .candles({ symbol, source: 'mark', ...asked })
      .flatMap((mark) => {
        const under = index.get(mark.startMs)
        return under === undefined ? [] : [writePremiumRow(mark, under)]
      })
      .toReversed()
    return answer(core, context, { symbol, category, list })
  })

  app.get('/v5/market/open-interest', (context) => {
    const query = readQuery(context)
    const category = readCategory(query)
    const { symbol } = requireInstrument(core, query, category)
    const stepMs = OPEN_INTEREST_STEPS_MS.get(query.get('intervalTime') ?? '')
    if (stepMs === undefined) throw new Refused(CODE.badRequest, 'interval invalid', { field: 'intervalTime' })
    const startMs = queryInteger(query, 'startTime', { min: 0, max: 1e14 })
    const endMs = queryInteger(query, 'endTime', { min: 0, max: 1e14 })
    const limit = queryInteger(query, 'limit', { min: 1, max: 200 }) ?? 50
    const list = core.openInterest
      .rows(symbol, { stepMs, startMs, endMs })
      .slice(0, limit)
      .map((row) => ({ openInterest: row.openInterest, timestamp: String(row.timeMs) }))
    return answer(core, context, { category, symbol, list, nextPageCursor: '' })
  })

  app.get(RISK_LIMIT_PATH, (context) => {
    const query = readQuery(context)
    const category = readCategory(query)
    const list = listed(core, query, category).flatMap((instrument) => writeRiskLimitRows(instrument))
    return answer(core, context, { category, list, nextPageCursor: '' })
  })
}

/** @throws Refused, BadRequest naming the field */
function readCandleQuery(query: Query): Omit<CandleQuery, 'symbol' | 'source'> {
  const interval = V5_INTERVALS.get(query.get('interval') ?? '')
  if (interval === undefined) throw new Refused(CODE.badRequest, 'interval invalid', { field: 'interval' })
  return {
    interval,
    startMs: queryInteger(query, 'start', { min: 0, max: 1e14 }),
    endMs: queryInteger(query, 'end', { min: 0, max: 1e14 }),
    limit: queryInteger(query, 'limit', { min: 1, max: 1000 }) ?? 200,
  }
}

/** @throws Refused unless it is one of v5's words */
export function readCategory(query: Query): string {
  const category = query.get('category') ?? ''
  if (!CATEGORIES.has(category)) throw new Refused(CODE.badRequest, 'category invalid', { field: 'category' })
  return category
}

/** v5: without a word only what is traded; a contract that is named is shown in any state. */
function isAsked(query: Query, status: string): boolean {
  const asked = query.get('status') ?? (query.has('symbol') ? status : 'Trading')
  return asked === status
}

/** Contracts of the category, or the one that is named. A name nobody knows is refused. */
function listed(core: Core, query: Query, category: string): readonly Instrument[] {
  if (query.has('symbol')) return [requireInstrument(core, query, category)]
  const baseCoin = query.get('baseCoin')
  return core.catalogue
    .all()
    .filter((one) => v5CategoryOf(one) === category && (baseCoin === undefined || one.baseCoin === baseCoin))
}

/** One page of rows; the cursor is the key of the last row given. */
function pageOfRows<Row>(
  rows: readonly Row[],
  query: Query,
  keyOf: (row: Row) => string,
): { readonly rows: readonly Row[]; readonly next: string } {
  const limit = queryInteger(query, 'limit', { min: 1, max: 1000 }) ?? 500
  const cursor = query.get('cursor') ?? ''
  const start = cursor === '' ? 0 : rows.findIndex((row) => keyOf(row) === cursor) + 1
  const page = rows.slice(start, start + limit)
  const last = page.at(-1)
  return { rows: page, next: last !== undefined && start + limit < rows.length ? keyOf(last) : '' }
}

/** @throws Refused when the symbol is not of the category */
export function requireInstrument(core: Core, query: Query, category: string): Instrument {
  const instrument = core.catalogue.find(query.get('symbol') ?? '')
  if (instrument === null || v5CategoryOf(instrument) !== category)
    throw new Refused(CODE.badRequest, 'symbol invalid', { field: 'symbol' })
  return instrument
}
