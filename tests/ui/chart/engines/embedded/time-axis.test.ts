import type { Chart, XAxisOverride } from 'klinecharts'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nameDays, timeTicks, wholeTicks } from '../../../../../src/ui/chart/engines/embedded/time-axis'

const MINUTE = 60_000

describe('labels of the time axis', () => {
  test('each day names itself once at most, under its first bar, and labels keep a third of their distance', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 40 }).map((half) => half * 2),
        fc.integer({ min: 2, max: 200 }),
        fc.integer({ min: 0, max: 199 }),
        (step, perDay, offset) => {
          const ticks = Array.from({ length: 9 }, (_, at) => ({ index: at * step, timeMs: at * step }))
          const starts = Array.from({ length: Math.ceil((9 * step) / perDay) }, (_, at) => {
            const index = at * perDay + (offset % perDay)
            return { index, timeMs: index }
          })
          const placed = timeTicks(ticks, starts)
          const days = placed.filter(({ isDay }) => isDay)
          for (const { index } of days) expect(starts.some((start) => start.index === index)).toBe(true)
          for (const [at, { index }] of placed.entries()) {
            const before = placed[at - 1]?.index ?? -Infinity
            // A label moves by less than half; two that move towards each other have days of more than a third between them.
            expect(index - before).toBeGreaterThanOrEqual(Math.floor(step / 3))
          }
        },
      ),
    )
  })

  /** The labels of bars from a moment on; the engine's own stand at every tenth bar. */
  function labels(
    fromText: string,
    barMs: number,
    count: number,
    language: string,
    timezone: string,
    /** Where the first bar stands. */
    firstPx = 40,
  ): string[] {
    const bars = Array.from({ length: count }, (_, at) => ({ timestamp: Date.parse(fromText) + at * barMs }))
    let given: XAxisOverride = {}
    const chart = {
      overrideXAxis: (override: XAxisOverride) => (given = override),
      getPeriod: () => ({ type: barMs >= 60 * MINUTE ? 'hour' : 'minute', span: 1 }),
      getDataList: () => bars,
      getVisibleRange: () => ({ from: 0, to: count, realFrom: 0, realTo: count + 5 }),
      getSize: () => ({ width: 2_000 }),
      convertToPixel: ({ dataIndex }: { dataIndex: number }) => ({ x: firstPx + dataIndex * 7 }),
    }
    nameDays(chart as unknown as Chart, {
      paneId: 'candle_pane',
      language,
      timezone: () => timezone,
      barMs: () => barMs,
      nowMs: () => Date.parse('2026-01-12T00:00Z'),
      widthOf: (text) => text.length * 6,
    })
    const defaultTicks = bars
      .map(({ timestamp }, at) => ({ coord: firstPx + at * 7, value: timestamp, text: '' }))
      .filter((_, at) => at % 10 === 0)
    return given.createTicks!({ range: {} as never, bounding: {} as never, defaultTicks }).map(
      ({ coord, text }) => `${(coord - firstPx) / 7} ${text}`,
    )
  }

  test('on bars of 15 minutes the first bar of a day names it, in the chart’s time zone', () => {
    // 22:00 and 8 bars of 15 minutes: midnight is the ninth.
    expect(labels('2026-01-10T22:00Z', 15 * MINUTE, 40, 'en', 'UTC')).toEqual([
      '0 22:00',
      '8 Jan 11',
      '20 03:00',
      '30 05:30',
    ])
    // Berlin's midnight is 23:00 UTC, bar 4: nearer to the label of bar 0, which moves there.
    expect(labels('2026-01-10T22:00Z', 15 * MINUTE, 40, 'en', 'Europe/Berlin')[0]).toBe('4 Jan 11')
  })

  test('none is cut at the left edge', () => {
    // The five letters of 22:00 are some thirty pixels wide: a bar at 20 px has room for the left half, one at 10 has none.
    expect(labels('2026-01-10T20:00Z', 15 * MINUTE, 10, 'en', 'UTC', 20)).toEqual(['0 Jan 10'])
    expect(labels('2026-01-10T20:00Z', 15 * MINUTE, 10, 'en', 'UTC', 10)).toEqual([])
  })

  test('none is cut at either edge, whatever the interval', () => {
    const tick = (coord: number) => ({ coord, text: '2026-01' })
    // Seven letters of six pixels: 21 to each side.
    expect(
      wholeTicks([20, 21, 300, 579, 580].map(tick), 600, (text) => text.length * 6).map(({ coord }) => coord),
    ).toEqual([21, 300, 579])
  })

  test('of one day in view the first label that is whole says which', () => {
    // At 16 px `10:00` is whole and `Jan 10` is not: the next one names the day.
    expect(labels('2026-01-10T10:00Z', MINUTE, 30, 'en', 'UTC', 16)).toEqual(['10 Jan 10', '20 10:20'])
  })

  test('in its language, and with the year where that is another', () => {
    expect(labels('2025-12-31T22:00Z', 15 * MINUTE, 20, 'de-DE', 'UTC')).toEqual(['0 22:00', '8 1. Jan.'])
    expect(labels('2024-03-10T22:00Z', 15 * MINUTE, 20, 'de-DE', 'UTC')).toEqual(['0 22:00', '8 11. März 2024'])
  })

  test('of one day in view the first label says which', () => {
    expect(labels('2026-01-10T10:00Z', MINUTE, 30, 'en', 'UTC')).toEqual(['0 Jan 10', '10 10:10', '20 10:20'])
  })

  test('where each label is of another day, all name it', () => {
    // Bars of four hours: ten are forty hours.
    // What was before the very first bar is not known.
    expect(labels('2026-01-01T00:00Z', 240 * MINUTE, 30, 'en', 'UTC').map((one) => one.replace(/^\d+ /, ''))).toEqual([
      '00:00',
      'Jan 3',
      'Jan 4',
    ])
  })
})
