import type { Clock } from '../../../base/clock'
import type { InstrumentSymbol } from '../../../domain/order/order'
import type { PublicTopic } from '../../../domain/market/public-topic'
import type { MarketFeed } from './market-feed'
import type { HubStore } from '../store/hub-store'

/** How often the newest market is put on disk while it moves. */
export const SAVE_MS = 5_000
/** The first save comes sooner: a page that is open for a moment should be worth something offline, too. */
export const FIRST_SAVE_MS = 1_000

export interface SnapshotPorts {
  readonly clock: Clock
  readonly store: HubStore
  readonly market: MarketFeed
  /** A restored value is to be drawn, and its age said. */
  readonly restored: (name: string) => void
}

/** Keeps the last known market on disk, so that a page without a network has something true to show, with its age. */
export class SnapshotKeeper {
  readonly #topics = new Map<string, PublicTopic>()
  readonly #dirty = new Set<InstrumentSymbol>()
  readonly #saved = new Set<InstrumentSymbol>()
  #isScheduled = false

  constructor(private readonly ports: SnapshotPorts) {}

  /** Brings back what is on disk, if the exchange was not faster. */
  async restore(topic: PublicTopic, name: string): Promise<void> {
    if (topic.kind !== 'book' && topic.kind !== 'ticker' && topic.kind !== 'trades') return
    this.#topics.set(name, topic)
    const { store, market } = this.ports
    const saved = await store.readMarket(topic.symbol)
    if (saved === null) return
    if (topic.kind === 'book') {
      if (saved.book !== null) market.restoreBook(name, saved.book)
    } else market.values.restore(saved)
    market.channel.noteKept(saved.savedAtMs)
    this.ports.restored(name)
  }

  touched(name: string): void {
    const topic = this.#topics.get(name)
    if (topic === undefined || !('symbol' in topic)) return
    this.#dirty.add(topic.symbol)
    if (this.#isScheduled) return
    this.#isScheduled = true
    this.ports.clock.after(this.#saved.has(topic.symbol) ? SAVE_MS : FIRST_SAVE_MS, () => {
      this.#isScheduled = false
      this.saveAll()
    })
  }

  saveAll(): void {
    for (const symbol of this.#dirty) void this.#save(symbol)
    this.#dirty.clear()
  }

  async #save(symbol: InstrumentSymbol): Promise<void> {
    const { clock, store, market } = this.ports
    this.#saved.add(symbol)
    let book = null
    let newestMs: number | null = null
    for (const { topic: name, ageMs } of market.health()) {
      const topic = this.#topics.get(name)
      if (topic === undefined || !('symbol' in topic) || topic.symbol !== symbol) continue
      if (topic.kind === 'book') book ??= market.saveBook(name)
      if (ageMs !== null) newestMs = Math.min(newestMs ?? ageMs, ageMs)
    }
    // What was only read from the disk is as old as it was.
    if (newestMs === null) return
    const ticker = market.values.ticker(symbol)
    const trades = market.values.trades(symbol)
    if (ticker === null && book === null && trades.length === 0) return
    await store.writeMarket({ symbol, ticker, book, trades, savedAtMs: clock.now() - newestMs })
  }
}
