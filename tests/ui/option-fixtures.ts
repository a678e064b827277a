import { signal } from '@preact/signals-react'
import { optionInstrument } from '../../exchange/listings/option-instrument'
import type { Price, Qty } from '../../src/domain/decimal'
import type { OptionContract } from '../../src/domain/instrument/option'
import { MarketModel } from '../../src/ui/state/market-model'
import type { HubEvent } from '../../src/workers/hub-events'
import { coinOf, deskOf, tickerOf, walletOf } from './fixtures'

/** A call of 60,000 on BTC in USDT, which ends in a year of 365 days from the fixtures' zero: tick 5, lot 0.01. */
export const CALL_60K: OptionContract = optionInstrument(
  {
    symbol: 'BTC-1JAN71-60000-C-USDT',
    family: 'option',
    base: 'BTC',
    kind: 'usdt',
    listedMs: 0,
    expiryMs: 365 * 86_400_000,
  },
  'trading',
)

/** A signed-in account with 10,000 USDT; forward and index 60,000, mark 9,500, 1 asked for at 9,450, 1 and 2 offered from 9,550. */
export function optionDeskOf({ option = CALL_60K, confirmed = true, available = '10000' } = {}) {
  const desk = deskOf({ available })
  const market = new MarketModel(option.symbol, signal(option))
  const send = (...events: readonly HubEvent[]): void => {
    for (const event of events)
      for (const model of [desk.connection, desk.catalogue, desk.account, market]) model.apply(event)
  }
  send(
    { type: 'singles', markets: [option], confirmed: confirmed ? [option.symbol] : [], missing: [] },
    { type: 'wallet', wallet: walletOf(coinOf(available)) },
    {
      type: 'ticker',
      stale: false,
      ticker: {
        ...tickerOf('9500'),
        symbol: option.symbol,
        indexPrice: '60000' as Price,
        bid1Price: '9450' as Price,
        ask1Price: '9550' as Price,
        option: {
          underlyingPrice: '60000' as Price,
          markVolatility: 0.4,
          bidVolatility: 0.39,
          askVolatility: 0.41,
          greeks: { delta: 0.57, gamma: 0.00001, vega: 230, theta: -12 },
          totalVolume: '0' as Qty,
          totalTurnover: '0' as never,
        },
      },
    },
    {
      type: 'book',
      stale: false,
      book: {
        symbol: option.symbol,
        group: 1,
        // Ticks of 5 and lots of 0.01 in turn.
        bids: Float64Array.of(1_890, 100),
        asks: Float64Array.of(1_910, 100, 1_920, 200),
        updateId: 1,
        timeMs: 1,
      },
    },
  )
  return { ...desk, market, send }
}
