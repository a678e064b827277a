import { isContract } from '../../../../src/domain/instrument/contract'
import { readOptionName } from '../../../../src/domain/instrument/option-name'
import type { Ticker, Trade } from '../../../../src/domain/market/market'
import { v5CategoryOf, v5NameOf } from '../../../../src/wire/v5/category'
import {
  OPTION_DEPTHS,
  parseV5PoolTopic,
  parseV5Topic,
  type V5BookDepth,
  type V5PoolTopic,
  type V5PublicTopic,
} from '../../../../src/wire/v5/topics'
import { writeSpotTicker } from '../../../../src/wire/v5/spot-rows'
import { writeV5Ticker, type V5TickerJson } from '../../../../src/wire/v5/ticker'
import type { Venue, VenueEvent } from '../../../venue/venue-port'
import type { HourAgo } from '../../hour-ago'
import { adlRows, poolRows } from '../../insurance-rows'
import type { Catalogue } from '../../calls/shared/catalogue'
import { withListedName } from '../../calls/shared/pair-name'
import type { MarketFeed } from '../native/market-feed'
import type { FeedKey } from '../dispatcher/feed-key'
import { Feeds, touchAll, type Feed, type FedStream } from '../dispatcher/feeds'
import { TopicStream, type Outlet, type StreamReader, type StreamSource } from '../dispatcher/topic-stream'
import {
  V5BookSource,
  V5CandlesSource,
  V5LiquidationsSource,
  V5OptionTickerSource,
  V5PriceLimitSource,
  V5SpotTickerSource,
  V5TickerSource,
  V5TradesSource,
} from './market-sources'
import { V5SpreadTickerSource } from './spread-sources'
import { V5AdlAlertSource, V5InsuranceSource } from './pool-sources'

/** Fastest legal periods, milliseconds (semantics.md §3). */
const BOOK_PERIOD_MS: Readonly<Record<V5BookDepth, number>> = {
  1: 10,
  25: 20,
  50: 20,
  100: 100,
  200: 100,
  500: 100,
  1000: 200,
}
const TICKER_PERIOD_MS = 100
const NEWS_PERIOD_MS = 20
const LIQUIDATIONS_PERIOD_MS = 500
const CANDLE_PERIOD_MS = 1000
const PRICE_LIMIT_PERIOD_MS = 300
const POOL_PERIOD_MS = 1000
/** The best level is sent again after this long without a change. */
const BEST_LEVEL_REPEAT_MS = 3000

/** Levels of the books of a category; those of contracts and pairs are the others. */
const DEPTHS: Readonly<Record<string, ReadonlySet<V5BookDepth>>> = { spread: new Set([25]), option: OPTION_DEPTHS }
const CONTRACT_DEPTHS: ReadonlySet<V5BookDepth> = new Set([1, 50, 200, 500, 1000])

/** Spreads have books, tickers and trades; options no candles. */
function isOfCategory(topic: V5PublicTopic, category: string): boolean {
  if (topic.kind === 'book') return (DEPTHS[category] ?? CONTRACT_DEPTHS).has(topic.depth)
  if (category === 'option') return topic.kind !== 'candle'
  return category !== 'spread' || topic.kind === 'ticker' || topic.kind === 'trades'
}

/** v5's public topics. What they show is the native feed's; only shapes, rates and names are their own. */
export class V5MarketFeed {
  /** By category and name. */
  readonly #streams = new Map<string, Map<string, TopicStream>>()
  readonly #feeds = new Feeds()
  readonly #bestLevels: TopicStream[] = []
  /** Prints of all options on a coin. */
  readonly #optionTapes: { readonly coin: string; readonly stream: TopicStream; readonly source: V5TradesSource }[] = []
  /** Looked at each second: pools have no events of their own. */
  readonly #pools: TopicStream[] = []
  /** Ledger sequence of the newest input whose events the books show. */
  #seq = 0

  constructor(
    private readonly market: MarketFeed,
    readonly catalogue: Catalogue,
    readonly venue: Venue,
    private readonly hourAgo: HourAgo,
    private readonly outlet: Outlet,
  ) {}

