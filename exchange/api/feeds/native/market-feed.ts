import type { Ticker } from '../../../../src/domain/market/market'
import { parseTopic, type PublicTopic, type TopicRate } from '../../../../src/wire/push/topics'
import type { Venue, VenueEvent } from '../../../venue/venue-port'
import { BookMirror } from '../dispatcher/book-mirror'
import { BookSource } from './book-source'
import {
  AllTickersSource,
  CandlesSource,
  IndexSource,
  NoticeSource,
  SymbolNotifySource,
  TickerSource,
  TradesSource,
} from './market-sources'
import { TopicStream, type Outlet, type StreamReader } from '../dispatcher/topic-stream'

/** Fastest legal period of each topic, milliseconds (decisions 2; semantics.md §3). `M` is 200 ms throughout. */
const BOOK_PERIOD_MS = { 25: 20, 50: 20, 200: 100, 1000: 200 } as const
const TICKER_PERIOD_MS = 100
const ALL_TICKERS_PERIOD_MS = 1000
const TRADES_PERIOD_MS = 20
const CANDLE_PERIOD_MS = 100
const INDEX_PERIOD_MS = 20
const SLOW_PERIOD_MS = 200

interface SymbolMarket {
  /** What its changes touch in `#byEvent`. */
  readonly bookEvent: string
  book: BookMirror
  bookTimeMs: number
}

const NOTHING: ReadonlySet<string> = new Set()

/**
 * Everything public: keeps what the world may see of each market from the durable events, and the streams made of it.
 * A stream is made when somebody first asks for it and rests, keeping its sequence, while nobody listens.
 */
export class MarketFeed {
  readonly #markets = new Map<string, SymbolMarket>()
  readonly #tickers = new Map<string, Ticker>()
  readonly #streams = new Map<string, TopicStream>()
  /** What an event touches: `book BTCUSDT` → its streams. */
  readonly #byEvent = new Map<string, Set<TopicStream>>()
  readonly #trades = new Map<string, TradesSource>()
  readonly #candles = new Map<string, CandlesSource>()
  readonly #notify: SymbolNotifySource[] = []

  constructor(
    private readonly venue: Venue,
    private readonly outlet: Outlet,
    private readonly catalogueVersion: () => string,
  ) {
    for (const { symbol } of venue.instruments()) this.#seed(symbol)
  }

