import { signal } from '@preact/signals-react'
import { assert, boolean, double, property } from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { YEAR_MS } from '../../../../src/domain/options/black'
import type { Bar, ChartDatafeed } from '../../../../src/ui/chart/port/chart-port'
import { carryOf, optionBar, type ValuedOption } from '../../../../src/ui/chart/symbols/option-bars'
import { optionDatafeed } from '../../../../src/ui/chart/symbols/option-datafeed'
import type { MarketModel } from '../../../../src/ui/state/market-model'

const HOUR_MS = 3_600_000
const START_MS = Date.UTC(2026, 10, 26)
const call = (change: Partial<ValuedOption> = {}): ValuedOption => ({
  strike: 100,
  isCall: true,
  expiryMs: START_MS + YEAR_MS,
  volatility: 0.2,
  carry: 0,
  ...change,
})
const bar = (open: number, high: number, low: number, close: number, time = START_MS): Bar => ({
  time,
  open,
  high,
  low,
  close,
  volume: 3,
})

describe('bars of an option, as nobody keeps its trades', () => {
  test('are what the model gives: at the money, a year before, at 20 % a call on 100 is worth 7.97', () => {
    // Black-76 without interest: 100 × (2 Φ(0.2 / 2) − 1) = 100 × (2 × 0.539828 − 1) = 7.9656.
    expect(optionBar(bar(100, 100, 100, 100), '60', call(), START_MS).open).toBeCloseTo(7.9656, 4)
  })

  test('after the expiry it is worth what it pays, and nothing is traded in it', () => {
    const over = optionBar(bar(103, 107, 101, 104, START_MS + 2 * YEAR_MS), '60', call(), START_MS + 3 * YEAR_MS)
    expect(over).toEqual({ time: START_MS + 2 * YEAR_MS, open: 3, high: 7, low: 1, close: 4, volume: 0 })
  })

  test('a put is worth most where the index is lowest', () => {
    const put = call({ isCall: false, expiryMs: START_MS })
    // 100 − 95 at the low, nothing at the high.
    expect(optionBar(bar(99, 104, 95, 98), '60', put, START_MS + HOUR_MS)).toMatchObject({ high: 5, low: 0, close: 2 })
  })

  test('the forward is by its carry above the index: 2 % in half a year are 3.96 a year', () => {
    // ln(102 ÷ 100) ÷ 0.5 = 0.0396; a deep call is worth the forward less the strike.
    expect(carryOf(102, 100, 0.5)).toBeCloseTo(0.039605, 6)
    const deep = call({ strike: 1, volatility: 0.01, expiryMs: START_MS + YEAR_MS / 2, carry: carryOf(102, 100, 0.5) })
    expect(optionBar(bar(100, 100, 100, 100), '1', deep, START_MS).open).toBeCloseTo(101, 6)
    expect(carryOf(102, 100, 0)).toBe(0)
  })

  test('whatever the index does, no bar ends or begins outside its own high and low', () => {
    const price = double({ min: 1, max: 1_000, noNaN: true })
    assert(
      property(
        price,
        price,
        price,
        price,
        boolean(),
        double({ min: 0.05, max: 3, noNaN: true }),
        (a, b, c, d, isCall, volatility) => {
          const index = bar(a, Math.max(a, b, c, d), Math.min(a, b, c, d), d)
          const made = optionBar(index, '1D', call({ isCall, volatility }), START_MS + HOUR_MS)
          expect(made.high).toBeGreaterThanOrEqual(Math.max(made.open, made.close))
          expect(made.low).toBeLessThanOrEqual(Math.min(made.open, made.close))
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('the feed of an option', () => {
  const option = {
    kind: 'usdtOption',
    strike: '100',
    isCall: true,
    delivery: { timeMs: START_MS + YEAR_MS },
  }
  const ticker = { indexPrice: '100', option: { underlyingPrice: '100', markVolatility: 0.2 } }
  function feedOf() {
    const live = {
      resolve: () => ({ symbol: '', priceDecimals: 0, qtyDecimals: 2, tick: 5 }),
      symbols: () => [],
      history: vi.fn(async () => ({ bars: [bar(100, 100, 100, 100)], noMore: false })),
      subscribe: vi.fn(() => () => undefined),
    }
    const market = { symbol: 'BTC-26NOV27-100-C-USDT', listed: signal(option), ticker: signal<object | null>(null) }
    const feed = optionDatafeed(live as unknown as ChartDatafeed, market as unknown as MarketModel, () => START_MS)
    return { live, market, feed }
  }

  test('waits for its mark, and then asks for the index of its coin', async () => {
    const { live, market, feed } = feedOf()
    const read = feed.history({ symbol: market.symbol, resolution: '60', toMs: null, countBack: 9 })
    market.ticker.value = ticker
    // The model's 7.9656, with the decimals of a mark.
    expect((await read).bars[0]?.open).toBe(7.97)
    expect(live.history).toHaveBeenCalledWith({
      symbol: 'BTCUSDT',
      price: 'index',
      resolution: '60',
      toMs: null,
      countBack: 9,
    })
    expect(feed.resolve(market.symbol)).toMatchObject({ priceDecimals: 2, tick: 5 })
  })

  test('another symbol that is compared keeps its own bars', async () => {
    const { live, feed } = feedOf()
    await feed.history({ symbol: 'ETHUSDT', resolution: '60', toMs: null, countBack: 9 })
    expect(live.history).toHaveBeenCalledWith({ symbol: 'ETHUSDT', resolution: '60', toMs: null, countBack: 9 })
  })
})
