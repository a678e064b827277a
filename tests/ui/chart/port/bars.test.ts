import { describe, expect, test } from 'vitest'
import type { Money, Price, Qty } from '../../../../src/domain/decimal'
import type { Candle } from '../../../../src/domain/market/market'
import { hasGap, orderBars, resolutionLabel, toBar } from '../../../../src/ui/chart/port/bars'

function candle(startMs: number, close: string): Candle {
  return {
    startMs,
    endMs: startMs + 59_999,
    open: '10' as Price,
    high: '12.5' as Price,
    low: '9' as Price,
    close: close as Price,
    volume: '3' as Qty,
    turnover: '33' as Money,
    confirmed: false,
  }
}

describe('chart data', () => {
  test('a candle becomes the numbers of the engine', () => {
    expect(toBar(candle(60_000, '11.5'))).toEqual({
      time: 60_000,
      open: 10,
      high: 12.5,
      low: 9,
      close: 11.5,
      volume: 3,
    })
  })

  test('pages that come newest first and overlap become one list, oldest first, newest state wins', () => {
    const bars = orderBars([candle(120_000, '1'), candle(60_000, '2'), candle(120_000, '3')])
    expect(bars.map((bar) => [bar.time, bar.close])).toEqual([
      [60_000, 2],
      [120_000, 3],
    ])
  })
})

describe('hasGap: bars that were missed are asked for again (F18)', () => {
  test.each([
    // the next 30-minute bar starts 1,800,000 ms later
    ['30', 0, 1_800_000, false],
    ['30', 0, 1_800_001, true],
    ['30', 0, 3_600_000, true],
    ['1D', 0, 86_400_000, false],
    // the longest month has 31 days
    ['1M', 0, 31 * 86_400_000, false],
  ] as const)('%s from %i to %i: %s', (resolution, known, next, expected) => {
    expect(hasGap(known, next, resolution)).toBe(expected)
  })
})

describe('resolutionLabel (spec §9, intervals)', () => {
  test.each([
    ['1', '1m'],
    ['30', '30m'],
    ['60', '1h'],
    ['240', '4h'],
    ['720', '12h'],
    ['1D', '1D'],
    ['1M', '1M'],
  ] as const)('%s reads %s', (resolution, label) => {
    expect(resolutionLabel(resolution)).toBe(label)
  })
})
