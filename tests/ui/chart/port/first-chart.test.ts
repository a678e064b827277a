import { expect, test, vi } from 'vitest'
import type { InstrumentSymbol } from '../../../../src/domain/order/order'
import { beginFirstChart, keptResolution, takeFirstChart } from '../../../../src/ui/chart/port/first-chart'
import type { CandleRange } from '../../../../src/workers/hub-api'

const BTC = 'BTCUSDT' as InstrumentSymbol
const ETH = 'ETHUSDT' as InstrumentSymbol

function begin(settings: unknown): CandleRange[] {
  const asked: CandleRange[] = []
  const candles = async (range: CandleRange) => {
    asked.push(range)
    return { hasError: false as const, value: [], asOfMs: 0, fromCache: false }
  }
  beginFirstChart({ candles }, BTC, () => 0, Promise.resolve(settings))
  return asked
}

test('bars are asked for in the interval that this browser chose, before anything of the chart has come', async () => {
  const asked = begin({ resolution: '5' })
  await vi.waitFor(() => expect(asked).toMatchObject([{ symbol: BTC, interval: '5', limit: 500 }]))
})

test('what was begun is given to the chart of its market, once', async () => {
  begin({ resolution: '5', markLine: true })
  expect(takeFirstChart(ETH)).toBeNull()
  const first = takeFirstChart(BTC)
  expect(await first?.kept).toEqual({ resolution: '5', markLine: true })
  const bars = await first?.bars
  const range: CandleRange = { symbol: BTC, interval: '5', source: 'last', endMs: null, limit: 500 }
  expect(await bars?.(range)).toMatchObject({ hasError: false })
  expect(takeFirstChart(BTC)).toBeNull()
})

// Spec §4: a chart that nobody set shows half hours.
test.each([undefined, null, 'x', {}, { resolution: '7' }, { resolution: 5 }])(
  '%j as what is kept is half hours',
  (settings) => {
    expect(keptResolution(settings)).toBe('30')
  },
)
