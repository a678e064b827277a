import { expect, test } from 'vitest'
import type { InstrumentSymbol } from '../../../../src/domain/order/order'
import { askFirstBars, barsOfPage } from '../../../../src/ui/chart/port/first-bars'
import type { CandleRange } from '../../../../src/workers/hub-api'

const SYMBOL = 'BTCUSDT' as InstrumentSymbol
const ASKED: CandleRange = { symbol: SYMBOL, interval: '30', source: 'last', endMs: null, limit: 500 }

function asking(symbol = SYMBOL) {
  const asked: CandleRange[] = []
  const clock = { nowMs: 0 }
  const api = {
    candles: async (range: CandleRange) => {
      asked.push(range)
      return { hasError: false as const, value: [], asOfMs: 0, fromCache: false }
    },
  }
  return { ahead: askFirstBars(api, symbol, '30', () => clock.nowMs), asked, clock }
}

test('what the engine asks first was asked before it came, and is given once', async () => {
  const { ahead, asked } = asking()
  expect(asked).toEqual([ASKED])
  expect(await ahead?.(ASKED)).toMatchObject({ hasError: false })
  expect(ahead?.(ASKED)).toBeNull()
})

test.each<Partial<CandleRange>>([
  { symbol: 'ETHUSDT' as InstrumentSymbol },
  { interval: '60' },
  { source: 'mark' },
  { endMs: 0 },
  { limit: 400 },
])('another question has no answer ahead: %j', (other) => {
  const { ahead } = asking()
  expect(ahead?.({ ...ASKED, ...other })).toBeNull()
  expect(ahead?.(ASKED)).not.toBeNull()
})

test('an answer of long ago is of another moment', () => {
  const { ahead, clock } = asking()
  clock.nowMs = 5_001
  expect(ahead?.(ASKED)).toBeNull()
})

test.each(['BTC-25DEC26-100000-C', 'BTCUSDT_BTC/USDT'])('bars of %s are made of others: nothing is asked', (symbol) => {
  const { ahead, asked } = asking(symbol as InstrumentSymbol)
  expect([ahead, asked]).toEqual([null, []])
})

test('a read of weeks or months has two years of them at most', () => {
  // 730 days are 104 whole weeks.
  expect([barsOfPage('30'), barsOfPage('1W')]).toEqual([500, 104])
})
