import type { Clock } from '../../../base/clock'
import type { PublicTopic } from '../../../domain/market/public-topic'
import type { HubStore } from '../store/hub-store'
import type { SavedEntry, SavedValues } from '../store/stored-records'
import { isInList } from './draw-watch'
import type { MarketFeed } from './market-feed'
import { timeOf } from './stream'

/** How often the newest market is put on disk while it moves. */
export const SAVE_MS = 5_000
/** A list of a hundred markets is written less often: offline its prices are old in any case, and say so. */
export const LIST_SAVE_MS = 30_000
/** The first save comes sooner: a page that is open for a moment should be worth something offline, too. */
export const FIRST_SAVE_MS = 1_000
/** Bars kept on disk per symbol, interval and source. */
export const CANDLES_SAVED_MAX = 500

type KeptTopic = Extract<
  PublicTopic,
  { readonly kind: 'book' | 'ticker' | 'trades' | 'candle' | 'allTickers' | 'spreads' }
>
type CandleTopic = Extract<PublicTopic, { readonly kind: 'candle' }>

export interface SnapshotPorts {
  readonly clock: Clock
  readonly store: HubStore
  readonly market: MarketFeed
  /** A restored value is to be drawn, and its age said. */
  readonly restored: (name: string) => void
}

/** Under which name the store keeps bars. */
export function candlesOf({ symbol, interval, source }: Omit<CandleTopic, 'kind'>): string {
  return `${symbol}/${interval}/${source}`
}

/** Keeps the last known market on disk, so that a page without a network has something true to show, with its age. */
export class SnapshotKeeper {
  readonly #topics = new Map<string, KeptTopic>()
  readonly #dirty = new Set<string>()
  readonly #saved = new Set<string>()
  #isScheduled = false
  /** Before then no list is written again. */
  #listsFromMs = 0

  constructor(private readonly ports: SnapshotPorts) {}

  /** Brings back what is on disk, if the exchange was not faster. It stays as old as it is. */
  async restore(topic: PublicTopic, name: string): Promise<void> {
    const { kind } = topic
    if (kind === 'chain' || kind === 'index' || kind === 'symbolNotify' || kind === 'notice') return
    this.#topics.set(name, topic)
    const { market } = this.ports
    const asOfMs = await this.#restore(topic, name)
    if (asOfMs === null) return
    const stream = market.stream(name)
    // What the exchange sent meanwhile is younger.
    if (stream?.asOfMs === null) {
      stream.asOfMs = asOfMs
      market.channel.data.noteKept(asOfMs)
    }
    this.ports.restored(name)
  }

  #restore(topic: KeptTopic, name: string): Promise<number | null> {
    const { market } = this.ports
    const { values } = market
    switch (topic.kind) {
      case 'book':
        return this.#read('book', topic.symbol, (book) => market.restoreBook(name, book))
      case 'ticker':
        return this.#read('ticker', topic.symbol, (ticker) => values.restoreTicker(topic.symbol, ticker))
      case 'trades':
        return this.#read('trades', topic.symbol, (trades) => values.restoreTrades(topic.symbol, trades))
      case 'allTickers':
      case 'spreads':
        return this.#read('tickers', topic.kind, (tickers) => {
          for (const ticker of tickers) values.restoreTicker(ticker.symbol, ticker)
        })
      case 'candle':
        // The bars themselves come with the chart's question for its history.
        return this.#read('candle', candlesOf(topic), () => {})
    }
  }

  /** @returns the time of the value's source; `null` where nothing is kept */
  async #read<K extends keyof SavedValues>(
    kind: K,
    of: string,
    take: (value: SavedValues[K]) => void,
  ): Promise<number | null> {
    const saved = await this.ports.store.readSaved(kind, of)
    if (saved === null) return null
    take(saved.value)
    return saved.asOfMs
  }

  touched(name: string): void {
    if (!this.#topics.has(name)) return
    this.#dirty.add(name)
    if (this.#isScheduled) return
    this.#isScheduled = true
    this.ports.clock.after(this.#saved.has(name) ? SAVE_MS : FIRST_SAVE_MS, () => {
      this.#isScheduled = false
      this.#save()
    })
  }

  /** What stood still is written, too: it was true until now. */
  saveAll(): void {
    for (const name of this.#saved) this.#dirty.add(name)
    this.#listsFromMs = 0
    this.#save()
  }

  #save(): void {
    const entries: SavedEntry[] = []
    const hasLists = this.ports.clock.now() >= this.#listsFromMs
    for (const name of this.#dirty) {
      this.#saved.add(name)
      const topic = this.#topics.get(name)
      if (!hasLists && (topic?.kind === 'allTickers' || topic?.kind === 'spreads')) continue
      this.#dirty.delete(name)
      const { channel } = this.ports.market
      const stream = this.ports.market.stream(name)
      // What was only read from the disk is there already, as old as it was.
      if (topic === undefined || stream?.heardAtMs == null) continue
      const asOfMs = timeOf(stream, channel.data.wholeAtMs)
      if (asOfMs === null) continue
      if (topic.kind === 'candle') void this.#saveBars(topic, name, asOfMs)
      else entries.push(...this.#entry(topic, name, asOfMs))
    }
    if (entries.length > 0) void this.ports.store.writeSaved(entries)
  }

  #entry(topic: Exclude<KeptTopic, CandleTopic>, name: string, asOfMs: number): readonly SavedEntry[] {
    const { market } = this.ports
    if (topic.kind === 'allTickers' || topic.kind === 'spreads') {
      const value = market.values.tickers().filter((ticker) => isInList(ticker, topic))
      this.#listsFromMs = this.ports.clock.now() + LIST_SAVE_MS
      return [{ kind: 'tickers', of: topic.kind, value, asOfMs }]
    }
    const { symbol: of } = topic
    switch (topic.kind) {
      case 'book': {
        const value = market.saveBook(name)
        return value === null ? [] : [{ kind: 'book', of, value, asOfMs }]
      }
      case 'ticker': {
        const value = market.values.ticker(of)
        return value === null ? [] : [{ kind: 'ticker', of, value, asOfMs }]
      }
      case 'trades':
        return [{ kind: 'trades', of, value: market.values.trades(of), asOfMs }]
    }
  }

  /** The stream's last bars go behind those that the history brought, where they meet. */
  async #saveBars(topic: CandleTopic, name: string, asOfMs: number): Promise<void> {
    const { store, market } = this.ports
    const bars = market.values.bars(name)
    const of = candlesOf(topic)
    const saved = await store.readSaved('candle', of)
    const firstMs = bars[0]?.startMs ?? Infinity
    if (saved === null || (saved.value.at(-1)?.startMs ?? 0) < firstMs) return
    const value = [...saved.value.filter(({ startMs }) => startMs < firstMs), ...bars].slice(-CANDLES_SAVED_MAX)
    await store.writeSaved([{ kind: 'candle', of, value, asOfMs }])
  }
}
