import { describe, expect, test } from 'vitest'
import type { Candle, CandleInterval } from '../../../src/domain/market/market'
import { CANDLE_INTERVALS } from '../../../src/domain/market/market'
import { aggregate, type Bar } from '../../../exchange/simulation/bars'
import { BarSeries } from '../../../exchange/simulation/bar-series'
import { calibrationOf } from '../../../exchange/simulation/calibration'
import { DayDraws } from '../../../exchange/simulation/day-draws'
import { createHistory } from '../../../exchange/simulation/history'
import { barEnd, nextBarStart, barStart, DAY_MS, MINUTE_MS } from '../../../src/domain/market/interval'
import { BTC, openVenue, START_MS, tick } from '../venue/lib'

/** 2026-03-11 10:17:30 UTC. */
const setup = {
  seed: 11,
  symbol: 'BTCUSDT',
  startMs: START_MS,
  startTicks: 642_184,
  listedMs: Date.UTC(2024, 0, 1),
  tickSize: 0.1,
  lotSize: 0.001,
  draws: new DayDraws(),
  calibration: calibrationOf('BTC'),
  dailyTurnover: 5e9,
}

describe('bars begin where the calendar says', () => {
  test.each<[CandleInterval, string, string]>([
    ['1', '2026-03-11T10:17:00Z', '2026-03-11T10:18:00Z'],
    ['240', '2026-03-11T08:00:00Z', '2026-03-11T12:00:00Z'],
    ['1D', '2026-03-11T00:00:00Z', '2026-03-12T00:00:00Z'],
    // The Monday before that Wednesday.
    ['1W', '2026-03-09T00:00:00Z', '2026-03-16T00:00:00Z'],
    ['1M', '2026-03-01T00:00:00Z', '2026-04-01T00:00:00Z'],
  ])('%s', (interval, start, end) => {
    const startMs = barStart(interval, START_MS)
    expect(startMs).toBe(Date.parse(start))
    expect(nextBarStart(interval, startMs)).toBe(Date.parse(end))
  })
})

