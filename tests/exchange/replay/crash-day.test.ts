import { describe, expect, test } from 'vitest'
import { CRASH_OUTLINE } from '../../data/crash-outline'
import { crashDay, DAY, outlinedDay, pathOf, readBars } from './bars'
import { ACCOUNTS, replay } from './crash'

const SEED = Number(process.env['HALYARD_REPLAY_SEED'] || 20_220_121)
/** Recorded bars of one minute to play instead, a `.csv.gz`: `npm run replay-day -- SEED FILE`. */
const FILE = process.env['HALYARD_REPLAY_BARS'] ?? ''
/** `npm run replay-day` plays all of the day; the slice is its worst two hours. */
const IS_WHOLE = process.env['HALYARD_REPLAY_WHOLE'] !== undefined
const SLICE = 120

describe(`a crash as one was recorded, with ${ACCOUNTS} accounts (semantics.md §1.4, §1.5)`, () => {
  test.each([
    ['with books that take everything', { poolUsdt: 20_000, fallLots: 600 }],
    ['with thin books and an empty pool', { poolUsdt: 0, fallLots: 12 }],
  ])('%s: liquidated at the tick of the formula, no pool exceeded', { timeout: 600_000 }, (_, venue) => {
    const day = FILE === '' ? outlinedDay(SEED) : crashDay(readBars(FILE))
    expect(day).toHaveLength(DAY)
    const lowest = day.findIndex((bar) => bar.low === Math.min(...day.map(({ low }) => low)))
    const end = Math.min(DAY, Math.max(SLICE, lowest + 30))
    const { faults, ...report } = replay(IS_WHOLE ? day : day.slice(end - SLICE, end), SEED, venue)
    console.log(`replay: seed ${SEED}, ${JSON.stringify(report)}`)
    expect(faults).toEqual([])
    expect(report.isolatedDue).toBeGreaterThan(10)
    expect(report.crossDue).toBeGreaterThan(10)
    expect(report.takeover).toBeGreaterThan(10)
    // An empty pool must have asked the other side.
    expect(report.adl > 0).toBe(venue.poolUsdt === 0)
  })

  test('the day has the highest and the lowest price of every hour of its outline', () => {
    const day = outlinedDay(SEED)
    CRASH_OUTLINE.forEach((hour, index) => {
      const bars = day.slice(index * 60, index * 60 + 60)
      expect(bars[0]!.open).toBe(hour.open)
      expect(Math.max(...bars.map(({ high }) => high))).toBe(hour.high)
      expect(Math.min(...bars.map(({ low }) => low))).toBe(hour.low)
      for (const bar of bars) expect(bar.low <= bar.open && bar.open <= bar.high).toBe(true)
    })
  })

  test('a bar is walked through its extremes, the nearer one to its open first, in small steps', () => {
    // 100 → 101 → 98 → 99: 1, 4 and 2 steps of at most 1 %.
    const path = pathOf({ open: 100, high: 101, low: 98, close: 99 }, 0.01)
    expect(path[0]).toBe(100)
    expect(path[1]).toBe(101)
    expect(path).toContain(98)
    expect(path.at(-1)).toBe(99)
    path.slice(1).forEach((price, index) => expect(Math.abs(price / path[index]! - 1)).toBeLessThan(0.0102))
  })
})
