import { describe, expect, test } from 'vitest'
import { DayNames, dayStarts } from '../../../../../src/ui/chart/engines/embedded/day-starts'

const HOUR = 3_600_000
const barsOf = (fromText: string, stepMs: number, count: number) =>
  Array.from({ length: count }, (_, i) => ({ timestamp: Date.parse(fromText) + i * stepMs }))
const all = { from: 0, to: Infinity }

describe('where days begin', () => {
  test('at midnight of the chart’s time zone', () => {
    const bars = barsOf('2026-01-10T20:00Z', HOUR, 30)
    // 20, 21, 22, 23, 0.
    expect(dayStarts(bars, all, new DayNames('UTC'))).toEqual([4, 28])
    // Tokyo is nine hours ahead: its midnight is 15:00 UTC.
    expect(dayStarts(bars, all, new DayNames('Asia/Tokyo'))).toEqual([19])
  })

  test('a day that summer time makes longer begins once', () => {
    // Berlin, 25 October 2026: midnight is 22:00 UTC before, 23:00 UTC after.
    const bars = barsOf('2026-10-24T20:00Z', HOUR, 30)
    expect(dayStarts(bars, all, new DayNames('Europe/Berlin'))).toEqual([2, 27])
  })

  test('a gap over midnight begins the day at the first bar after it', () => {
    const bars = [...barsOf('2026-01-10T21:00Z', HOUR, 2), ...barsOf('2026-01-11T03:00Z', HOUR, 2)]
    expect(dayStarts(bars, all, new DayNames('UTC'))).toEqual([2])
  })

  test('bars of a day begin none, and only what is in view is looked at', () => {
    const names = new DayNames('UTC')
    expect(dayStarts(barsOf('2026-01-10T00:00Z', 24 * HOUR, 9), all, names)).toEqual([])
    expect(dayStarts(barsOf('2026-01-10T20:00Z', HOUR, 30), { from: 5, to: 20 }, names)).toEqual([])
  })
})