describe('history (spec: 1,000 bars of 1m to 1D from the first second)', () => {
  test('the last historic minute closes at the first live price, and minutes follow each other without a gap', () => {
    const history = createHistory(setup)
    const bars = history.bars('1', history.endMs - 3 * DAY_MS, history.endMs + DAY_MS)
    expect(bars).toHaveLength(3 * 1440)
    expect(bars.at(-1)!.close).toBe(642_184)
    expect(bars.at(-1)!.startMs + MINUTE_MS).toBe(Date.parse('2026-03-11T10:17:00Z'))
    for (let n = 1; n < bars.length; n++) {
      expect(bars[n]!.startMs).toBe(bars[n - 1]!.startMs + MINUTE_MS)
      expect(bars[n]!.open).toBe(bars[n - 1]!.close)
    }
  })

  test('a bar holds its open and close between low and high, and trades something', () => {
    const history = createHistory(setup)
    for (const bar of history.bars('1', history.endMs - DAY_MS, history.endMs)) {
      expect(bar.low).toBeLessThanOrEqual(Math.min(bar.open, bar.close))
      expect(bar.high).toBeGreaterThanOrEqual(Math.max(bar.open, bar.close))
      expect(bar.volume).toBeGreaterThan(0)
      // Turnover in 1e-4 of the quote coin is volume at some price of the bar (a tick times a lot is 1e-4 there).
      expect(bar.turnover).toBeGreaterThanOrEqual(bar.volume * bar.low - 1)
      expect(bar.turnover).toBeLessThanOrEqual(bar.volume * bar.high + 1)
    }
  })

  test('every base interval is the exact aggregate of the minutes', () => {
    const history = createHistory(setup)
    const fromMs = barStart('1D', START_MS) - 3 * DAY_MS
    const minutes = history.bars('1', fromMs, history.endMs)
    for (const base of ['15', '60', '1D'] as const) {
      const coarse = history.bars(base, fromMs, history.endMs)
      expect(coarse).toEqual(aggregate(minutes, (ms) => barStart(base, ms)))
    }
  })

  test('the same seed, symbol and day give the same past in whatever order it is asked for', () => {
    const forwards = createHistory(setup)
    const backwards = createHistory(setup)
    const days = [1, 40, 200, 400].map((n) => barStart('1D', START_MS) - n * DAY_MS)
    const ask = (history: typeof forwards, order: readonly number[]) =>
      new Map(order.map((day) => [day, history.bars('60', day, day + DAY_MS)]))
    const first = ask(forwards, days)
    const second = ask(backwards, days.toReversed())
    for (const day of days) expect(second.get(day)).toEqual(first.get(day))
  })

  test('drawn in steps it is the same, and bars of a quarter of an hour and more draw no day again', () => {
    let drawn = 0
    class Counted extends DayDraws {
      override of(...day: Parameters<DayDraws['of']>): ReturnType<DayDraws['of']> {
        drawn += 1
        return super.of(...day)
      }
    }
    const history = createHistory({ ...setup, draws: new Counted() })
    const series = new BarSeries(history, true, { startPrice: 642_184 })
    const [fromMs, toMs] = [barStart('1W', START_MS - 60 * DAY_MS), START_MS]
    let most = 0
    for (let isDone = false; !isDone;) {
      const before = drawn
      isDone = series.draw('1W', fromMs, toMs, () => false)
      most = Math.max(most, drawn - before)
    }
    // Without time a step is one day, and one more where the open week is done: its past and the range's are drawn apart.
    expect(most).toBe(2)
    const before = drawn
    const weeks = series.bars('1W', fromMs, toMs)
    const hours = history.bars('60', fromMs, toMs)
    expect(drawn).toBe(before)
    const plain = createHistory(setup)
    expect(hours).toEqual(plain.bars('60', fromMs, toMs))
    expect(weeks).toEqual(aggregate(plain.bars('1D', fromMs, toMs), (ms) => barStart('1W', ms)))
  })

  test('it begins at the listing, and not before', () => {
    const history = createHistory(setup)
    expect(history.bars('1D', 0, history.endMs)[0]!.startMs).toBe(Date.UTC(2024, 0, 1))
  })

  test('a start at midnight leaves a whole day behind it', () => {
    const history = createHistory({ ...setup, startMs: Date.UTC(2026, 2, 11) })
    const days = history.bars('1D', Date.UTC(2026, 2, 10), Date.UTC(2026, 2, 12))
    expect(days).toHaveLength(1)
    expect(days[0]!.close).toBe(642_184)
  })
})

const whole = (text: string): number => Math.round(Number(text) * 10_000)
const asBar = (candle: Candle): Bar => ({
  startMs: candle.startMs,
  open: whole(candle.open),
  high: whole(candle.high),
  low: whole(candle.low),
  close: whole(candle.close),
  volume: Math.round(Number(candle.volume) * 1000),
  turnover: whole(candle.turnover),
})

