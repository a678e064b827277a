import { expect, test } from 'vitest'
import { IndicatorRun, type IndicatorBar } from '../../../../src/domain/indicators/indicator'
import { namedSpread } from '../../../../src/domain/market/spread-row'
import type { Comparison } from '../../../../src/ui/chart/comparisons/comparison-kinds'
import { comparisonIndicator } from '../../../../src/ui/chart/comparisons/comparison-study'

const bar = (time: number, close: number): IndicatorBar => ({ time, open: 1, high: 1, low: 1, close, volume: 1 })

/** A closes at 10, 12, 14, 16; B has no bar at 2. */
const A = [bar(0, 10), bar(1, 12), bar(2, 14), bar(3, 16)]
const B: Readonly<Record<number, number>> = { 0: 4, 1: 5, 3: 0 }

function valuesOf(comparison: Comparison) {
  const run = new IndicatorRun(
    comparisonIndicator(comparison, { closesAt: (time) => [B[time] ?? null], spread: null }),
    {},
  )
  return A.map((one) => run.push(one)[0])
}

test('A−B has a point where both have a bar, and none in a missing minute', () => {
  expect(valuesOf({ kind: 'difference', symbol: 'B' })).toEqual([6, 7, null, 16])
})

test('A/B has none where B is nought, either', () => {
  expect(valuesOf({ kind: 'ratio', symbol: 'B' })).toEqual([2.5, 2.4, null, null])
})

test('mark, index and symbol are the other series as it is', () => {
  for (const one of [{ kind: 'mark' }, { kind: 'index' }, { kind: 'symbol', symbol: 'B' }] as const)
    expect(valuesOf(one)).toEqual([4, 5, null, 0])
})

test('a spread’s legs are two lines, each with the bars that it has', () => {
  const legs = comparisonIndicator(
    { kind: 'legs' },
    { closesAt: (time) => [100 + time, B[time] ?? null], spread: null },
  )
  const run = new IndicatorRun(legs, {})
  expect(A.slice(0, 3).map((one) => run.push(one))).toEqual([
    [100, 4],
    [101, 5],
    [102, null],
  ])
  expect(legs.outputs).toHaveLength(2)
})

test('a spread’s yield is its share of the second leg for a year of the days that are left, in per cent', () => {
  const spread = namedSpread('BTC-26MAR27_BTC/USDT')
  // At 8:00 of 26 February 2027 it has 28 days.
  const time = Date.UTC(2027, 1, 26, 8)
  const study = comparisonIndicator({ kind: 'yield' }, { closesAt: () => [50_000], spread })
  // 500 ÷ 50,000 × 365 ÷ 28 = 13.0357 %
  expect(new IndicatorRun(study, {}).push(bar(time, 500))[0]).toBeCloseTo(13.035_714, 5)
  // Below zero where the first leg is cheaper; nothing where the second has no bar.
  expect(new IndicatorRun(study, {}).push(bar(time, -500))[0]).toBeCloseTo(-13.035_714, 5)
  const without = comparisonIndicator({ kind: 'yield' }, { closesAt: () => [null], spread })
  expect(new IndicatorRun(without, {}).push(bar(time, 500))).toEqual([null])
})

test('what has units of its own has a pane of its own', () => {
  const paneOf = (one: Comparison) => comparisonIndicator(one, { closesAt: () => [], spread: null }).pane
  expect(paneOf({ kind: 'mark' })).toBe('price')
  expect(paneOf({ kind: 'difference', symbol: 'B' })).toBe('own')
})