  /** Takes the events of one input, in order, once they are on disk. */
  take(events: readonly VenueEvent[]): void {
    // Every order passes here, and few have more than levels to tell.
    let touched: Set<string> | null = null
    const touch = (key: string): void => void (touched ??= new Set()).add(key)
    for (const event of events) {
      switch (event.type) {
        case 'book': {
          const market = this.#markets.get(event.symbol)
          if (market === undefined) break
          market.book.take(event.levels)
          market.bookTimeMs = event.timeMs
          touch(market.bookEvent)
          break
        }
        case 'ticker':
          this.#tickers.set(event.ticker.symbol, event.ticker)
          touch(`ticker ${event.ticker.symbol}`)
          touch('tickers')
          break
        case 'trade':
          this.#trades.get(event.trade.symbol)?.add(event.trade)
          touch(`trade ${event.trade.symbol}`)
          break
        case 'candle': {
          const key = `candle ${event.source} ${event.interval} ${event.symbol}`
          const source = this.#candles.get(key)
          if (source === undefined || !this.#isHeard(key)) break
          source.add(event.candle)
          touch(key)
          break
        }
        case 'instrument':
          this.#changeInstrument(event.instrument.symbol)
          break
        case 'order':
        case 'execution':
        case 'position':
        case 'wallet':
        case 'strategy':
        case 'fill':
          break
      }
    }
    for (const key of touched ?? NOTHING) for (const stream of this.#byEvent.get(key) ?? []) stream.touch()
  }

  /** @returns whether the topic exists; the reader hears it from now on, snapshot first */
  subscribe(topic: string, reader: StreamReader): boolean {
    const stream = this.#stream(topic)
    if (stream === null) return false
    if (!stream.readers.has(reader)) stream.add(reader)
    return true
  }

  exists(topic: string): boolean {
    return this.#stream(topic) !== null
  }

  unsubscribe(topic: string, reader: StreamReader): void {
    this.#streams.get(topic)?.remove(reader)
  }

  ticker(symbol: string): Ticker | null {
    return this.#tickers.get(symbol) ?? null
  }

  /** The book as of the last durable input, best first. */
  book(symbol: string, levels: number): ReturnType<BookMirror['top']> & { readonly timeMs: number } {
    const market = this.#markets.get(symbol)
    if (market === undefined) return { bids: [], asks: [], timeMs: this.outlet.now() }
    return { ...market.book.top(levels), timeMs: market.bookTimeMs }
  }

  /** Control: starts matching topics again at sequence 1. */
  reset(matches: (topic: string) => boolean): void {
    for (const stream of this.#streams.values()) if (matches(stream.topic)) stream.reset()
  }

  topics(): readonly { readonly topic: string; readonly subscribers: number; readonly seq: number }[] {
    return [...this.#streams.values()].map((stream) => ({
      topic: stream.topic,
      subscribers: stream.readers.size,
      seq: stream.seq,
    }))
  }

  close(): void {
    for (const stream of this.#streams.values()) stream.close()
  }

  #seed(symbol: string): void {
    const { bids, asks } = this.venue.book(symbol, Number.MAX_SAFE_INTEGER)
    const book = new BookMirror(bids, asks)
    this.#markets.set(symbol, { bookEvent: `book ${symbol}`, book, bookTimeMs: this.outlet.now() })
    const ticker = this.venue.ticker(symbol)
    if (ticker === null) this.#tickers.delete(symbol)
    else this.#tickers.set(symbol, ticker)
  }

  /** The rules of a contract changed, its grid of prices perhaps too: everybody starts from a fresh book. */
  #changeInstrument(symbol: string): void {
    this.#seed(symbol)
    for (const stream of this.#byEvent.get(`book ${symbol}`) ?? []) stream.resnapshot()
    for (const source of this.#notify) source.add(symbol)
    for (const stream of this.#byEvent.get('notify') ?? []) stream.touch()
  }

  #isHeard(key: string): boolean {
    for (const stream of this.#byEvent.get(key) ?? []) if (stream.readers.size > 0) return true
    return false
  }

  #stream(name: string): TopicStream | null {
    const known = this.#streams.get(name)
    if (known !== undefined) return known
    const parsed = parseTopic(name)
    if (parsed === null) return null
    const symbol = 'symbol' in parsed.topic ? parsed.topic.symbol : null
    if (symbol !== null && !this.#markets.has(symbol)) return null
    const made = this.#make(name, parsed.topic, parsed.rate)
    this.#streams.set(name, made.stream)
    const listeners = this.#byEvent.get(made.event)
    if (listeners === undefined) this.#byEvent.set(made.event, new Set([made.stream]))
    else listeners.add(made.stream)
    return made.stream
  }

  #make(name: string, topic: PublicTopic, rate: TopicRate): { readonly stream: TopicStream; readonly event: string } {
    const stream = (source: ConstructorParameters<typeof TopicStream>[2], fastMs: number): TopicStream =>
      new TopicStream(name, rate === 'M' ? Math.max(fastMs, SLOW_PERIOD_MS) : fastMs, source, this.outlet)
    switch (topic.kind) {
      case 'book': {
        const view = {
          top: (levels: number) => this.#markets.get(topic.symbol)!.book.top(levels),
          timeMs: () => this.#markets.get(topic.symbol)!.bookTimeMs,
        }
        const source = new BookSource(name, topic.symbol, topic.depth, view)
        return { stream: stream(source, BOOK_PERIOD_MS[topic.depth]), event: `book ${topic.symbol}` }
      }
      case 'ticker': {
        const source = new TickerSource(name, topic.symbol, () => this.#tickers.get(topic.symbol) ?? null)
        return { stream: stream(source, TICKER_PERIOD_MS), event: `ticker ${topic.symbol}` }
      }
      case 'allTickers':
        return { stream: stream(new AllTickersSource(name, this.#tickers), ALL_TICKERS_PERIOD_MS), event: 'tickers' }
      case 'trades': {
        const source = new TradesSource(name, this.venue.recentTrades(topic.symbol, 60))
        this.#trades.set(topic.symbol, source)
        return { stream: stream(source, TRADES_PERIOD_MS), event: `trade ${topic.symbol}` }
      }
      case 'candle': {
        const event = `candle ${topic.source} ${topic.interval} ${topic.symbol}`
        const source = new CandlesSource(name, this.venue, topic)
        this.#candles.set(event, source)
        return { stream: stream(source, CANDLE_PERIOD_MS), event }
      }
      case 'index': {
        const source = new IndexSource(name, topic.symbol, () => this.#tickers.get(topic.symbol) ?? null)
        return { stream: stream(source, INDEX_PERIOD_MS), event: `ticker ${topic.symbol}` }
      }
      case 'notice':
        return { stream: stream(new NoticeSource(name), 0), event: 'notice' }
      case 'symbolNotify': {
        const source = new SymbolNotifySource(name, this.catalogueVersion)
        this.#notify.push(source)
        return { stream: stream(source, 0), event: 'notify' }
      }
    }
  }
}
