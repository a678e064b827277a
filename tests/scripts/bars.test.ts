import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { checkIndicators, checkIntervals } from '../../scripts/bars/check-bars'
import { checkPages } from '../../scripts/bars/check-pages'
import { checkTrades } from '../../scripts/bars/check-trades'
import { readBars, type RecordedBar } from '../../scripts/bars/recorded-bars'
import { readTrades } from '../../scripts/bars/recorded-trades'
import { BarLoader } from '../../src/ui/chart/engines/embedded/bar-loader'
import { orderBars } from '../../src/ui/chart/port/bars'

/* `npm run bars -- FOLDER` reads whole tables that were recorded; here is what it does, on tables of a few rows. */

test('the four layouts of a table are read alike, oldest first', () => {
  const bar = { timeMs: 1_640_995_200_000, open: '10', high: '12', low: '9', close: '11', volume: '0.5' }
  const next = { ...bar, timeMs: bar.timeMs + 60_000 }
  const tables = [
    'start_ms,open,high,low,close,volume\n1640995260000,10,12,9,11,0.5\n1640995200000,10,12,9,11,0.5\n',
    'end_ms,open,high,low,close,volume\n1640995259999,10,12,9,11,0.5\n1640995319999,10,12,9,11,0.5\n',
    'timestamp,open,high,low,close,volume\n2022-01-01 00:00:00.000000,10,12,9,11,0.5\n2022-01-01 00:01:00.000000,10,12,9,11,0.5\n',
    'start,low,high,open,close,volume\n1640995200,9,12,10,11,0.5\n1640995260,9,12,10,11,0.5\n',
  ]
  for (const table of tables) expect(readBars(table)).toEqual([bar, next])
  expect(readBars('time,bid,ask\n1,2,3\n')).toBeNull()
})

/** Bars of a second, of a minute, and of the four hours that long histories are of. */
const lengthArb = fc.constantFrom(1_000, 60_000, 4 * 3_600_000)
/** What may lie between two bars: 35 days. */
const GAP_MS = 35 * 86_400_000

const rowArb: fc.Arbitrary<readonly RecordedBar[]> = lengthArb.chain((lengthMs) => rowsOf(lengthMs, 60))

function rowsOf(lengthMs: number, maxLength: number): fc.Arbitrary<readonly RecordedBar[]> {
  return fc
    .array(
      fc.record({
        // Some bars are missing, and now and then those of a month.
        skip: fc.oneof({ weight: 8, arbitrary: fc.constant(1) }, fc.integer({ min: 2, max: GAP_MS / lengthMs })),
        prices: fc.tuple(...Array.from({ length: 4 }, () => fc.integer({ min: 1, max: 9_999_999 }))),
        volume: fc.integer({ min: 0, max: 99_999_999 }),
      }),
      { minLength: 2, maxLength, size: 'max' },
    )
    .map((rows) => {
      let timeMs = Date.UTC(2023, 11, 30, 20)
      return rows.map(({ skip, prices, volume }, at) => {
        timeMs += (at === 1 ? 1 : skip) * lengthMs
        const [low, a, b, high] = prices.toSorted((x, y) => x - y).map((price) => (price / 100).toFixed(2))
        return { timeMs, open: a!, high: high!, low: low!, close: b!, volume: (volume / 1e5).toFixed(5) }
      })
    })
}

test('bars with gaps fold to every interval with the totals of their rows', () => {
  fc.assert(
    fc.property(rowArb, (rows) => {
      const { compared, faults } = checkIntervals(rows)
      expect(faults).toEqual([])
      expect(compared).toBeGreaterThan(0)
    }),
    { numRuns: 40 },
  )
})

test('a chart that is scrolled back through bars with gaps shows every one of every interval once', async () => {
  vi.stubGlobal('requestAnimationFrame', (call: () => void) => setTimeout(call))
  // More than three pages of 500.
  await fc.assert(
    fc.asyncProperty(
      lengthArb.chain((lengthMs) => rowsOf(lengthMs, 2_000)),
      async (rows) => {
        const { compared, faults } = await checkPages(rows, BarLoader)
        expect(faults).toEqual([])
        expect(compared).toBeGreaterThan(0)
      },
    ),
    { numRuns: 8 },
  )
  // A history that leaves out the bar at the end of each page is found out.
  const rows = fc.sample(rowsOf(60_000, 2_000), 1)[0]!
  class Careless extends BarLoader {
    constructor(...[engine, feed, hooks]: ConstructorParameters<typeof BarLoader>) {
      const history: typeof feed.history = (query) =>
        feed.history(query.toMs === null ? query : { ...query, toMs: query.toMs - 60_000 })
      super(engine, { ...feed, history }, hooks)
    }
  }
  const long = [...rows, ...gapless(rows.at(-1)!, 600)]
  expect((await checkPages(long, Careless)).faults.length).toBeGreaterThan(0)
})

/** So many bars of a minute after one, like it. */
function gapless(after: RecordedBar, count: number): readonly RecordedBar[] {
  return Array.from({ length: count }, (_, at) => ({ ...after, timeMs: after.timeMs + (at + 1) * 60_000 }))
}

