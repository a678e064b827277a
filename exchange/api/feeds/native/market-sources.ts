import type {
  Candle,
  CandleInterval,
  CandleSource as PriceSource,
  Ticker,
  Trade,
} from '../../../../src/domain/market/market'
import type { Notice } from '../../../../src/domain/market/notice'
import { writeCandle } from '../../../../src/wire/push/candle'
import { writeIndexQuote } from '../../../../src/wire/push/index-quote'
import { writeNotice, type NoticeJson } from '../../../../src/wire/push/notice'
import { writeTicker, writeTickerChange, type TickerJson } from '../../../../src/wire/push/ticker'
import { writeTrade } from '../../../../src/wire/push/trade'
import { writeOptionFigures } from '../../../../src/wire/v5/option-rows'
import type { Venue } from '../../../venue/venue-port'
import { PendingBars } from '../dispatcher/pending-bars'
import { writePush, type StreamSource } from '../dispatcher/topic-stream'

/** Public prints a snapshot holds, and the most one message carries (v5: 1024). */
const TRADES_IN_SNAPSHOT = 60
const TRADES_MAX = 1024

/** The part that all but the book share: data is plain JSON. */
export abstract class JsonSource implements StreamSource {
  constructor(protected readonly topic: string) {}
  abstract advance(): unknown
  abstract state(): unknown
  write(type: 'snapshot' | 'delta', timeMs: number, seq: number, data: unknown): string {
    return writePush(this.topic, type, timeMs, seq, JSON.stringify(data))
  }
}

/** `instrument_info.*`: a snapshot has every field, a delta the changed ones. */
export class TickerSource extends JsonSource {
  #published: TickerJson

  constructor(
    topic: string,
    symbol: string,
    private readonly latest: () => Ticker | null,
  ) {
    super(topic)
    this.#published = { symbol }
  }

  advance(): TickerJson | null {
    const ticker = this.latest()
    if (ticker === null) {
      // Of a contract that ended. A delta takes nothing away: the feed sends a snapshot (`resnapshot`).
      this.#published = { symbol: this.#published.symbol }
      return null
    }
    const next = writeWhole(ticker)
    const change = writeTickerChange(this.#published, next)
    this.#published = next
    return change
  }

  state(): TickerJson {
    return this.#published
  }
}

/** With what an option's has besides. */
function writeWhole(ticker: Ticker): TickerJson {
  const plain = writeTicker(ticker)
  return ticker.option == null ? plain : { ...plain, ...writeOptionFigures(ticker.option) }
}

/** `instrument_info_v3.all`, and the same of options by coin: a list of rows as above, changed ones only in a delta. */
export class AllTickersSource extends JsonSource {
  readonly #rows = new Map<string, TickerJson>()

  constructor(
    topic: string,
    private readonly latest: ReadonlyMap<string, Ticker>,
  ) {
    super(topic)
  }

  advance(): readonly TickerJson[] | null {
    const changes: TickerJson[] = []
    for (const [symbol, ticker] of this.latest) {
      const next = writeWhole(ticker)
      const change = writeTickerChange(this.#rows.get(symbol) ?? { symbol }, next)
      if (change === null) continue
      this.#rows.set(symbol, next)
      changes.push(change)
    }
    return changes.length === 0 ? null : changes
  }

  state(): readonly TickerJson[] {
    // A contract that ended has no ticker any more.
    for (const symbol of this.#rows.keys()) if (!this.latest.has(symbol)) this.#rows.delete(symbol)
    return [...this.#rows.values()]
  }
}

/** `recently_trade.H.*`: a snapshot holds the newest prints, a delta the new ones; both rise in time. */
export class TradesSource extends JsonSource {
  #pending: Trade[] = []
  #recent: Trade[]

  constructor(topic: string, recent: readonly Trade[]) {
    super(topic)
    this.#recent = [...recent].toSorted((a, b) => a.timeMs - b.timeMs)
  }

  add(trade: Trade): void {
    this.#pending.push(trade)
    if (this.#pending.length > TRADES_MAX) this.#pending.shift()
  }

  advance(): unknown {
    if (this.#pending.length === 0) return null
    const rows = this.#pending.map(writeTrade)
    this.#recent = [...this.#recent, ...this.#pending].slice(-TRADES_IN_SNAPSHOT)
    this.#pending = []
    return rows
  }

  state(): unknown {
    return this.#recent.map(writeTrade)
  }
}

/** `kline.*`, `mark_kline.*`, `index_candle.*`: the bars that changed, oldest first. */
export class CandlesSource extends JsonSource {
  readonly #pending = new PendingBars()

  constructor(
    topic: string,
    private readonly venue: Venue,
    private readonly query: {
      readonly symbol: string
      readonly interval: CandleInterval
      readonly source: PriceSource
    },
  ) {
    super(topic)
  }

  add(candle: Candle): void {
    this.#pending.add(candle)
  }

  advance(): unknown {
    return this.#pending.take()?.map(writeCandle) ?? null
  }

  state(): unknown {
    return this.venue.candles({ ...this.query, startMs: null, endMs: null, limit: 2 }).map(writeCandle)
  }
}

/** `index_quote_*`: the index price when it moved. */
export class IndexSource extends JsonSource {
  #published: string | null = null

  constructor(
    topic: string,
    private readonly symbol: string,
    private readonly latest: () => Ticker | null,
  ) {
    super(topic)
  }

  advance(): unknown {
    const price = this.latest()?.indexPrice ?? null
    if (price === null || price === this.#published) return null
    this.#published = price
    return writeIndexQuote(this.symbol, price)
  }

  state(): unknown {
    const price = this.latest()?.indexPrice ?? null
    return price === null ? { symbol: this.symbol, indexPrice: '' } : writeIndexQuote(this.symbol, price)
  }
}

/** `public.notice`: every notice that is valid, whenever they are others than before. */
export class NoticeSource extends JsonSource {
  #published = '[]'

  constructor(
    topic: string,
    private readonly current: () => readonly Notice[],
  ) {
    super(topic)
  }

  advance(): readonly NoticeJson[] | null {
    const rows = this.current().map(writeNotice)
    const text = JSON.stringify(rows)
    if (text === this.#published) return null
    this.#published = text
    return rows
  }

  state(): readonly NoticeJson[] {
    return this.current().map(writeNotice)
  }
}