describe('candles meet the live edge', () => {
  test('1,000 bars of 1m to 1D, weeks and months since listing', () => {
    const venue = openVenue()
    const ask = (interval: CandleInterval) =>
      venue.candles({ symbol: BTC, source: 'last', interval, startMs: null, endMs: null, limit: 1000 })
    for (const interval of CANDLE_INTERVALS) {
      if (interval !== '1W' && interval !== '1M') expect(ask(interval)).toHaveLength(1000)
    }
    // Listed 2020-03-30, a Monday: March 2020 to March 2026 are 73 months, and 311 weeks begin by 2026-03-09.
    expect(ask('1M')).toHaveLength(73)
    expect(ask('1W')).toHaveLength(311)
  })

  test.each<[CandleInterval, CandleInterval, number]>([
    ['3', '1', 900],
    ['5', '1', 1000],
    ['15', '5', 600],
    ['30', '15', 1000],
    ['60', '15', 800],
    ['120', '60', 1000],
    ['240', '120', 1000],
    ['720', '360', 1000],
    ['1D', '720', 400],
    ['1W', '1D', 1000],
    ['1M', '1D', 900],
  ])('%s is the exact aggregate of %s, across the start and live', (coarse, fine, limit) => {
    const venue = openVenue()
    const nowMs = tick(venue, START_MS, 200)
    // A night's sleep, then a few more steps: flat minutes in between.
    tick(venue, nowMs + 7 * 3600_000, 30)
    const ask = (interval: CandleInterval) =>
      venue.candles({ symbol: BTC, source: 'last', interval, startMs: null, endMs: null, limit }).map(asBar)
    const fineBars = ask(fine)
    const summed = aggregate(fineBars, (ms) => barStart(coarse, ms))
    const coarseBars = ask(coarse).filter((bar) => bar.startMs >= fineBars[0]!.startMs)
    // The oldest coarse bar may have lost its first fine ones to the limit.
    expect(coarseBars).toEqual(summed.slice(-coarseBars.length))
    expect(coarseBars.length).toBeGreaterThan(1)
  })

  // As Bybit sends it: a recorded kline.5 of 2022-12-29 starts at 1672324800000 and ends at 1672325099999.
  test('a bar ends with its last millisecond, asked for and told', () => {
    expect(barEnd('5', 1_672_324_800_000)).toBe(1_672_325_099_999)
    const venue = openVenue()
    const told = new Set<CandleInterval>()
    tick(venue, START_MS, 310, (events) => {
      for (const event of events) {
        if (event.type !== 'candle') continue
        told.add(event.interval)
        expect(event.candle.endMs).toBe(barEnd(event.interval, event.candle.startMs))
      }
    })
    expect(told.has('1') && told.has('1D')).toBe(true)
    for (const interval of CANDLE_INTERVALS) {
      const bars = venue.candles({ symbol: BTC, source: 'last', interval, startMs: null, endMs: null, limit: 3 })
      expect(bars.map((bar) => bar.endMs)).toEqual(bars.map((bar) => barEnd(interval, bar.startMs)))
      // The newest is open, the others are over.
      expect(bars.map((bar) => bar.confirmed)).toEqual([true, true, false])
    }
  })

  test('minutes without trades are flat at the close before, with no volume', () => {
    const venue = openVenue()
    const nowMs = tick(venue, START_MS, 100)
    tick(venue, nowMs + 10 * MINUTE_MS, 1)
    const bars = venue.candles({ symbol: BTC, source: 'last', interval: '1', startMs: null, endMs: null, limit: 9 })
    for (const bar of bars.slice(0, -1)) {
      expect(bar).toMatchObject({ open: bars[0]!.close, high: bars[0]!.close, low: bars[0]!.close, volume: '0' })
      expect(bar.confirmed).toBe(true)
    }
    expect(bars.at(-1)!.confirmed).toBe(false)
  })

  test('the candle events of a step are the open bars, and a closed bar is said once more as confirmed', () => {
    const venue = openVenue()
    const confirmed: Candle[] = []
    let open: Candle | null = null
    tick(venue, START_MS, 320, (events) => {
      for (const event of events) {
        if (event.type !== 'candle' || event.symbol !== BTC || event.source !== 'last' || event.interval !== '1')
          continue
        if (event.candle.confirmed) confirmed.push(event.candle)
        else open = event.candle
      }
    })
    const query = { symbol: BTC, source: 'last', interval: '1', startMs: null, endMs: null } as const
    expect(confirmed).toHaveLength(1)
    expect(venue.candles({ ...query, limit: 2 })).toEqual([confirmed[0], open])
  })

  test.each(['mark', 'index'] as const)('%s bars have no volume and reach the price of now', (source) => {
    const venue = openVenue()
    tick(venue, START_MS, 40)
    const [bar] = venue.candles({ symbol: BTC, source, interval: '60', startMs: null, endMs: null, limit: 1 })
    expect(bar).toMatchObject({ volume: '0', turnover: '0', close: venue.ticker(BTC)![`${source}Price`] })
  })

  test('a start without an end goes forward, an end without a start goes back', () => {
    const venue = openVenue()
    const query = { symbol: BTC, source: 'last', interval: '60', limit: 5 } as const
    const startMs = Date.UTC(2026, 2, 1, 0, 30)
    const forward = venue.candles({ ...query, startMs, endMs: null })
    expect(forward.map((bar) => bar.startMs)).toEqual([1, 2, 3, 4, 5].map((hour) => Date.UTC(2026, 2, 1, hour)))
    const back = venue.candles({ ...query, startMs: null, endMs: startMs })
    expect(back.map((bar) => bar.startMs)).toEqual([-4, -3, -2, -1, 0].map((hour) => Date.UTC(2026, 2, 1, hour)))
  })

  test('the 24 hours of the ticker are the last 1,440 minutes', () => {
    const venue = openVenue()
    tick(venue, START_MS, 400)
    const bars = venue.candles({ symbol: BTC, source: 'last', interval: '1', startMs: null, endMs: null, limit: 1000 })
    const before = venue.candles({
      symbol: BTC,
      source: 'last',
      interval: '1',
      startMs: null,
      endMs: bars[0]!.startMs - 1,
      limit: 440,
    })
    const day = [...before, ...bars]
    expect(day).toHaveLength(1440)
    const ticker = venue.ticker(BTC)!
    expect(ticker.prevPrice24h).toBe(day[0]!.open)
    expect(Number(ticker.highPrice24h)).toBe(Math.max(...day.map((bar) => Number(bar.high))))
    expect(Number(ticker.lowPrice24h)).toBe(Math.min(...day.map((bar) => Number(bar.low))))
    // Volumes in lots of 0.001, so that the sum is one of whole numbers.
    const lots = day.reduce((sum, bar) => sum + Math.round(Number(bar.volume) * 1000), 0)
    expect(Math.round(Number(ticker.volume24h) * 1000)).toBe(lots)
  })
})

