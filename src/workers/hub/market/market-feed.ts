import type { Clock } from '../../../base/clock'
import { assertNever } from '../../../base/assert'
import type { Listed } from '../../../domain/instrument/listed'
import type { Candle, Trade } from '../../../domain/market/market'
import type { InstrumentSymbol } from '../../../domain/order/order'
import { Unreadable } from '../../../base/unreadable'
import type { RulesChange, VenuePort } from '../../venue/venue-port'
import type { Reply, TopicMessage } from '../../venue/venue-messages'
import type { PublicTopic } from '../../../domain/market/public-topic'
import type { BookView, FeedState } from '../../hub-events'
import { BookStream, type SavedBook } from './book-stream'
import type { ChannelOwner, ChannelPorts } from '../channel-ports'
import { Channel } from '../connection'
import { MarketValues } from './market-values'
import { newStream, placeOf, timeOf, type Stream } from './stream'
import { TickerWatch } from './ticker-watch'

/** A subscription without its first message by then is asked for again (F9). */
export const SUBSCRIBE_DEADLINE_MS = 3_000
/** After so many unanswered askings the topic no longer holds up the channel; it goes on being asked for. */
export const SUBSCRIBE_TRIES = 3
/** A topic nobody watches any more is kept so long, so that a reload does not tear it down. */
export const LINGER_MS = 2_000
/** What the feed tells the rest of the hub; always after its own state has changed. */
export interface MarketListener {
  /** Book or ticker of the topic changed, or its staleness did. */
  changed(name: string, kind: PublicTopic['kind']): void
  tickerOf(name: string, symbol: InstrumentSymbol): void
  trades(name: string, trades: readonly Trade[], isSnapshot: boolean): void
  candles(name: string, candles: readonly Candle[]): void
  candleReset(name: string): void
  rulesChanged(change: RulesChange): void
  state(state: FeedState): void
}

/** Public streams of all tabs over one socket: counted, resubscribed, checked by sequence. */
export class MarketFeed implements ChannelOwner {
  readonly channel: Channel
  /** Newest tickers, prints and bars. */
  readonly values: MarketValues
  readonly #streams = new Map<string, Stream>()
  readonly #books = new Map<string, BookStream>()
  /** Asked-for topics by request id, to know whom a refusal means. */
  readonly #requests = new Map<string, readonly string[]>()
  readonly #clock: Clock
  readonly #tickers: TickerWatch<Stream>
  /** What the exchange announces, as it was last sent. */
  announced: unknown
  resyncs = 0
  dropped = 0