test('a day of four bars: its totals by hand', () => {
  const at = (minute: number, figures: readonly [string, string, string, string, string]): RecordedBar => {
    const [open, high, low, close, volume] = figures
    return { timeMs: Date.UTC(2024, 1, 29, 23, minute), open, high, low, close, volume }
  }
  const rows = [
    at(56, ['100', '102', '99', '101', '0.1']),
    at(57, ['101', '105', '101', '104', '0.2']),
    // 23:58 is missing; 60 is the first minute of March.
    at(59, ['104', '104', '98.5', '99', '0.3']),
    at(60, ['99', '100', '99', '100', '0.4']),
  ]
  // By 1, 3, 5 … minutes; every one of five figures of every bar, and a total for each of the thirteen intervals. From 3
  // minutes on: 23:54 and 23:57 and 00:00 are three bars of 3 minutes; all longer ones are two (the week: Monday 26
  // February has both, one; month: two).
  // 1: 4 bars, 3: 3, 5 to 720 and 1D: 9 intervals of 2, 1W: 1, 1M: 2: 28 bars, 140 figures and 13 totals.
  expect(checkIntervals(rows)).toEqual({ compared: 153, faults: [] })
})

test('every indicator is held at every bar, and a wrong one is named', async () => {
  const rows = Array.from({ length: 60 }, (_, at): RecordedBar => {
    const close = 100 + ((at * 37) % 23)
    const open = 100 + (((at + 22) * 37) % 23)
    return {
      timeMs: Date.UTC(2024, 0, 1) + at * 3_600_000,
      open: String(open),
      high: String(Math.max(open, close) + 1),
      low: String(Math.min(open, close) - 1),
      close: String(close),
      volume: String(1 + (at % 5)),
    }
  })
  expect(checkIndicators(rows, 50).faults).toEqual([])
  const { movingAverage } = await import('../../src/domain/indicators/moving-averages')
  // A mean that forgets nothing is not the published one.
  const wrong = vi.spyOn(movingAverage, 'start').mockReturnValue({ at: () => [1], close: () => undefined })
  expect(checkIndicators(rows, 50).faults.some((fault) => fault.startsWith('ma output 0'))).toBe(true)
  wrong.mockRestore()
})

test('the tables of trades are read alike, oldest first', () => {
  const trades = [
    { timeMs: 1_723_161_256_322, price: '61800.30', qty: '0.006' },
    { timeMs: 1_723_161_257_322, price: '61800.20', qty: '0.1' },
  ]
  const tables = [
    'recv_ns,exch_ms,symbol,trade_id,price,qty,buyer_is_maker\n2,1723161257322,B,2,61800.20,0.1,0\n1,1723161256322,B,1,61800.30,0.006,0\n',
    ',timestamp,id,type,side,price,amount,cost,date\n0,1723161256322,1,,buy,61800.30,0.006,1,x\n1,1723161257322,2,,sell,61800.20,0.1,1,x\n',
  ]
  for (const table of tables) expect(readTrades(table)).toEqual(trades)
  expect(readTrades('start_ms,open,high,low,close,volume\n')).toBeNull()
})

test('the live bars of a chart are its trades, whatever comes together and however long nothing comes', () => {
  const tradeArb = fc.record({
    waitMs: fc.oneof(
      { weight: 20, arbitrary: fc.integer({ min: 0, max: 20_000 }) },
      { weight: 2, arbitrary: fc.integer({ min: 60_000, max: 90_000_000 }) },
      fc.constant(40 * 86_400_000),
    ),
    price: fc.integer({ min: 1, max: 9_999_999 }),
    qty: fc.integer({ min: 1, max: 9_999_999 }),
  })
  fc.assert(
    fc.property(fc.array(tradeArb, { minLength: 1, maxLength: 60 }), (steps) => {
      let timeMs = Date.UTC(2024, 1, 28, 23, 58)
      const trades = steps.map(({ waitMs, price, qty }) => {
        timeMs += waitMs
        return { timeMs, price: (price / 100).toFixed(2), qty: (qty / 1_000).toFixed(3) }
      })
      const { compared, faults } = checkTrades(trades, orderBars)
      expect(faults).toEqual([])
      expect(compared).toBeGreaterThanOrEqual(13 * 5)
    }),
    { numRuns: 40 },
  )
})

test('two minutes of trades by hand: open where the bar before closed, ends, close and sum', () => {
  const at = (second: number, price: string, qty: string) => ({
    timeMs: Date.UTC(2024, 0, 1, 0, 0, second),
    price,
    qty,
  })
  const trades = [at(1, '100', '1'), at(30, '103', '2'), at(59, '99', '3'), at(61, '101', '4')]
  // 13 intervals have one bar of five figures, that of a minute two: 14 × 5.
  expect(checkTrades(trades, orderBars)).toEqual({ compared: 70, faults: [] })
  // A chart that keeps the first state of a bar is found out: of the minute that is over and of every longer bar.
  const stale = checkTrades(trades, (candles) => orderBars(candles.slice(0, 1)))
  expect(stale.faults.length).toBeGreaterThan(0)
})
