import { describe, expect, test } from 'vitest'
import type { ExecId, Execution } from '../../../src/domain/order/execution'
import type { Price, Qty } from '../../../src/domain/decimal'
import { fillGreeks } from '../../../src/domain/options/fill-greeks'
import type { InstrumentSymbol } from '../../../src/domain/order/order'

const EXPIRY_MS = Date.UTC(2026, 11, 25, 8)
const FILL: Execution = {
  id: 'e-1' as ExecId,
  ...({} as Omit<Execution, 'id'>),
  symbol: 'BTC-25DEC26-60000-C-USDT' as InstrumentSymbol,
  side: 'buy',
  qty: '1' as Qty,
  option: {
    volatility: 0.52,
    markVolatility: 0.5,
    markPrice: '5973.1' as Price,
    indexPrice: '59900' as Price,
    underlyingPrice: '60000' as Price,
  },
  // A quarter of 365 days before.
  timeMs: EXPIRY_MS - 365 * 21_600_000,
}

describe('what a fill of an option changes', () => {
  test('at the money, a quarter of a year before, by the volatility of the mark', () => {
    // d1 = 0.5·√0.25 ÷ 2 = 0.125; Φ = 0.54974, φ = 0.39584.
    // Gamma φ ÷ (60,000 · 0.25); vega 60,000 · φ · 0.5 ÷ 100; theta −60,000 · φ · 0.5 ÷ (2 · 0.5) ÷ 365.
    const { delta, gamma, vega, theta } = fillGreeks(FILL)!
    expect(delta).toBeCloseTo(0.54974, 5)
    expect(gamma).toBeCloseTo(0.39584 / 15_000, 9)
    expect(vega).toBeCloseTo(118.752, 2)
    expect(theta).toBeCloseTo(-32.5348, 3)
  })

  test('a sale of two takes twice as much away', () => {
    const { delta, vega } = fillGreeks({ ...FILL, side: 'sell', qty: '2' as Qty })!
    expect(delta).toBeCloseTo(-1.09948, 4)
    expect(vega).toBeCloseTo(-237.504, 1)
  })

  test('nothing is said of a row that does not say its market, and of what is no option', () => {
    const { option: _, ...live } = FILL
    expect(fillGreeks(live)).toBeNull()
    expect(fillGreeks({ ...FILL, symbol: 'BTCUSDT' as InstrumentSymbol })).toBeNull()
  })
})
