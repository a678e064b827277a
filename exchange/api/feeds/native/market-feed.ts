import type { Ticker } from '../../../../src/domain/market/market'
import type { Notice } from '../../../../src/domain/market/notice'
import { isContract } from '../../../../src/domain/instrument/contract'
import type { Instrument } from '../../../../src/domain/instrument/instrument'
import type { TopicRate } from '../../../../src/wire/push/topics'
import type { Venue, VenueEvent } from '../../../venue/venue-port'
import { BookMirror } from '../dispatcher/book-mirror'
import { Feeds, touchAll, type Feed, type FedStream } from '../dispatcher/feeds'
import { BookSource } from './book-source'
import {
  AllTickersSource,
  CandlesSource,
  IndexSource,
  NoticeSource,
  TickerSource,
  TradesSource,
} from './market-sources'
import { parseFeedTopic, type FeedTopic } from './spread-topics'
import { SymbolNotifySource, type ListVersion } from './symbol-notify-source'
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
  /** What its changes touch. */
  readonly feed: Feed
  readonly book: BookMirror
  bookTimeMs: number
}

const NOTHING: ReadonlySet<Feed> = new Set()

/**
 * Everything public: keeps what the world may see of each market from the durable events, and the streams made of it.
 * A stream is made when somebody first asks for it and rests, keeping its sequence, while nobody listens.
 */
export class MarketFeed {
  readonly #markets = new Map<string, SymbolMarket>()
  readonly #tickers = new Map<string, Ticker>()
  /** Those of one list each: contracts, and spreads. */
  readonly #listedTickers = new Map<string, Ticker>()
  readonly #spreadTickers = new Map<string, Ticker>()
  /** Those of options, by coin. */
  readonly #chains = new Map<string, Map<string, Ticker>>()
  readonly #streams = new Map<string, TopicStream>()
  readonly #feeds = new Feeds()
  readonly #allTickers = this.#feeds.at({ kind: 'tickers' })
  readonly #allSpreads = this.#feeds.at({ kind: 'spreadTickers' })
  readonly #instruments = this.#feeds.at({ kind: 'instruments' })

  constructor(
    private readonly venue: Venue,
    private readonly outlet: Outlet,
    private readonly listVersion: ListVersion,
    private readonly notices: () => readonly Notice[],
  ) {
    for (const instrument of venue.instruments()) this.#seed(instrument)
  }