describe('the ring of live bars', () => {
  test('keeps 1,000 bars of 5m after weeks, in a packed state that comes back the same', () => {
    const history = createHistory(setup)
    const series = new BarSeries(history, true, { startPrice: 642_184 })
    let nowMs = history.endMs
    let price = 642_184
    for (let n = 0; n < 8_000; n++) {
      price += (n % 7) - 3
      series.extend(price + 2, price - 2, price, 5, 3_210_000)
      nowMs += MINUTE_MS
      series.roll(nowMs)
    }
    const ask = (which: BarSeries, interval: CandleInterval, fromMs: number) => which.bars(interval, fromMs, nowMs + 1)
    const five = ask(series, '5', barStart('5', nowMs) - 999 * 5 * MINUTE_MS)
    expect(five).toHaveLength(1000)
    const saved = JSON.parse(JSON.stringify(series.state()))
    const twin = new BarSeries(createHistory(setup), true, { saved })
    for (const interval of CANDLE_INTERVALS) {
      const fromMs = barStart(interval, nowMs - 20 * DAY_MS)
      expect(ask(twin, interval, fromMs)).toEqual(ask(series, interval, fromMs))
    }
  })

  test('a sleep longer than what is kept leaves flat bars only', () => {
    const history = createHistory(setup)
    const series = new BarSeries(history, true, { startPrice: 642_184 })
    const nowMs = history.endMs + 30 * DAY_MS
    series.roll(nowMs)
    const bars = series.bars('1', nowMs - 1000 * MINUTE_MS, nowMs)
    expect(bars).toHaveLength(1000)
    expect(bars.every((bar) => bar.high === 642_184 && bar.low === 642_184 && bar.volume === 0)).toBe(true)
    expect(series.openBar('1').startMs).toBe(nowMs)
  })
})
