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
    case 'chain': {
      const coin = topic.kind === 'chain' ? `${topic.coin}-` : null
      return market.values
        .tickers()
        .filter(({ symbol, option }) =>
          coin === null ? option === undefined : option !== undefined && symbol.startsWith(coin),
        )
        .map((ticker) => ({ type: 'ticker', ticker, stale: market.isTickerStale(name, ticker.symbol) }))
    }
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
