import { signal } from '@preact/signals-react'
import { SPOT_GROUPS } from '../../exchange/listings/spot-pairs'
import type { Money, Price, Qty } from '../../src/domain/decimal'
import type { SpotPair } from '../../src/domain/instrument/spot-pair'
import { MarketModel } from '../../src/ui/state/market-model'
import type { HubEvent } from '../../src/workers/hub-events'
import { coinOf, deskOf, tickerOf, walletOf } from './fixtures'

export const LISTED_BTC_USDT: SpotPair = SPOT_GROUPS.flatMap(({ pairs }) => pairs).find(
  ({ symbol }) => symbol === 'BTC/USDT',
)!

/** BTC/USDT as listed, with a coarser lot and rounder bounds: tick 0.1, lot 0.001, 0.001 to 10 BTC, 5 to 1,000,000 USDT. */
export const BTC_USDT: SpotPair = {
  ...LISTED_BTC_USDT,
  lotSize: '0.001' as Qty,
  minQty: '0.001' as Qty,
  maxLimitQty: '10' as Qty,
  maxMarketQty: '10' as Qty,
  maxAmount: '1000000' as Money,
  quoteStep: '0.01' as Money,
}

/**
 * A signed-in account with 10,000 USDT and 0.5 BTC, and the pair's market: last 60,000, 0.1 offered at 60,000 and 2 at
 * 60,100, 0.2 asked for at 59,999 and 2 at 59,900.
 */
export function spotDeskOf({ pair = BTC_USDT, confirmed = true } = {}) {
  const desk = deskOf()
  const market = new MarketModel(pair.symbol, signal(pair))
  const send = (...events: readonly HubEvent[]): void => {
    for (const event of events)
      for (const model of [desk.connection, desk.catalogue, desk.account, market]) model.apply(event)
  }
  const ticker = tickerOf('60000')
  send(
    { type: 'spotPairs', pairs: [pair], confirmed, status: 'resolved', asOfMs: 1 },
    {
      type: 'wallet',
      wallet: { ...walletOf(coinOf('10000')), coins: [coinOf('10000'), { ...coinOf('0.5'), coin: 'BTC' }] },
    },
    {
      type: 'ticker',
      stale: false,
      ticker: {
        ...ticker,
        symbol: pair.symbol,
        markPrice: null,
        indexPrice: '60000' as Price,
        bid1Price: '59999' as Price,
        ask1Price: '60000' as Price,
      },
    },
    {
      type: 'book',
      stale: false,
      book: {
        symbol: pair.symbol,
        group: 1,
        // Ticks of 0.1 and lots of 0.001 in turn.
        bids: Float64Array.of(599_990, 200, 599_000, 2_000),
        asks: Float64Array.of(600_000, 100, 601_000, 2_000),
        updateId: 1,
        timeMs: 1,
      },
    },
  )
  return { ...desk, market, send }
}
