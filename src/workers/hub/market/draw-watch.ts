import { spreadLegs } from '../../../domain/instrument/product-kind'
import type { Ticker } from '../../../domain/market/market'
import type { PublicTopic } from '../../../domain/market/public-topic'
import type { Watch } from '../../hub-api'
import type { HubEvent } from '../../hub-events'
import type { MarketFeed } from './market-feed'

/** Ways beside the first in which a tab may have one book drawn. */
const OTHER_SHAPES_MAX = 15

/** What a tab that watches this is to be shown now; nothing where nothing is known. */
export function drawWatch(market: MarketFeed, watch: Watch): readonly HubEvent[] {
  const { topic } = watch
  const name = market.nameOf(topic)
  const stale = market.isStale(name)
  switch (topic.kind) {
    case 'book': {
      if (!('rows' in watch)) return []
      return [watch, ...(watch.others ?? []).slice(0, OTHER_SHAPES_MAX)].flatMap((shape) => {
        const book = market.book(name, shape)
        return book === null ? [] : [{ type: 'book', book, stale }]
      })
    }
    case 'ticker': {
      const ticker = market.values.ticker(topic.symbol)
      return ticker === null ? [] : [{ type: 'ticker', ticker, stale }]
    }
    case 'allTickers':
    case 'chain':
    case 'spreads':
      return market.values
        .tickers()
        .filter((ticker) => isInList(ticker, topic))
        .map((ticker) => ({ type: 'ticker', ticker, stale: market.isTickerStale(name, ticker.symbol) }))
    case 'trades': {
      const trades = market.values.trades(topic.symbol)
      return trades.length === 0 ? [] : [{ type: 'trades', symbol: topic.symbol, trades, isSnapshot: true }]
    }
    case 'candle': {
      const candles = market.values.bars(name)
      const { symbol, interval, source } = topic
      return candles.length === 0 ? [] : [{ type: 'candles', symbol, interval, source, candles }]
    }
    case 'notice':
      return market.announced === undefined ? [] : [{ type: 'announcements', data: market.announced }]
    case 'index':
    case 'symbolNotify':
      return []
  }
}

export type ListTopic = Extract<PublicTopic, { readonly kind: 'allTickers' | 'chain' | 'spreads' }>

/** The feed has the tickers of all lists in one place. */
export function isInList({ symbol, option }: Ticker, topic: ListTopic): boolean {
  if (topic.kind === 'chain') return option !== undefined && symbol.startsWith(`${topic.coin}-`)
  return option === undefined && (spreadLegs(symbol) !== null) === (topic.kind === 'spreads')
}
