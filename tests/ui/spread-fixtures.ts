import { computed } from '@preact/signals-react'
import { SPREADS } from '../../exchange/listings/spreads'
import type { Price } from '../../src/domain/decimal'
import type { Spread } from '../../src/domain/instrument/spread'
import type { InstrumentSymbol } from '../../src/domain/order/order'
import { MarketModel } from '../../src/ui/state/market-model'
import { legMarkets } from '../../src/ui/trading-kit/leg-markets'
import type { HubEvent } from '../../src/workers/hub-events'
import { coinOf, deskOf, instrumentOf, tickerOf, walletOf } from './fixtures'
import { BTC_USDT } from './spot-fixtures'

/** BTCUSDT against BTC/USDT as listed: tick 0.1, lot 0.001, from −19,999.9 to 19,999.9. */
export const BASIS: Spread = SPREADS.standing('global', ['spot', 'spread']).find(
  (one): one is Spread => one.symbol === 'BTCUSDT_BTC/USDT' && one.kind === 'spread',
)!

/**
 * A signed-in account with 100,000 USDT and 2 BTC; the perpetual's mark 60,010 with 60,009 bid and 60,011 asked, the pair's
 * last 60,000 with 59,999 bid and 60,001 asked; the spread's mark 10, 0.1 asked for at 9 and 0.1 and 0.2 offered at 11 and 12.
 */
export function spreadDeskOf({ confirmed = true, coins = '2', available = '100000' } = {}) {
  const desk = deskOf({ available })
  const markets = new Map<InstrumentSymbol, MarketModel>()
  const marketOf = (symbol: InstrumentSymbol): MarketModel => {
    const known = markets.get(symbol)
    if (known !== undefined) return known
    const market = new MarketModel(
      symbol,
      computed(() => desk.catalogue.listed(symbol).value),
    )
    markets.set(symbol, market)
    return market
  }
  const market = marketOf(BASIS.symbol)
  const legs = legMarkets(BASIS.symbol, { market: marketOf })
  const send = (...events: readonly HubEvent[]): void => {
    for (const event of events) {
      for (const model of [desk.connection, desk.catalogue, desk.account]) model.apply(event)
      const of = event.type === 'ticker' ? event.ticker.symbol : event.type === 'book' ? event.book.symbol : null
      if (of !== null) markets.get(of)?.apply(event)
    }
  }
  const ticker = (symbol: string, last: string, change: Parameters<typeof tickerOf>[1]): HubEvent => ({
    type: 'ticker',
    stale: false,
    ticker: tickerOf(last, { symbol: symbol as InstrumentSymbol, ...change }),
  })
  const price = (text: string): Price => text as Price
  send(
    {
      type: 'instruments',
      instruments: [instrumentOf()],
      confirmed: true,
      asOfMs: 1,
      status: 'resolved',
      versionInForce: '1',
    },
    { type: 'spotPairs', pairs: [BTC_USDT], confirmed: true, status: 'resolved', asOfMs: 1 },
    { type: 'singles', markets: [BASIS], confirmed: confirmed ? [BASIS.symbol] : [], missing: [] },
    {
      type: 'wallet',
      wallet: { ...walletOf(coinOf(available)), coins: [coinOf(available), { ...coinOf(coins), coin: 'BTC' }] },
    },
    ticker('BTCUSDT', '60010', { bid1Price: price('60009'), ask1Price: price('60011') }),
    ticker('BTC/USDT', '60000', { markPrice: null, bid1Price: price('59999'), ask1Price: price('60001') }),
    ticker(BASIS.symbol, '10', { bid1Price: price('9'), ask1Price: price('11') }),
    {
      type: 'book',
      stale: false,
      book: {
        symbol: BASIS.symbol,
        group: 1,
        // Ticks of 0.1 and lots of 0.001 in turn.
        bids: Float64Array.of(90, 100),
        asks: Float64Array.of(110, 100, 120, 200),
        updateId: 1,
        timeMs: 1,
      },
    },
  )
  return { ...desk, market, legs, send }
}
