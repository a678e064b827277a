import { signal } from '@preact/signals-react'
import * as fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import type { IndicatorName } from '../../../../src/domain/indicators/indicator'
import { indicatorByName } from '../../../../src/domain/indicators/indicators'
import type { Resolution } from '../../../../src/ui/chart/port/chart-port'
import { followVenue } from '../../../../src/ui/chart/studies/follow-venue'
import { newStudy, type Study } from '../../../../src/ui/chart/studies/study'
import { interestStep, readVenueValues } from '../../../../src/ui/chart/studies/venue-calls'
import { VenueValues, type VenueValue } from '../../../../src/ui/chart/studies/venue-values'

afterEach(() => vi.unstubAllGlobals())

test('at every bar stands the newest value of before its end, however far back the bars go', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 5_000 }), fc.integer()), {
        minLength: 1,
        maxLength: 120,
        selector: ([timeMs]) => timeMs,
      }),
      fc.array(fc.integer({ min: 0, max: 5_100 }), { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 1, max: 30 }),
      async (recorded, asked, page) => {
        const rows = recorded.toSorted(([a], [b]) => a - b)
        const values = new VenueValues({
          read: async (endMs) => {
            const before = rows.filter(([timeMs]) => endMs === null || timeMs <= endMs)
            return { values: before.slice(-page), hasOlder: before.length > page }
          },
          changed: () => undefined,
          trace: (message) => expect.fail(message),
          after: () => () => undefined,
        })
        for (const timeMs of asked) {
          values.before(timeMs)
          const wanted = rows.findLast(([at]) => at < timeMs)?.[1] ?? null
          await vi.waitFor(() => expect(values.before(timeMs)).toBe(wanted), { interval: 1 })
        }
        values.stop()
      },
    ),
    { numRuns: 60 },
  )
})

test('it is looked at again while it is shown, and a read that failed is asked again', async () => {
  const timers: (() => void)[] = []
  const traces: string[] = []
  let answers: (readonly VenueValue[] | Error)[] = [
    new Error('away'),
    [[10, 1]],
    [
      [10, 1],
      [20, 2],
    ],
  ]
  const changed = vi.fn()
  const values = new VenueValues({
    read: async () => {
      const [next, ...others] = answers
      answers = others
      if (next === undefined || next instanceof Error) throw next ?? new Error('nothing more')
      return { values: next, hasOlder: false }
    },
    changed,
    trace: (message) => traces.push(message),
    after: (_, call) => {
      timers.push(call)
      return () => undefined
    },
  })
  await vi.waitFor(() => expect(traces).toEqual(['away']))
  // The look of every minute was set first, then the wait after the failure.
  timers[1]!()
  await vi.waitFor(() => expect(values.before(100)).toBe(1))
  timers[0]!()
  await vi.waitFor(() => expect(values.before(100)).toBe(2))
  expect(values.before(20)).toBe(1)
  expect(changed).toHaveBeenCalledTimes(2)
})

test('a study shows them until the moment that is played, and a market without them is not asked', async () => {
  const read = vi.fn(async () => ({
    values: [
      [60_000, 5],
      [180_000, 7],
    ] as VenueValue[],
    hasOlder: false,
  }))
  const studies = signal<readonly Study[]>(
    (['funding', 'openInterest'] as const).map((name) => newStudy(name, name, [])),
  )
  let untilMs: number | null = null
  const { series, stop } = followVenue({
    studies,
    resolution: signal<Resolution>('1'),
    has: (figure) => figure === 'openInterest',
    untilMs: () => untilMs,
    read,
    trace: (message) => expect.fail(message),
    after: () => () => undefined,
  })
  expect([...series.value.keys()]).toEqual<IndicatorName[]>(['openInterest'])
  const first = series.value.get('openInterest')!.version
  await vi.waitFor(() => expect(series.value.get('openInterest')!.version).not.toBe(first))
  const { start } = series.value.get('openInterest')!.of(indicatorByName('openInterest')!)
  const at = (time: number) => start({}).at({ time, open: 1, high: 1, low: 1, close: 1, volume: 0 })[0]
  // Bars of a minute: what was recorded at 180,000 is of the bar that begins there.
  expect([0, 60_000, 120_000, 180_000].map(at)).toEqual([null, 5, 5, 7])
  untilMs = 180_000
  expect(at(180_000)).toBe(5)
  studies.value = []
  expect(series.value.size).toBe(0)
  stop()
})

test('the calls are the exchange’s, a rate is in per cent, and what is odd is left out', async () => {
  const asked: string[] = []
  const list = [{ fundingRate: '0.0001', fundingRateTimestamp: '28800000' }, { fundingRate: 'x' }, 3]
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    return { status: 200, json: async () => ({ retCode: 0, result: { list } }) }
  })
  const of = { figure: 'funding', category: 'linear', symbol: 'BTCUSDT', resolution: '60' } as const
  expect(await readVenueValues(of, 99)).toEqual({ values: [[28_800_000, 0.01]], hasOlder: false })
  await readVenueValues({ ...of, figure: 'openInterest' }, null)
  expect(asked).toEqual([
    '/v5/market/funding/history?category=linear&symbol=BTCUSDT&limit=200&endTime=99',
    '/v5/market/open-interest?category=linear&symbol=BTCUSDT&limit=200&intervalTime=1h',
  ])
  vi.stubGlobal('fetch', async () => ({ status: 503, json: async () => ({ retCode: 10_016 }) }))
  await expect(readVenueValues(of, null)).rejects.toThrow('503')
})

test('each bar has a step of open interest', () => {
  expect((['1', '5', '15', '30', '120', '720', '1D', '1M'] as const).map(interestStep)).toEqual([
    '5min',
    '5min',
    '15min',
    '30min',
    '1h',
    '4h',
    '1d',
    '1d',
  ])
})