  /** Takes the events of one input, in order, once they are on disk. */
  take(events: readonly VenueEvent[]): void {
    // Every order passes here, and few have more than levels to publish.
    let touched: Set<Feed> | null = null
    const touch = (feed: Feed | undefined): void => {
      if (feed !== undefined) (touched ??= new Set()).add(feed)
    }
    for (const event of events) {
      switch (event.type) {
        case 'book': {
          const market = this.#markets.get(event.symbol)
          if (market === undefined) break
          market.book.take(event.levels)
          market.bookTimeMs = event.timeMs
          touch(market.feed)
          break
        }
        case 'ticker':
          this.#tickers.set(event.ticker.symbol, event.ticker)
          touch(this.#feeds.gather(event))
          touch(this.#listTicker(event.ticker))
          break
        case 'trade':
        case 'candle':
          touch(this.#feeds.gather(event))
          break
        case 'instrument':
          this.#changeInstrument(event)
          touch(this.#instruments)
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
    touchAll(touched ?? NOTHING)
  }

  /** @returns whether the topic exists; the reader receives it from now on, snapshot first */
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

  /** Time has passed, or something was announced: notices become valid and end. */
  refreshNotices(): void {
    touchAll([this.#feeds.at({ kind: 'notice' })])
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

  /** Keeps a ticker in the list that shows it. @returns what hears of the list; of what no list shows, nothing does */
  #listTicker(ticker: Ticker): Feed | undefined {
    const { symbol } = ticker
    if (this.#listedTickers.has(symbol)) {
      this.#listedTickers.set(symbol, ticker)
      return this.#allTickers
    }
    const coin = symbol.slice(0, symbol.indexOf('-'))
    const chain = this.#chains.get(coin)
    if (chain?.has(symbol) === true) {
      chain.set(symbol, ticker)
      return this.#feeds.at({ kind: 'chain', coin })
    }
    if (!this.#spreadTickers.has(symbol)) return undefined
    this.#spreadTickers.set(symbol, ticker)
    return this.#allSpreads
  }

  #seed(instrument: Instrument): void {
    const { symbol, kind } = instrument
    const { bids, asks } = this.venue.book(symbol, Number.MAX_SAFE_INTEGER)
    const book = new BookMirror(bids, asks)
    this.#markets.set(symbol, { feed: this.#feeds.at({ kind: 'book', symbol }), book, bookTimeMs: this.outlet.now() })
    const ticker = this.venue.ticker(symbol)
    const isListed = isContract(instrument) || kind === 'spot'
    const list = isListed
      ? this.#listedTickers
      : kind === 'spread'
        ? this.#spreadTickers
        : this.#chainOf(instrument.baseCoin)
    for (const tickers of [this.#tickers, list]) {
      if (ticker === null) tickers.delete(symbol)
      else tickers.set(symbol, ticker)
    }
  }

  #chainOf(coin: string): Map<string, Ticker> {
    const known = this.#chains.get(coin) ?? new Map<string, Ticker>()
    this.#chains.set(coin, known)
    return known
  }

  /**
   * The rules of a contract changed, its grid of prices perhaps too: everybody starts from a fresh book. One that ended has
   * no ticker any more, and who follows it is told so.
   */
  #changeInstrument(event: Extract<VenueEvent, { readonly type: 'instrument' }>): void {
    const { symbol } = event.instrument
    this.#seed(event.instrument)
    for (const stream of this.#feeds.at({ kind: 'book', symbol }).streams) stream.resnapshot()
    if (!this.#tickers.has(symbol))
      for (const stream of this.#feeds.at({ kind: 'ticker', symbol }).streams) stream.resnapshot()
    this.#feeds.gather(event)
  }

  #stream(name: string): TopicStream | null {
    const known = this.#streams.get(name)
    if (known !== undefined) return known
    const parsed = parseFeedTopic(name)
    if (parsed === null) return null
    const symbol = 'symbol' in parsed.topic ? parsed.topic.symbol : null
    if (symbol !== null && !this.#markets.has(symbol)) return null
    if (parsed.topic.kind === 'chain' && !this.#chains.has(parsed.topic.coin)) return null
    const made = this.#make(name, parsed.topic, parsed.rate)
    this.#streams.set(name, made.stream)
    this.#feeds.add(made)
    return made.stream
  }

  #make(name: string, topic: FeedTopic['topic'], rate: TopicRate): FedStream {
    const stream = (source: ConstructorParameters<typeof TopicStream>[2], fastMs: number): TopicStream =>
      new TopicStream(name, rate === 'M' ? Math.max(fastMs, SLOW_PERIOD_MS) : fastMs, source, this.outlet)
    switch (topic.kind) {
      case 'book': {
        const { symbol } = topic
        const view = {
          top: (levels: number) => this.#markets.get(symbol)!.book.top(levels),
          timeMs: () => this.#markets.get(symbol)!.bookTimeMs,
        }
        const source = new BookSource(name, symbol, topic.depth, view)
        return { stream: stream(source, BOOK_PERIOD_MS[topic.depth]), key: { kind: 'book', symbol }, gather: null }
      }
      case 'ticker': {
        const { symbol } = topic
        const source = new TickerSource(name, symbol, () => this.#tickers.get(symbol) ?? null)
        return { stream: stream(source, TICKER_PERIOD_MS), key: { kind: 'ticker', symbol }, gather: null }
      }
      case 'allTickers': {
        const source = new AllTickersSource(name, this.#listedTickers)
        return { stream: stream(source, ALL_TICKERS_PERIOD_MS), key: { kind: 'tickers' }, gather: null }
      }
      case 'chain': {
        const { coin } = topic
        const source = new AllTickersSource(name, this.#chainOf(coin))
        return { stream: stream(source, ALL_TICKERS_PERIOD_MS), key: { kind: 'chain', coin }, gather: null }
      }
      case 'spreads': {
        const source = new AllTickersSource(name, this.#spreadTickers)
        return { stream: stream(source, ALL_TICKERS_PERIOD_MS), key: { kind: 'spreadTickers' }, gather: null }
      }
      case 'trades': {
        const { symbol } = topic
        const source = new TradesSource(name, this.venue.recentTrades(symbol, 60))
        return {
          stream: stream(source, TRADES_PERIOD_MS),
          key: { kind: 'trade', symbol },
          // Whether or not anybody listens: the next snapshot has the newest.
          gather: (event) => event.type === 'trade' && source.add(event.trade),
        }
      }
      case 'candle': {
        const source = new CandlesSource(name, this.venue, topic)
        const bars = stream(source, CANDLE_PERIOD_MS)
        return {
          stream: bars,
          key: topic,
          // What nobody follows is not gathered.
          gather: (event) => event.type === 'candle' && bars.readers.size > 0 && source.add(event.candle),
        }
      }
      case 'index': {
        const { symbol } = topic
        const source = new IndexSource(name, symbol, () => this.#tickers.get(symbol) ?? null)
        return { stream: stream(source, INDEX_PERIOD_MS), key: { kind: 'ticker', symbol }, gather: null }
      }
      case 'notice':
        return { stream: stream(new NoticeSource(name, this.notices), 0), key: { kind: 'notice' }, gather: null }
      case 'symbolNotify': {
        const source = new SymbolNotifySource(name, this.listVersion)
        return {
          stream: stream(source, 0),
          key: { kind: 'instruments' },
          gather: (event) => event.type === 'instrument' && source.add(event.instrument),
        }
      }
    }
  }
}
