import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { barEnd, barStart, nextBarStart } from '../../../src/domain/market/interval'
import { CANDLE_INTERVALS } from '../../../src/domain/market/market'

const at = (text: string) => Date.parse(`${text}Z`)

describe('the bounds of bars', () => {
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
    expect(barStart(interval, at(time))).toBe(at(start))
    expect(nextBarStart(interval, at(start))).toBe(at(next))
    expect(barEnd(interval, at(start))).toBe(at(next) - 1)
  })

  it('tile all of time', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CANDLE_INTERVALS),
        fc.integer({ min: 0, max: at('2100-01-01T00:00') }),
        (interval, time) => {
          const start = barStart(interval, time)
          const next = nextBarStart(interval, start)
          expect(start).toBeLessThanOrEqual(time)
          expect(next).toBeGreaterThan(time)
          expect(barStart(interval, start)).toBe(start)
          expect(barStart(interval, next)).toBe(next)
          expect(barStart(interval, next - 1)).toBe(start)
        },
      ),
    )
  })
})
