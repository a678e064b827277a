import type { Clock } from '../../../base/clock'
import { barEnd } from '../../../domain/market/interval'
import type { Candle, CandleInterval } from '../../../domain/market/market'
import type { Execution } from '../../../domain/order/execution'
import type { InstrumentSymbol, Order } from '../../../domain/order/order'
import { asArray, asObject, WireError } from '../../../wire/json'
import { TWAP_ORDER_LIST_PATH } from '../../../wire/rest/strategy'
import { parseCandleRow } from '../../../wire/push/candle'
import { v5CategoryOfSymbol } from '../../../wire/v5/category'
import type { CandleRange, HistoryQuery, HistoryRows, Read, StrategyOrdersQuery } from '../../hub-api'
import type { CallResult, RestCall, RestClient } from '../rest-client'
import { UnknownEnds } from '../account/unknown-ends'
import type { VenuePort } from '../../venue/venue-port'
import type { HubStore } from '../store/hub-store'

const CANDLE_PATH = {
  last: '/v5/market/kline',
  mark: '/v5/market/mark-price-kline',
  index: '/v5/market/index-price-kline',
} as const
/** v5's words where they differ from ours. */
const INTERVAL_WORD: Readonly<Partial<Record<CandleInterval, string>>> = { '1D': 'D', '1W': 'W', '1M': 'M' }
/** Bars of one answer (v5). */
const CANDLES_MAX = 1_000
/** Bars kept on disk per symbol, interval and source. */
const CANDLES_SAVED_MAX = 500
/** Rows of one answer of the list of a strategy's orders. */
const STRATEGY_ORDERS_MAX = 50
/** Empty pages in a row that are passed over. */
const EMPTY_PAGES_MAX = 20

export interface HistoryPorts {
  readonly clock: Clock
  readonly rest: RestClient
  readonly store: HubStore
  readonly trace: (what: string, error: unknown) => void
  readonly venue: VenuePort
}

/** Reads that are not streams: bars, closed orders, fills. They say whether they come from the exchange or from disk. */
export class History {
  readonly #ends: UnknownEnds

  constructor(private readonly ports: HistoryPorts) {
    this.#ends = new UnknownEnds(ports.trace)
  }

  /** Oldest first. Without an answer the newest bars kept on disk, with the time they were true. */
  async candles(range: CandleRange): Promise<Read<readonly Candle[]>> {
    const { symbol, interval, source, endMs, limit } = range
    const { rest, store, clock } = this.ports
    const answer = await rest.call({
      method: 'GET',
      path: CANDLE_PATH[source],
      query: {
        category: v5CategoryOfSymbol(symbol),
        symbol,
        interval: INTERVAL_WORD[interval] ?? interval,
        end: endMs,
        limit: Math.max(1, Math.min(CANDLES_MAX, limit)),
      },
      symbol,
    })
    const read = this.#read(answer, (result) => {
      const nowMs = rest.serverNow()
      return asArray(asObject(result, 'result')['list'], 'list')
        .map((row) => parseCandleRow(row, symbol, (startMs) => barEnd(interval, startMs), nowMs))
        .toReversed()
    })
    if (!read.hasError) {
      if (endMs === null && read.value.length > 0)
        void store.writeCandles({
          symbol,
          interval,
          source,
          candles: read.value.slice(-CANDLES_SAVED_MAX),
          asOfMs: clock.now(),
        })
      return read
    }
    const saved = await store.readCandles(range)
    if (saved === null) return read
    const value = saved.candles.filter((candle) => endMs === null || candle.startMs <= endMs).slice(-limit)
    return { hasError: false, value, asOfMs: saved.asOfMs, fromCache: true }
  }

  async orders(query: HistoryQuery): Promise<Read<HistoryRows<Order>>> {
    return this.#rows('/v5/order/history', query, (row) => {
      const order = this.ports.venue.account.order(row)
      this.#ends.look(order)
      return order
    })
  }

  async executions(query: HistoryQuery): Promise<Read<HistoryRows<Execution>>> {
    return this.#rows('/v5/execution/list', query, (row) => this.ports.venue.account.execution(row))
  }

  async strategyOrders({ symbol, strategyId, cursor }: StrategyOrdersQuery): Promise<Read<HistoryRows<Order>>> {
    const query = { strategyId, limit: STRATEGY_ORDERS_MAX, cursor }
    return this.#ask(TWAP_ORDER_LIST_PATH, query, symbol, (row) => this.ports.venue.account.order(row))
  }

  #rows<T>(path: string, query: HistoryQuery, parse: (row: unknown) => T): Promise<Read<HistoryRows<T>>> {
    const { symbol, limit, cursor } = query
    return this.#ask(path, { category: 'all', symbol, limit: Math.max(1, Math.min(100, limit)), cursor }, symbol, parse)
  }

  async #ask<T>(
    path: string,
    first: NonNullable<RestCall['query']>,
    symbol: InstrumentSymbol | null,
    parse: (row: unknown) => T,
  ): Promise<Read<HistoryRows<T>>> {
    let query = first
    for (let pages = 1; ; pages++) {
      const answer = await this.ports.rest.call({ method: 'GET', path, query, symbol })
      const read = this.#read(answer, (result) => {
        const json = asObject(result, 'result')
        const next = json['nextPageCursor']
        return {
          rows: asArray(json['list'], 'list').map(parse),
          nextCursor: typeof next === 'string' && next !== '' ? next : null,
        }
      })
      // The exchange looks so far with one call and no further: an empty page before the end says nothing yet.
      if (read.hasError || read.value.rows.length > 0 || read.value.nextCursor === null || pages === EMPTY_PAGES_MAX)
        return read
      query = { ...query, cursor: read.value.nextCursor }
    }
  }

  #read<T>(answer: CallResult<unknown>, parse: (result: unknown) => T): Read<T> {
    if (answer.hasError) return { hasError: true, message: answer.message, code: answer.code }
    try {
      return { hasError: false, value: parse(answer.value), asOfMs: this.ports.clock.now(), fromCache: false }
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      this.ports.trace('history', error)
      return { hasError: true, message: error.message, code: null }
    }
  }
}
