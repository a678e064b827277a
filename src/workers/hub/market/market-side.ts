import type { HubContext } from '../hub-context'
import { Catalogue } from './catalogue'
import { History } from './history'
import { MarketFeed, type MarketListener } from './market-feed'
import { SnapshotKeeper } from './snapshots'

/** What the market side tells the others. */
export interface MarketEvents {
  /** The public channel is live. */
  live(): void
}

/** Everything that is public: instruments, streams, history, and what of it is kept on disk. */
export class MarketSide {
  readonly catalogue: Catalogue
  readonly feed: MarketFeed
  readonly history: History
  readonly snapshots: SnapshotKeeper

  constructor(
    private readonly context: HubContext,
    private readonly events: MarketEvents,
  ) {
    const { ports, rest, changes, channelPorts } = context
    const { clock, store, trace, random, venue } = ports
    this.catalogue = new Catalogue({
      clock,
      store,
      rest,
      venue,
      random,
      trace,
      changed: () => {
        this.feed.instrumentsChanged()
        changes.publish('instruments')
      },
    })
    this.feed = new MarketFeed(venue, channelPorts, (symbol) => this.catalogue.find(symbol), this.#listener())
    this.history = new History({ clock, rest, store, trace, venue })
    const restored = (name: string): void => {
      this.feed.touch(name)
      changes.publish('status')
    }
    this.snapshots = new SnapshotKeeper({ clock, store, market: this.feed, restored })
  }

  #listener(): MarketListener {
    const { changes } = this.context
    return {
      changed: (name, kind) => {
        changes.publish({ kind: 'topic', name, isBook: kind === 'book' })
        this.snapshots.touched(name)
      },
      tickerOf: (name, symbol) => changes.publish({ kind: 'ticker', name, symbol }),
      trades: (name, trades, isSnapshot) => {
        changes.publish({ kind: 'trades', name, trades, isSnapshot })
        this.snapshots.touched(name)
      },
      candles: (name, candles) => changes.publish({ kind: 'candles', name, candles }),
      candleReset: (name) => changes.publish({ kind: 'candleReset', name }),
      symbolChanged: (symbol, version) => this.catalogue.notified(symbol, version),
      state: (state) => {
        if (state === 'connecting' || state === 'offline') {
          this.catalogue.connectionLost()
          this.snapshots.saveAll()
        }
        if (state === 'live') this.events.live()
        changes.publish('status')
      },
    }
  }
}