  /** Takes the events of one durable input, after the native feed has. */
  take(events: readonly VenueEvent[], seq: number): void {
    this.#seq = seq
    if (this.#streams.size === 0) return
    const touched = new Set<Feed>()
    for (const event of events) {
      const feed = this.#feeds.gather(event)
      if (feed !== undefined) touched.add(feed)
      if (event.type === 'trade') this.#printOption(event.trade)
      if (event.type === 'instrument') this.#tellEnded(event.instrument.symbol)
    }
    touchAll(touched)
  }

  /** Who follows what has ended is told that it has no ticker and no band any more. */
  #tellEnded(symbol: string): void {
    if (this.market.ticker(symbol) !== null) return
    for (const stream of this.#feeds.at({ kind: 'ticker', symbol }).streams)
      if (stream.readers.size > 0) stream.resnapshot()
  }

  #printOption(trade: Trade): void {
    for (const { coin, stream, source } of this.#optionTapes) {
      if (stream.readers.size === 0 || !trade.symbol.startsWith(coin) || readOptionName(trade.symbol) === null) continue
      source.add(trade)
      stream.touch()
    }
  }

  #hasOptions(coin: string): boolean {
    return this.catalogue.all().some((one) => 'strike' in one && one.baseCoin === coin)
  }

  /** Whether the category has the topic. */
  exists(category: string, topic: string): boolean {
    return this.#stream(category, topic) !== null
  }

  subscribe(category: string, topic: string, reader: StreamReader): void {
    const stream = this.#stream(category, topic)
    if (stream !== null && !stream.readers.has(reader)) stream.add(reader)
  }

  unsubscribe(category: string, topic: string, reader: StreamReader): void {
    this.#streams.get(category)?.get(topic)?.remove(reader)
  }

  /** Called each second. */
  beat(): void {
    for (const stream of this.#bestLevels) stream.repeatAfter(BEST_LEVEL_REPEAT_MS)
    for (const stream of this.#pools) stream.touch()
  }

  /** As the native feed publishes its own, each with its category before the name. */
  topics(): readonly { readonly topic: string; readonly subscribers: number; readonly seq: number }[] {
    return [...this.#streams].flatMap(([category, streams]) =>
      [...streams].map(([name, stream]) => ({
        topic: `${category}/${name}`,
        subscribers: stream.readers.size,
        seq: stream.seq,
      })),
    )
  }

  close(): void {
    for (const streams of this.#streams.values()) for (const stream of streams.values()) stream.close()
  }

  #stream(category: string, name: string): TopicStream | null {
    const known = this.#streams.get(category)?.get(name)
    if (known !== undefined) return known
    const pool = parseV5PoolTopic(name)
    if (pool !== null) return this.#poolStream(category, name, pool)
    const asked = parseV5Topic(name)
    if (asked === null) return null
    if (category === 'option' && asked.kind === 'trades' && this.#hasOptions(asked.symbol)) {
      return this.#optionTrades(name, asked.symbol)
    }
    // Beside the category a pair's name has no stroke.
    const { symbol } = withListedName(this, { category, symbol: asked.symbol })
    const topic = { ...asked, symbol }
    const instrument = this.catalogue.find(symbol)
    if (instrument === null || v5CategoryOf(instrument) !== category) return null
    if (!isOfCategory(topic, category)) return null
    const { source, periodMs, key, gather } = this.#make(name, topic)
    const stream = new TopicStream(name, periodMs, source, this.outlet)
    this.#keep(category, stream)
    // What nobody follows is not gathered.
    const gatherHeard =
      gather === null
        ? null
        : (event: VenueEvent): void => {
            if (stream.readers.size > 0) gather(event)
          }
    this.#feeds.add({ stream, key, gather: gatherHeard })
    if (topic.kind === 'book' && topic.depth === 1) this.#bestLevels.push(stream)
    return stream
  }

  #nameOf(symbol: string): string {
    const instrument = this.catalogue.find(symbol)
    return instrument === null ? symbol : v5NameOf(instrument)
  }

  #tickerSource(name: string, symbol: string): StreamSource {
    const latest = (): Ticker | null => this.market.ticker(symbol)
    const instrument = this.catalogue.find(symbol)
    if (instrument?.kind === 'spot') {
      return new V5SpotTickerSource(name, latest, (ticker) => writeSpotTicker(ticker, instrument))
    }
    if (instrument?.kind === 'spread') return new V5SpreadTickerSource(name, symbol, latest)
    if (instrument !== null && 'strike' in instrument) return new V5OptionTickerSource(name, symbol, latest)
    const rowOf = (ticker: Ticker): V5TickerJson | null => {
      // Its terms may have changed since.
      const now = this.catalogue.find(symbol)
      if (now === null || !isContract(now)) return null
      return writeV5Ticker(ticker, now, this.hourAgo.priceOf(symbol, this.outlet.now()))
    }
    return new V5TickerSource(name, symbol, latest, rowOf)
  }

  /** `publicTrade.{coin}`: of all options on it. */
  #optionTrades(name: string, coin: string): TopicStream {
    const source = new V5TradesSource(name, null)
    const stream = new TopicStream(name, NEWS_PERIOD_MS, source, this.outlet)
    this.#keep('option', stream)
    this.#optionTapes.push({ coin: `${coin}-`, stream, source })
    return stream
  }

  #poolStream(category: string, name: string, { kind, group }: V5PoolTopic): TopicStream | null {
    if (category !== (group === 'inverse' ? 'inverse' : 'linear')) return null
    const source =
      kind === 'insurance'
        ? new V5InsuranceSource(name, () => poolRows(this, group), this.outlet.now)
        : new V5AdlAlertSource(name, () => adlRows(this, group))
    const stream = new TopicStream(name, POOL_PERIOD_MS, source, this.outlet)
    this.#keep(category, stream)
    this.#pools.push(stream)
    return stream
  }

  #keep(category: string, stream: TopicStream): void {
    const streams = this.#streams.get(category) ?? new Map<string, TopicStream>()
    this.#streams.set(category, streams)
    streams.set(stream.topic, stream)
  }

  #make(
    name: string,
    topic: V5PublicTopic,
  ): {
    readonly source: StreamSource
    readonly periodMs: number
    readonly key: FeedKey
    readonly gather: FedStream['gather']
  } {
    const { symbol } = topic
    switch (topic.kind) {
      case 'book': {
        const view = {
          top: (levels: number) => this.market.book(symbol, levels),
          timeMs: () => this.market.book(symbol, 0).timeMs,
          seq: () => this.#seq,
        }
        const source = new V5BookSource(name, this.#nameOf(symbol), topic.depth, view)
        return { source, periodMs: BOOK_PERIOD_MS[topic.depth], key: { kind: 'book', symbol }, gather: null }
      }
      case 'ticker': {
        const source = this.#tickerSource(name, symbol)
        return { source, periodMs: TICKER_PERIOD_MS, key: { kind: 'ticker', symbol }, gather: null }
      }
      case 'trades': {
        const source = new V5TradesSource(name, this.#nameOf(symbol))
        const gather: FedStream['gather'] = (event) => event.type === 'trade' && source.add(event.trade)
        return { source, periodMs: NEWS_PERIOD_MS, key: { kind: 'trade', symbol }, gather }
      }
      case 'liquidations': {
        const source = new V5LiquidationsSource(name)
        const gather: FedStream['gather'] = (event) => event.type === 'liquidation' && source.add(event.liquidation)
        return { source, periodMs: LIQUIDATIONS_PERIOD_MS, key: { kind: 'liquidation', symbol }, gather }
      }
      case 'priceLimit': {
        // The band follows the mark and the premium, which a ticker's step may have moved.
        const source = new V5PriceLimitSource(name, this.#nameOf(symbol), () => this.venue.priceBand(symbol))
        return { source, periodMs: PRICE_LIMIT_PERIOD_MS, key: { kind: 'ticker', symbol }, gather: null }
      }
      case 'candle': {
        const { interval, word } = topic
        const query = { symbol, interval, source: 'last', startMs: null, endMs: null, limit: 1 } as const
        const source = new V5CandlesSource(name, word, () => this.venue.candles(query), this.outlet.now)
        const gather: FedStream['gather'] = (event) => event.type === 'candle' && source.add(event.candle)
        return { source, periodMs: CANDLE_PERIOD_MS, key: { kind: 'candle', symbol, source: 'last', interval }, gather }
      }
    }
  }
}
