import type { TradedMarket } from '../../../domain/instrument/market-type'
import type { InstrumentSymbol } from '../../../domain/order/order'
import type { HubContext } from '../hub-context'
import { BuiltInLists } from './built-in-lists'
import { Catalogue } from './catalogue'
import { History } from './history'
import { MarketFeed, type MarketListener } from './market-feed'
import { SingleRules } from './single-rules'
import { SnapshotKeeper } from './snapshots'
import { SpotCatalogue } from './spot-catalogue'

/** How long after the list of contracts the pairs are asked for. */
const SPOT_PAUSE_MS = 1_000

/** What the market side tells the others. */
export interface MarketEvents {
  /** The public channel is live. */
  live(): void
}

/** Everything that is public: instruments, streams, history, and what of it is kept on disk. */
export class MarketSide {
  readonly catalogue: Catalogue
  readonly spot: SpotCatalogue
  readonly singles: SingleRules
  readonly feed: MarketFeed
  readonly history: History
  readonly snapshots: SnapshotKeeper

  constructor(
    private readonly context: HubContext,
    private readonly events: MarketEvents,
  ) {
    const { ports, rest, changes, channelPorts } = context
    const { clock, store, trace, random, venue } = ports
    const builtIn = new BuiltInLists(venue, ports.builtInLists)
    const lists = { clock, store, rest, venue, builtIn, random, trace }
    this.spot = new SpotCatalogue({
      ...lists,
      changed: () => {
        this.feed.instrumentsChanged()
        changes.publish('spotPairs')
      },
    })
    this.singles = new SingleRules({
      ...lists,
      changed: () => {
        this.feed.instrumentsChanged()
        changes.publish('singles')
      },
    })
    this.catalogue = new Catalogue({
      ...lists,
      settled: () => this.#wantSpot(),
      changed: () => {
        this.feed.instrumentsChanged()
        changes.publish('instruments')
      },
    })
    this.feed = new MarketFeed(venue, channelPorts, (symbol) => this.find(symbol), this.#listener())
    this.history = new History({ clock, rest, store, trace, venue, named: (symbol) => this.singles.named(symbol) })
    const restored = (name: string): void => {
      changes.publish({ kind: 'topic', name, isBook: false })
      changes.publish('status')
    }
    this.snapshots = new SnapshotKeeper({ clock, store, market: this.feed, restored })
  }

  /** By the list that is shown, or the rules that were read. */
  find(symbol: InstrumentSymbol): TradedMarket | null {
    return this.catalogue.find(symbol) ?? this.spot.find(symbol) ?? this.singles.find(symbol)
  }

  /** Whether an order may go by the rules that are known of it (I17). */
  isConfirmed(symbol: InstrumentSymbol): boolean {
    return this.catalogue.isConfirmed(symbol) || this.spot.isConfirmed(symbol) || this.singles.isConfirmed(symbol)
  }

  /** Pairs come after the contracts and their prices: nothing on the trade page waits for them. */
  #wantSpot(): void {
    this.context.ports.clock.after(SPOT_PAUSE_MS, () => void this.spot.want())
  }

  #listener(): MarketListener {
    const { changes } = this.context
    return {
      changed: (name, kind) => {
        changes.publish({ kind: 'topic', name, isBook: kind === 'book' })
        this.snapshots.touched(name)
      },
      tickerOf: (name, symbol) => {
        changes.publish({ kind: 'ticker', name, symbol })
        this.snapshots.touched(name)
      },
      trades: (name, trades, isSnapshot) => {
        changes.publish({ kind: 'trades', name, trades, isSnapshot })
        this.snapshots.touched(name)
      },
      candles: (name, candles) => {
        changes.publish({ kind: 'candles', name, candles })
        this.snapshots.touched(name)
      },
      candleReset: (name) => changes.publish({ kind: 'candleReset', name }),
      rulesChanged: ({ symbol, version, spotVersion, optionVersion, spreadVersion }) => {
        this.catalogue.notified(symbol, version)
        if (spotVersion !== null) this.spot.notified(spotVersion)
        if (optionVersion !== null) this.singles.notified('option', optionVersion)
        if (spreadVersion !== null) this.singles.notified('spread', spreadVersion)
      },
      state: (state) => {
        if (state === 'connecting' || state === 'offline') {
          this.catalogue.connectionLost()
          this.spot.notified(null)
          this.singles.connectionLost()
          this.snapshots.saveAll()
        }
        if (state === 'live') {
          this.events.live()
          this.#wantSpot()
        }
        changes.publish('status')
      },
    }
  }
}
