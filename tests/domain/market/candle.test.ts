import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Money, Price, Qty } from '../../../src/domain/decimal'
import {
  aggregateCandles,
  candleEnd,
  candleStart,
  mergeCandle,
  nextCandleStart,
} from '../../../src/domain/market/candle'
import { CANDLE_INTERVALS, type Candle } from '../../../src/domain/market/market'

const at = (text: string) => Date.parse(`${text}Z`)
const candle = (start: string, [open, high, low, close]: readonly string[], confirmed = true): Candle => ({
  startMs: at(start),
  endMs: candleEnd('1', at(start)),
  open: open as Price,
  high: high as Price,
  low: low as Price,
  close: close as Price,
  volume: '1.5' as Qty,
  turnover: '10' as Money,
  confirmed,
})

describe('candle bounds', () => {
  it.each([
    // 21 November 2026 is a Saturday; its week began on Monday the 16th.
    ['1', '2026-11-21T06:37:59.999', '2026-11-21T06:37', '2026-11-21T06:38'],
    ['240', '2026-11-21T06:37', '2026-11-21T04:00', '2026-11-21T08:00'],
    ['720', '2026-11-21T06:37', '2026-11-21T00:00', '2026-11-21T12:00'],
    ['1D', '2026-11-21T06:37', '2026-11-21T00:00', '2026-11-22T00:00'],
    ['1W', '2026-11-21T06:37', '2026-11-16T00:00', '2026-11-23T00:00'],
    ['1W', '2026-11-16T00:00', '2026-11-16T00:00', '2026-11-23T00:00'],
    ['1M', '2026-12-31T23:59', '2026-12-01T00:00', '2027-01-01T00:00'],
    ['1M', '2028-02-29T12:00', '2028-02-01T00:00', '2028-03-01T00:00'],
  ] as const)('%s at %s', (interval, time, start, next) => {
    expect(candleStart(interval, at(time))).toBe(at(start))
    expect(nextCandleStart(interval, at(time))).toBe(at(next))
    expect(candleEnd(interval, at(time))).toBe(at(next) - 1)
  })

  it('tile all of time', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CANDLE_INTERVALS),
        fc.integer({ min: 0, max: at('2100-01-01T00:00') }),
        (interval, time) => {
          const start = candleStart(interval, time)
          const next = nextCandleStart(interval, time)
          expect(start).toBeLessThanOrEqual(time)
          expect(next).toBeGreaterThan(time)
          expect(candleStart(interval, start)).toBe(start)
          expect(candleStart(interval, next)).toBe(next)
          expect(candleStart(interval, next - 1)).toBe(start)
        },
      ),
    )
  })
})

describe('mergeCandle', () => {
  it('takes first open, highest, lowest, last close and the sums', () => {
    const bars = aggregateCandles(
      [
        candle('2026-11-21T06:00', ['10', '12', '9.5', '11']),
        candle('2026-11-21T06:01', ['11', '11.5', '9', '9.25']),
        candle('2026-11-21T06:04', ['9.25', '100', '9.2', '20']),
        candle('2026-11-21T06:05', ['20', '20', '20', '20'], false),
      ],
      '5',
    )
    expect(bars).toEqual([
      {
        startMs: at('2026-11-21T06:00'),
        endMs: at('2026-11-21T06:05') - 1,
        open: '10',
        high: '100',
        low: '9',
        close: '20',
        volume: '4.5',
        turnover: '30',
        confirmed: true,
      },
      {
        startMs: at('2026-11-21T06:05'),
        endMs: at('2026-11-21T06:10') - 1,
        open: '20',
        high: '20',
        low: '20',
        close: '20',
        volume: '1.5',
        turnover: '10',
        confirmed: false,
      },
    ])
  })

  it('is not closed by a closed part in its middle', () => {
    expect(mergeCandle(null, candle('2026-11-21T06:00', ['1', '1', '1', '1']), '5').confirmed).toBe(false)
  })
})
