import { signal } from '@preact/signals-react'
import { expect, test } from 'vitest'
import { comparedMarket, scaleFor } from '../../../src/ui/chart/chart-view'
import { exchangeMs } from '../../../src/ui/state/exchange-ms'
import type { App } from '../../../src/ui/state/app-context'
import { ConnectionModel } from '../../../src/ui/state/connection-model'
import type { MarketModel } from '../../../src/ui/state/market-model'
import type { HubStatus } from '../../../src/workers/hub-events'

const marketOf = (symbol: string) =>
  ({ symbol, listed: signal(null) }) as unknown as Pick<MarketModel, 'symbol' | 'listed'>

test.each(['BTCUSDT_BTC/USDT', 'BTCUSDT-26MAR27_BTCUSDT-25DEC26'])(
  'the axis of %s, a spread, is never in per cent: its first bar may be zero or below',
  (symbol) => {
    const compared = comparedMarket(marketOf(symbol))
    expect(compared.spread).not.toBeNull()
    expect(scaleFor(compared, 'percentage')).toBe('normal')
    expect(scaleFor(compared, 'logarithm')).toBe('logarithm')
  },
)

test.each(['BTCUSDT', 'BTCUSD', 'BTC/USDT', 'BTC-27MAR26'])('%s, which is no spread, has every scale', (symbol) => {
  for (const scale of ['normal', 'logarithm', 'percentage'] as const)
    expect(scaleFor(comparedMarket(marketOf(symbol)), scale)).toBe(scale)
})

test('a chart counts to the close of a bar by the exchange’s clock, and by the computer’s while that is not known', () => {
  const connection = new ConnectionModel()
  const app = { clock: { nowMs: () => 1_000_000 }, connection } as unknown as Pick<App, 'clock' | 'connection'>
  expect(exchangeMs(app)).toBe(1_000_000)
  // A computer that is 90 s ahead.
  connection.apply({ type: 'status', status: { clockOffsetMs: -90_000 } as HubStatus })
  expect(exchangeMs(app)).toBe(910_000)
})
