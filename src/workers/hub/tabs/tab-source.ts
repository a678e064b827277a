import { isContractKind, isOptionKind, kindOfName, spreadLegs } from '../../../domain/instrument/product-kind'
import type { InstrumentSymbol } from '../../../domain/order/order'
import type { HubStatus } from '../../hub-events'
import type { AccountSide } from '../account/account-side'
import type { OrdersSide } from '../calls/orders-side'
import { drawWatch } from '../market/draw-watch'
import type { MarketSide } from '../market/market-side'
import type { Recorder } from './recorder'
import type { TabSource } from './tabs'

export interface TabSourcePorts {
  readonly market: MarketSide
  readonly account: AccountSide
  readonly orders: OrdersSide
  readonly recorder: Recorder
  readonly status: () => HubStatus
  readonly left: () => void
}

/** Where the batches of tabs take their values from: the sides of the hub, as they are when a batch leaves. */
export function tabSource({ market, account, orders, recorder, status, left }: TabSourcePorts): TabSource {
  const { feed } = market
  const prepare = (symbol: InstrumentSymbol): void => {
    const kind = kindOfName(symbol)
    // A contract whose book is on a screen is one that may be traded: its modes and leverage have to be known.
    if (isContractKind(kind)) account.feed.follow(symbol)
    // A page that shows a pair does not wait for the pairs' turn.
    else if (kind === 'spot') void market.spot.want()
  }
  return {
    nameOf: ({ topic }) => feed.nameOf(topic),
    draw: (watch) => drawWatch(feed, watch),
    tickerEvent: (name, symbol) => {
      const ticker = feed.values.ticker(symbol)
      return ticker === null ? null : { type: 'ticker', ticker, stale: feed.isTickerStale(name, symbol) }
    },
    status: () => ({ type: 'status', status: status() }),
    session: () => account.who(),
    instruments: () => market.catalogue.event(),
    spotPairs: () => market.spot.event(),
    singles: () => market.singles.events(),
    intents: () => orders.presses(),
    wallet: () => account.wallet(),
    strategies: () => account.strategyList(),
    alerts: () => account.alertList(),
    preferences: () => account.chosen(),
    account: () => [...account.snapshot(), orders.presses()],
    watchStarted: (watch) => {
      const name = feed.watch(watch.topic)
      const kind = 'symbol' in watch.topic ? kindOfName(watch.topic.symbol) : 'unknown'
      if ('symbol' in watch.topic && (isOptionKind(kind) || kind === 'spread')) market.singles.want(watch.topic.symbol)
      if (watch.topic.kind === 'book') for (const symbol of tradedBy(watch.topic.symbol)) prepare(symbol)
      void market.snapshots.restore(watch.topic, name)
    },
    watchEnded: (name) => feed.unwatch(name),
    sent: (tabId, batch, whole) => recorder.batch(tabId, batch, whole),
    left: (tabId) => {
      recorder.left(tabId)
      account.preferences.flush()
      left()
    },
  }
}

/** What a fill of it moves: itself, or the legs of a spread. */
function tradedBy(symbol: InstrumentSymbol): readonly InstrumentSymbol[] {
  return (spreadLegs(symbol) as readonly InstrumentSymbol[] | null) ?? [symbol]
}
