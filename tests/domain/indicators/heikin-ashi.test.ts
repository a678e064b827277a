import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { heikinAshi } from '../../../src/domain/indicators/heikin-ashi'
import { IndicatorRun, type IndicatorBar } from '../../../src/domain/indicators/indicator'
import { barsArb } from './bars'

function run(bars: readonly IndicatorBar[]) {
  const one = new IndicatorRun(heikinAshi, {})
  return bars.map((bar) => one.push(bar))
}

test('two bars by hand', () => {
  const bar = { time: 0, volume: 1 }
  // Close (10 + 14 + 8 + 12) / 4 = 11, open (10 + 12) / 2 = 11. Then close (12 + 20 + 11.5 + 17) / 4, open (11 + 11) / 2.
  expect(
    run([
      { ...bar, open: 10, high: 14, low: 8, close: 12 },
      { ...bar, open: 12, high: 20, low: 11.5, close: 17 },
    ]),
  ).toEqual([
    [11, 14, 8, 11],
    [11, 20, 11, 15.125],
  ])
})

test('each bar opens in the middle of the one before, and holds its open and close', () => {
  fc.assert(
    fc.property(barsArb(2, 40), (bars) => {
      const rows = run(bars) as unknown as readonly (readonly [number, number, number, number])[]
      rows.forEach(([open, high, low, close], i) => {
        const before = rows[i - 1]
        if (before !== undefined) expect(open).toBe((before[0] + before[3]) / 2)
        expect(high).toBe(Math.max(bars[i]!.high, open, close))
        expect(low).toBe(Math.min(bars[i]!.low, open, close))
      })
    }),
  )
})