  constructor(
    private readonly venue: VenuePort,
    private readonly ports: ChannelPorts,
    private readonly instrumentOf: (symbol: InstrumentSymbol) => Listed | null,
    private readonly listener: MarketListener,
  ) {
    this.#clock = ports.clock
    this.values = new MarketValues(venue.market)
    this.channel = new Channel('public', venue.market.url, ports, this)
    this.#tickers = new TickerWatch({
      clock: ports.clock,
      streams: () => this.#streams.values(),
      hasTorn: () => this.values.hasTorn(),
      ask: (stream) => this.#askQuietly(stream),
      fellSilent: ({ name, topic }) => listener.changed(name, topic.kind),
    })
  }

  /** What a topic is called here, and on the socket. */
  nameOf(topic: PublicTopic): string {
    return this.venue.market.nameOf(topic)
  }

  /** One more watcher of a topic; the first one subscribes it. */
  watch(topic: PublicTopic): string {
    const name = this.nameOf(topic)
    let stream = this.#streams.get(name)
    if (stream === undefined) {
      stream = newStream(name, topic)
      this.#streams.set(name, stream)
      this.#ask([stream])
    }
    stream.cancelLinger?.()
    stream.cancelLinger = null
    stream.watchers++
    return name
  }

  unwatch(name: string): void {
    const stream = this.#streams.get(name)
    if (stream === undefined) return
    stream.watchers--
    if (stream.watchers > 0) return
    stream.cancelLinger?.()
    stream.cancelLinger = this.#clock.after(LINGER_MS, () => {
      if (stream.watchers > 0) return
      stream.cancelDeadline?.()
      this.#streams.delete(name)
      this.#books.delete(name)
      this.values.forgetBars(name)
      if (stream.isAsked) this.channel.send({ op: 'unsubscribe', topics: [name] })
      this.channel.settle()
    })
  }

  /** Rules of instruments arrived or changed: books that waited for them, or count in other ticks, begin again. */
  instrumentsChanged(): void {
    for (const stream of this.#streams.values()) {
      if (stream.topic.kind !== 'book') continue
      const instrument = this.instrumentOf(stream.topic.symbol)
      if (instrument === null || this.#books.get(stream.name)?.fits(instrument) === true) continue
      this.#books.delete(stream.name)
      this.#bookOf(stream)
      if (stream.isAsked) this.#resync(stream, 'wrong')
      else this.#ask([stream])
    }
  }

  streams(): readonly Stream[] {
    return [...this.#streams.values()]
  }

  stream(name: string): Stream | undefined {
    return this.#streams.get(name)
  }

  /** @returns `null` before the first snapshot and while the book is known to be wrong: never a crossed or torn one */
  book(name: string, shape: { readonly rows: number; readonly group: number }): BookView | null {
    return this.#books.get(name)?.view(shape) ?? null
  }

  saveBook(name: string): SavedBook | null {
    return this.#books.get(name)?.save() ?? null
  }

  restoreBook(name: string, saved: SavedBook): void {
    const stream = this.#streams.get(name)
    if (stream === undefined) return
    stream.saved = saved
    this.#bookOf(stream)?.restore(saved)
  }

  /** Whether what is known of a topic may be called current (I4). */
  isStale(name: string): boolean {
    const { state } = this.channel
    const stream = this.#streams.get(name)
    return (state !== 'live' && state !== 'resync') || stream?.isSynced !== true || stream.isSilent
  }

  /** The same of one symbol of a list: a row that could not be read makes it old, unless its own stream goes on. */
  isTickerStale(name: string, symbol: InstrumentSymbol): boolean {
    return this.isStale(name) || (this.values.isTorn(symbol) && this.isStale(this.nameOf({ kind: 'ticker', symbol })))
  }

  // The channel's side.

  onOpen(): void {
    this.#requests.clear()
    for (const stream of this.#streams.values()) {
      stream.isAsked = false
      stream.tries = 0
    }
    this.#ask([...this.#streams.values()])
    this.#tickers.start()
  }

  /** The short way of the busiest frames: a book's, read without a general parser. */
  onFrame(text: string): boolean {
    const name = this.venue.market.bookNameIn(text)
    if (name === null) return false
    const stream = this.#streams.get(name)
    const book = this.#books.get(name)
    if (stream === undefined || !stream.isAsked || book === undefined) return false
    const { frames } = book
    if (frames === null || !frames.read(text)) return false
    if (!this.#inOrder(stream, frames)) return true
    if (!book.applyRead(frames)) {
      this.#resync(stream, 'wrong')
      return true
    }
    this.listener.changed(name, 'book')
    this.#taken(stream, frames)
    return true
  }

  onPush(message: TopicMessage): void {
    const stream = this.#streams.get(message.topic)
    if (stream === undefined || !stream.isAsked || !this.#inOrder(stream, message)) return
    try {
      if (!this.#take(stream, message)) return
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      this.dropped++
      this.ports.trace(message.topic, error)
      // Of a topic that was only just asked for the same would come again at once: its deadline asks anew.
      if (stream.isSynced) this.#resync(stream, 'wrong')
      return
    }
    this.#taken(stream, message)
  }

  onReply(reply: Reply): void {
    const names = this.#requests.get(reply.requestId)
    this.#requests.delete(reply.requestId)
    if (names === undefined || reply.isSuccess) return
    for (const name of reply.failed ?? names) {
      const stream = this.#streams.get(name)
      if (stream === undefined) continue
      // A refusal is an answer: the panel has no data, and the others need not wait for it.
      stream.tries = SUBSCRIBE_TRIES
      this.ports.trace('subscribe', new Unreadable(name, reply.message))
    }
    this.channel.settle()
  }

  onLost(): void {
    this.#tickers.stop()
    for (const stream of this.#streams.values()) {
      stream.asOfMs = timeOf(stream, this.channel.data.wholeAtMs)
      stream.cancelDeadline?.()
      stream.cancelDeadline = null
      stream.isAsked = false
      stream.isSynced = false
    }
  }

  onHeartbeatGap(): void {
    this.channel.noteGap()
    for (const stream of this.#streams.values()) this.#resync(stream, 'gap')
  }

  /** Market streams name their own gaps, twenty times a second. */
  onLastSeqs(): void {}

  isSynced(): boolean {
    for (const stream of this.#streams.values()) {
      if (stream.isAsked && !stream.isSynced && stream.tries < SUBSCRIBE_TRIES) return false
    }
    return true
  }

  onState(state: FeedState): void {
    for (const stream of this.#streams.values()) {
      if (stream.topic.kind === 'book' || stream.topic.kind === 'ticker')
        this.listener.changed(stream.name, stream.topic.kind)
    }
    this.listener.state(state)
  }

  #ask(streams: readonly Stream[]): void {
    if (!this.channel.isOpen) return
    const names: string[] = []
    for (const stream of streams) {
      // A book counts in whole ticks and lots: it waits for the rules that say how large they are.
      if (stream.topic.kind === 'book' && this.#bookOf(stream) === null) continue
      stream.isAsked = true
      stream.isSynced = false
      stream.lastSeq = null
      stream.oldMessages = 0
      stream.cancelDeadline?.()
      stream.cancelDeadline = this.#clock.after(SUBSCRIBE_DEADLINE_MS, () => {
        stream.tries++
        this.#again(stream)
        this.channel.settle()
      })
      names.push(stream.name)
    }
    if (names.length === 0) return
    const id = this.channel.send({ op: 'subscribe', topics: names })
    if (id !== null) this.#requests.set(id, names)
  }

  /** @returns `null` while the instrument is not known */
  #bookOf(stream: Stream): BookStream | null {
    const known = this.#books.get(stream.name)
    if (known !== undefined) return known
    const instrument = stream.topic.kind === 'book' ? this.instrumentOf(stream.topic.symbol) : null
    if (instrument === null) return null
    const book = new BookStream(stream.name, instrument, this.venue)
    if (stream.saved !== null && book.restore(stream.saved)) this.listener.changed(stream.name, stream.topic.kind)
    this.#books.set(stream.name, book)
    return book
  }

  /** Leaving first makes the server begin the topic with a snapshot. */
  #again(stream: Stream): void {
    if (!this.channel.isOpen) return
    this.channel.send({ op: 'unsubscribe', topics: [stream.name] })
    this.#ask([stream])
  }

  /** Begins the topic again without doubting what is known: in a market that stands still it brings the same. */
  #askQuietly(stream: Stream): void {
    this.channel.send({ op: 'unsubscribe', topics: [stream.name] })
    const id = this.channel.send({ op: 'subscribe', topics: [stream.name] })
    if (id !== null) this.#requests.set(id, [stream.name])
  }

  /** After a gap the old state is still true of its time and is shown as stale; a wrong one is not shown at all. */
  #resync(stream: Stream, why: 'gap' | 'wrong'): void {
    this.resyncs++
    stream.isSynced = false
    if (why === 'wrong') this.#books.get(stream.name)?.clear()
    this.channel.noteGap()
    if (stream.topic.kind === 'candle') this.listener.candleReset(stream.name)
    else if (stream.topic.kind === 'book' || stream.topic.kind === 'ticker')
      this.listener.changed(stream.name, stream.topic.kind)
    this.#again(stream)
  }

  #taken(stream: Stream, { timeMs, seq }: { readonly timeMs: number; readonly seq: number }): void {
    stream.lastSeq = seq
    stream.heardAtMs = this.#clock.now()
    stream.asOfMs = this.channel.data.note(timeMs, seq)
    if (stream.isSilent) {
      stream.isSilent = false
      this.listener.changed(stream.name, stream.topic.kind)
    }
    if (stream.isSynced) return
    stream.isSynced = true
    stream.tries = 0
    stream.cancelDeadline?.()
    stream.cancelDeadline = null
    this.channel.settle()
  }

  /** Sequence check of one topic (I7): `false` for repeats, and after a gap that has just been answered by a resync. */
  #inOrder(stream: Stream, message: { readonly isSnapshot: boolean; readonly seq: number }): boolean {
    const place = placeOf(stream, message)
    if (place === 'gap') this.#resync(stream, 'gap')
    return place === 'next'
  }

  /** @returns false when the message could not be believed and the topic is being asked for again */
  #take(stream: Stream, message: TopicMessage): boolean {
    const { topic, name } = stream
    switch (topic.kind) {
      case 'book': {
        const book = this.#books.get(name)
        if (book === undefined) return false
        if (!book.apply(this.venue.market.book(message.data), message.isSnapshot, message.timeMs)) {
          this.#resync(stream, 'wrong')
          return false
        }
        this.listener.changed(name, topic.kind)
        return true
      }
      case 'ticker':
        this.values.takeTicker(topic.symbol, message)
        this.listener.changed(name, topic.kind)
        return true
      case 'allTickers':
      case 'chain':
      case 'spreads':
        this.#takeList(name, message)
        return true
      case 'trades': {
        const trades = this.values.takeTrades(topic.symbol, message)
        if (trades.length > 0 || message.isSnapshot) this.listener.trades(name, trades, message.isSnapshot)
        return true
      }
      case 'candle': {
        // After a loss bars may have closed unseen: the chart asks for history before it goes on (F18).
        if (message.isSnapshot && stream.lastSeq === null && this.values.hasBars(name)) this.listener.candleReset(name)
        this.listener.candles(name, this.values.takeBars(name, topic.symbol, message))
        return true
      }
      case 'symbolNotify':
        this.listener.rulesChanged(this.venue.market.symbolNotify(message.data))
        return true
      case 'notice':
        this.announced = message.data
        this.listener.changed(name, topic.kind)
        return true
      case 'index':
        return true
      default:
        return assertNever(topic)
    }
  }

  /** One market's bad row stops no other one: it is counted, and its price is old until a snapshot has it again. */
  #takeList(name: string, message: TopicMessage): void {
    const { changed, refused } = this.values.takeTickerRows(message)
    if (refused.size > 0) this.dropped++
    for (const [symbol, error] of refused) this.ports.trace(`${name} ${symbol}`, error)
    for (const symbol of new Set([...changed, ...refused.keys()])) this.listener.tickerOf(name, symbol)
  }
}
