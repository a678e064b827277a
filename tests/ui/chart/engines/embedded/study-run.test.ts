import * as fc from 'fast-check'
import type { KLineData } from 'klinecharts'
import { expect, test } from 'vitest'
import { IndicatorRun } from '../../../../../src/domain/indicators/indicator'
import { indicatorByName } from '../../../../../src/domain/indicators/indicators'
import { StudyRun } from '../../../../../src/ui/chart/engines/embedded/study-run'

const ema = indicatorByName('ema')!
const VALUES = { length: 3 }

const bar = (index: number, close: number): KLineData => ({
  timestamp: index * 60_000,
  open: close,
  high: close,
  low: close,
  close,
  volume: 1,
})

/** The whole list at once. */
function afresh(bars: readonly KLineData[]) {
  const run = new IndicatorRun(ema, VALUES)
  return bars.map((one) => run.push({ ...one, time: one.timestamp, volume: 1 }))
}

type Step =
  | { readonly kind: 'tick' | 'append'; readonly close: number }
  | { readonly kind: 'older' | 'reload'; readonly closes: readonly number[] }

const close = fc.integer({ min: 1, max: 999 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('tick' as const, 'append' as const), close }),
  fc.record({
    kind: fc.constantFrom('older' as const, 'reload' as const),
    closes: fc.array(close, { minLength: 1, maxLength: 6 }),
  }),
)

test('after ticks, new bars, pages of older ones and fresh reads it has what a whole computation has', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const run = new StudyRun(ema, VALUES)
      let bars: KLineData[] = []
      let load = 0
      for (const one of steps) {
        const first = (bars[0]?.timestamp ?? 6_000_000) / 60_000
        const next = (bars.at(-1)?.timestamp ?? 6_000_000) / 60_000 + 1
        switch (one.kind) {
          case 'tick':
            if (bars.length > 0) bars[bars.length - 1] = bar(next - 1, one.close)
            break
          case 'append':
            bars.push(bar(next, one.close))
            break
          case 'older':
            load++
            bars = [...one.closes.map((price, i) => bar(first - one.closes.length + i, price)), ...bars]
            break
          case 'reload':
            load++
            // The same times with other prices: a gap was filled, or a bar was put right.
            bars = bars.map((old, i) => bar(old.timestamp / 60_000, one.closes[i % one.closes.length]!))
            break
        }
        expect(run.valuesOf(bars, load)).toEqual(afresh(bars))
        expect(run.values).toHaveLength(bars.length)
      }
    }),
  )
})

test('a tick computes the bar that changed and no other', () => {
  let computed = 0
  const counting = {
    ...ema,
    start: (values: Readonly<Record<string, unknown>>) => {
      const formula = ema.start(values)
      return {
        at: (one: Parameters<typeof formula.at>[0]) => {
          computed++
          return formula.at(one)
        },
        close: formula.close,
      }
    },
  }
  const run = new StudyRun(counting, VALUES)
  const bars = Array.from({ length: 10_000 }, (_, index) => bar(index, 100 + (index % 7)))
  run.valuesOf(bars, 0)
  computed = 0
  for (let i = 0; i < 100; i++) {
    bars[bars.length - 1] = bar(9_999, 100 + i)
    run.valuesOf(bars, 0)
  }
  expect(computed).toBe(100)
})
