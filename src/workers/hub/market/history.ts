import type { Candle } from '../../../domain/market/market'
import type { LoanCharge } from '../../../domain/account/lending'
import type { Execution } from '../../../domain/order/execution'
import type { InstrumentSymbol, Order } from '../../../domain/order/order'
import type { CandleRange, HistoryQuery, HistoryRows, Read, StrategyOrdersQuery } from '../../hub-api'
import type { Page } from '../../venue/venue-calls'
import type { VenueCall } from '../../venue/venue-http'
import { readCall, type ReadPorts } from '../read-call'
import { UnknownEnds } from '../account/unknown-ends'
import type { VenuePort } from '../../venue/venue-port'
import type { HubStore } from '../store/hub-store'
import { CANDLES_SAVED_MAX, candlesOf } from './snapshots'

/** Rows of one answer of the list of a strategy's orders. */
const STRATEGY_ORDERS_MAX = 50
/** Rows of one answer of the list of interest. */
const LOAN_CHARGES_MAX = 50
/** Empty pages in a row that are passed over. */
const EMPTY_PAGES_MAX = 20

export interface HistoryPorts extends ReadPorts {
  readonly store: HubStore
  readonly venue: VenuePort
  /** A row names a market whose rules may not be known yet: its coin and decimals are needed. */
  named(symbol: InstrumentSymbol): void
}

/** Reads that are not streams: bars, closed orders, fills. They say whether they come from the exchange or from disk. */
export class History {
  readonly #ends: UnknownEnds

  constructor(private readonly ports: HistoryPorts) {
    this.#ends = new UnknownEnds(ports.venue, ports.trace)
  }

  /** Oldest first. Without an answer the newest bars kept on disk, with the time they were true. */
  async candles(range: CandleRange): Promise<Read<readonly Candle[]>> {
    const { endMs, limit } = range
    const { rest, store, clock, venue } = this.ports
    const of = candlesOf(range)
    const read = await readCall(this.ports, 'history', venue.calls.candles(range, rest.serverNow()))
    if (!read.hasError) {
      if (endMs === null && read.value.length > 0)
        void store.writeSaved([
          { kind: 'candle', of, value: read.value.slice(-CANDLES_SAVED_MAX), asOfMs: clock.now() },
        ])
      return read
    }
    const saved = await store.readSaved('candle', of)
    if (saved === null) return read
    const value = saved.value.filter((candle) => endMs === null || candle.startMs <= endMs).slice(-limit)
    return { hasError: false, value, asOfMs: saved.asOfMs, fromCache: true }
  }

  async orders(query: HistoryQuery): Promise<Read<HistoryRows<Order>>> {
    const { calls } = this.ports.venue
    const read = await this.#rows(query, (cursor) => calls.endedOrders({ ...query, cursor, limit: limitOf(query) }))
    if (!read.hasError)
      for (const order of read.value.rows) {
        this.#ends.look(order)
        this.ports.named(order.symbol)
      }
    return read
  }

  async executions(query: HistoryQuery): Promise<Read<HistoryRows<Execution>>> {
    const { calls } = this.ports.venue
    const read = await this.#rows(query, (cursor) => calls.executions({ ...query, cursor, limit: limitOf(query) }))
    if (!read.hasError) for (const { symbol } of read.value.rows) this.ports.named(symbol)
    return read
  }

  loanCharges(query: Pick<HistoryQuery, 'limit' | 'cursor'>): Promise<Read<HistoryRows<LoanCharge>>> {
    const { calls } = this.ports.venue
    const limit = Math.min(LOAN_CHARGES_MAX, query.limit)
    return this.#rows(query, (cursor) => calls.loanCharges({ cursor, limit }))
  }

  strategyOrders({ symbol, strategyId, cursor }: StrategyOrdersQuery): Promise<Read<HistoryRows<Order>>> {
    const { calls } = this.ports.venue
    return this.#rows({ cursor }, (next) =>
      calls.strategyOrders(strategyId, symbol, { cursor: next, limit: STRATEGY_ORDERS_MAX }),
    )
  }

  async #rows<T>(
    first: Pick<HistoryQuery, 'cursor'>,
    page: (cursor: string | null) => VenueCall<Page<T>>,
  ): Promise<Read<HistoryRows<T>>> {
    let { cursor } = first
    for (let pages = 1; ; pages++) {
      const read = await readCall(this.ports, 'history', page(cursor))
      if (read.hasError) return read
      const { rows, nextCursor } = read.value
      // The exchange looks so far with one call and no further: an empty page before the end says nothing yet.
      if (rows.length > 0 || nextCursor === null || pages === EMPTY_PAGES_MAX)
        return { ...read, value: { rows, nextCursor } }
      cursor = nextCursor
    }
  }
}

/** Rows of one answer, as many as a list gives at most. */
function limitOf({ limit }: HistoryQuery): number {
  return Math.max(1, Math.min(100, limit))
}
