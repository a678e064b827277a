import { expect, test } from 'vitest'
import { IndicatorRun, type IndicatorBar } from '../../../../src/domain/indicators/indicator'
import type { Comparison } from '../../../../src/ui/chart/comparisons/comparison'
import { comparisonIndicator } from '../../../../src/ui/chart/comparisons/comparison-study'

const bar = (time: number, close: number): IndicatorBar => ({ time, open: 1, high: 1, low: 1, close, volume: 1 })

/** A closes at 10, 12, 14, 16; B has no bar at 2. */
const A = [bar(0, 10), bar(1, 12), bar(2, 14), bar(3, 16)]
const B: Readonly<Record<number, number>> = { 0: 4, 1: 5, 3: 0 }

function valuesOf(comparison: Comparison) {
  const run = new IndicatorRun(
    comparisonIndicator(comparison, (time) => B[time] ?? null),
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

test('what has units of its own has a pane of its own', () => {
  const paneOf = (one: Comparison) => comparisonIndicator(one, () => null).pane
  expect(paneOf({ kind: 'mark' })).toBe('price')
  expect(paneOf({ kind: 'difference', symbol: 'B' })).toBe('own')
})
