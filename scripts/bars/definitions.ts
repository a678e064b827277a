import type { IndicatorBar, IndicatorName } from '../../src/domain/indicators/indicator'

/** Published definitions, each over the whole list at once, written without the code that they are to prove. */
type Column = readonly (number | null)[]

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length

/** A figure of the last `n` values, from the n-th on. */
function rolling(values: Column, n: number, figure: (window: readonly number[]) => number): Column {
  return values.map((_, i) => {
    const window = values.slice(Math.max(0, i - n + 1), i + 1)
    return window.length < n || window.includes(null) ? null : figure(window as readonly number[])
  })
}

/** m = m' + factor × (x − m'), begun with the mean of the first n values there are. */
function fading(values: Column, n: number, factor: number): Column {
  const first = values.findIndex((one) => one !== null)
  let last: number | null = null
  return values.map((value, i) => {
    if (first < 0 || i < first + n - 1) return null
    last = last === null ? mean(values.slice(first, first + n) as number[]) : last + factor * (value! - last)
    return last
  })
}

const ema = (values: Column, n: number): Column => fading(values, n, 2 / (n + 1))
const wilder = (values: Column, n: number): Column => fading(values, n, 1 / n)
const zip = (a: Column, b: Column, rule: (x: number, y: number) => number): Column =>
  a.map((x, i) => (x === null || b[i] === null || b[i] === undefined ? null : rule(x, b[i])))

const closesOf = (bars: readonly IndicatorBar[]): readonly number[] => bars.map((bar) => bar.close)
const typical = (bars: readonly IndicatorBar[]): readonly number[] =>
  bars.map(({ high, low, close }) => (high + low + close) / 3)
const highest = (bars: readonly IndicatorBar[], n: number): Column =>
  rolling(
    bars.map((bar) => bar.high),
    n,
    (window) => Math.max(...window),
  )
const lowest = (bars: readonly IndicatorBar[], n: number): Column =>
  rolling(
    bars.map((bar) => bar.low),
    n,
    (window) => Math.min(...window),
  )
const trueRanges = (bars: readonly IndicatorBar[]): readonly number[] =>
  bars.map(({ high, low }, i) => {
    const before = bars[i - 1]?.close
    return before === undefined ? high - low : Math.max(high - low, Math.abs(high - before), Math.abs(low - before))
  })
/** (close − lowest) / (highest − lowest), 0.5 without a range. */
function place(bars: readonly IndicatorBar[], n: number): Column {
  const [tops, bottoms] = [highest(bars, n), lowest(bars, n)]
  return bars.map(({ close }, i) => {
    const [top, bottom] = [tops[i]!, bottoms[i]!]
    if (top === null || bottom === null) return null
    return top === bottom ? 0.5 : (close - bottom) / (top - bottom)
  })
}

function superTrend(bars: readonly IndicatorBar[], n: number, factor: number): readonly Column[] {
  const atr = wilder(trueRanges(bars), n)
  const up: (number | null)[] = []
  const down: (number | null)[] = []
  let [upper, lower, isUp] = [Infinity, -Infinity, false]
  bars.forEach((bar, i) => {
    const range = atr[i]!
    up.push(null)
    down.push(null)
    if (range === null) return
    const middle = (bar.high + bar.low) / 2
    const before = bars[i - 1]?.close ?? bar.close
    upper = middle + factor * range < upper || before > upper ? middle + factor * range : upper
    lower = middle - factor * range > lower || before < lower ? middle - factor * range : lower
    if (atr[i - 1] !== undefined && atr[i - 1] !== null) {
      if (isUp && bar.close < lower) isUp = false
      else if (!isUp && bar.close > upper) isUp = true
    }
    if (isUp) up[i] = lower
    else down[i] = upper
  })
  return [up, down]
}

function parabolicSar(bars: readonly IndicatorBar[], step: number, max: number): Column {
  const stops: (number | null)[] = bars.map(() => null)
  if (bars.length < 2) return stops
  let isLong = bars[1]!.close > bars[0]!.close
  let factor = step
  let extreme = isLong ? Math.max(bars[0]!.high, bars[1]!.high) : Math.min(bars[0]!.low, bars[1]!.low)
  stops[1] = isLong ? bars[0]!.low : bars[0]!.high
  for (let i = 2; i < bars.length; i++) {
    const { high, low } = bars[i]!
    const two = [bars[i - 1]!, bars[i - 2]!]
    const moved = stops[i - 1]! + factor * (extreme - stops[i - 1]!)
    const stop = isLong ? Math.min(moved, ...two.map((bar) => bar.low)) : Math.max(moved, ...two.map((bar) => bar.high))
    if (isLong && low < stop) {
      stops[i] = Math.max(extreme, high)
      ;[isLong, extreme, factor] = [false, low, step]
    } else if (!isLong && high > stop) {
      stops[i] = Math.min(extreme, low)
      ;[isLong, extreme, factor] = [true, high, step]
    } else {
      stops[i] = stop
      const now = isLong ? Math.max(extreme, high) : Math.min(extreme, low)
      if (now !== extreme) factor = Math.min(max, factor + step)
      extreme = now
    }
  }
  return stops
}

function directional(bars: readonly IndicatorBar[], n: number, smooth: number): readonly Column[] {
  const moves = bars.map((bar, i) => {
    const before = bars[i - 1]
    if (before === undefined) return null
    const [up, down] = [bar.high - before.high, before.low - bar.low]
    return { plus: up > down && up > 0 ? up : 0, minus: down > up && down > 0 ? down : 0 }
  })
  const range = wilder(
    trueRanges(bars).map((one, i) => (i === 0 ? null : one)),
    n,
  )
  const through = (x: number, y: number): number => (y === 0 ? 0 : (100 * x) / y)
  const [plus, minus] = (['plus', 'minus'] as const).map((way) =>
    zip(
      wilder(
        moves.map((one) => one?.[way] ?? null),
        n,
      ),
      range,
      through,
    ),
  ) as [Column, Column]
  const dx = zip(plus, minus, (p, m) => (p + m === 0 ? 0 : (100 * Math.abs(p - m)) / (p + m)))
  return [wilder(dx, smooth), plus, minus]
}

function vwap(bars: readonly IndicatorBar[], stretch: (timeMs: number) => string | null): Column {
  return bars.map((bar, i) => {
    const name = stretch(bar.time)
    const part = bars.slice(0, i + 1).filter((one) => stretch(one.time) === name)
    const volume = part.reduce((sum, one) => sum + one.volume, 0)
    if (name === null || volume === 0) return null
    return part.reduce((sum, one) => sum + ((one.high + one.low + one.close) / 3) * one.volume, 0) / volume
  })
}

export interface Case {
  readonly name: IndicatorName
  readonly values: Readonly<Record<string, number | string>>
  readonly columns: (bars: readonly IndicatorBar[]) => readonly Column[]
}

const kdj = (bars: readonly IndicatorBar[]): readonly Column[] => {
  let [k, d] = [50, 50]
  const rows = place(bars, 5).map((share) => {
    if (share === null) return [null, null, null]
    k = (2 / 3) * k + (1 / 3) * 100 * share
    d = (2 / 3) * d + (1 / 3) * k
    return [k, d, 3 * k - 2 * d]
  })
  return [0, 1, 2].map((column) => rows.map((row) => row[column]!))
}

/** Windows are short, so that short lists of bars reach every branch. */
export const CASES: readonly Case[] = [
  { name: 'ma', values: { length: 5 }, columns: (bars) => [rolling(closesOf(bars), 5, mean)] },
  {
    name: 'ma',
    values: { length: 1, source: 'ohlc4' },
    columns: (bars) => [bars.map(({ open, high, low, close }) => (open + high + low + close) / 4)],
  },
  { name: 'ema', values: { length: 6 }, columns: (bars) => [ema(closesOf(bars), 6)] },
  {
    name: 'ema',
    values: { length: 3, source: 'hl2' },
    columns: (bars) => [
      ema(
        bars.map(({ high, low }) => (high + low) / 2),
        3,
      ),
    ],
  },
  {
    name: 'wma',
    values: { length: 4 },
    columns: (bars) => [rolling(closesOf(bars), 4, (w) => (w[0]! + 2 * w[1]! + 3 * w[2]! + 4 * w[3]!) / 10)],
  },
  {
    name: 'boll',
    values: { length: 7, width: 2.5 },
    columns: (bars) => {
      const middle = rolling(closesOf(bars), 7, mean)
      const deviation = rolling(closesOf(bars), 7, (w) => Math.sqrt(mean(w.map((one) => (one - mean(w)) ** 2))))
      return [middle, zip(middle, deviation, (m, s) => m + 2.5 * s), zip(middle, deviation, (m, s) => m - 2.5 * s)]
    },
  },
  {
    name: 'vwap',
    values: { anchor: 'day' },
    columns: (bars) => [vwap(bars, (timeMs) => new Date(timeMs).toISOString().slice(0, 10))],
  },
  {
    name: 'vwap',
    values: { anchor: 'week' },
    columns: (bars) => [
      // The Monday that a day belongs to.
      vwap(bars, (timeMs) => {
        const day = new Date(timeMs)
        day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
        return day.toISOString().slice(0, 10)
      }),
    ],
  },
  {
    name: 'vwap',
    values: { anchor: 'month' },
    columns: (bars) => [vwap(bars, (timeMs) => new Date(timeMs).toISOString().slice(0, 7))],
  },
  {
    name: 'vwap',
    values: { anchor: 'moment', from: Date.UTC(2026, 7, 29, 7) },
    columns: (bars) => [vwap(bars, (timeMs) => (timeMs >= Date.UTC(2026, 7, 29, 7) ? 'after' : null))],
  },
  { name: 'supertrend', values: { length: 4, factor: 1.2 }, columns: (bars) => superTrend(bars, 4, 1.2) },
  { name: 'sar', values: { step: 0.02, max: 0.2 }, columns: (bars) => [parabolicSar(bars, 0.02, 0.2)] },
  { name: 'sar', values: { step: 0.1, max: 0.15 }, columns: (bars) => [parabolicSar(bars, 0.1, 0.15)] },
  {
    name: 'ichimoku',
    values: { conversion: 3, base: 5, span: 8, displacement: 5 },
    columns: (bars) => {
      const middle = (n: number): Column => zip(highest(bars, n), lowest(bars, n), (top, bottom) => (top + bottom) / 2)
      const spanA = zip(middle(3), middle(5), (conversion, base) => (conversion + base) / 2)
      return [middle(3), middle(5), spanA, middle(8), closesOf(bars)]
    },
  },
  {
    name: 'vol',
    values: { length: 4 },
    columns: (bars) => {
      const volumes = bars.map((bar) => bar.volume)
      return [volumes, rolling(volumes, 4, mean)]
    },
  },
  {
    name: 'macd',
    values: { fast: 3, slow: 6, signal: 4 },
    columns: (bars) => {
      const difference = zip(ema(closesOf(bars), 3), ema(closesOf(bars), 6), (fast, slow) => fast - slow)
      const signal = ema(difference, 4)
      return [zip(difference, signal, (d, s) => d - s), difference, signal]
    },
  },
  {
    name: 'rsi',
    values: { length: 4 },
    columns: (bars) => {
      const changes = closesOf(bars).map((close, i) => (i === 0 ? null : close - bars[i - 1]!.close))
      const mean4 = (way: number): Column =>
        wilder(
          changes.map((one) => (one === null ? null : Math.max(0, way * one))),
          4,
        )
      // 100 − 100 / (1 + RS), RS = rises / falls; 50 where both are none.
      return [zip(mean4(1), mean4(-1), (up, down) => (up + down === 0 ? 50 : 100 - 100 / (1 + up / down)))]
    },
  },
  {
    name: 'stochastic',
    values: { length: 5, smooth: 3, signal: 2 },
    columns: (bars) => {
      const k = rolling(
        place(bars, 5).map((share) => (share === null ? null : 100 * share)),
        3,
        mean,
      )
      return [k, rolling(k, 2, mean)]
    },
  },
  { name: 'kdj', values: { length: 5, smooth: 3, signal: 3 }, columns: kdj },
  { name: 'atr', values: { length: 4 }, columns: (bars) => [wilder(trueRanges(bars), 4)] },
  { name: 'adx', values: { length: 4, smooth: 3 }, columns: (bars) => directional(bars, 4, 3) },
  {
    name: 'cci',
    values: { length: 5 },
    columns: (bars) => [
      rolling(typical(bars), 5, (w) => {
        const average = mean(w)
        const deviation = mean(w.map((one) => Math.abs(one - average)))
        return deviation < 1e-7 ? 0 : (w.at(-1)! - average) / (0.015 * deviation)
      }),
    ],
  },
  {
    name: 'obv',
    values: {},
    columns: (bars) => [
      bars.map((_, i) =>
        bars.slice(1, i + 1).reduce((sum, bar, j) => sum + Math.sign(bar.close - bars[j]!.close) * bar.volume, 0),
      ),
    ],
  },
  {
    name: 'williams',
    values: { length: 5 },
    columns: (bars) => [
      // −100 × (highest − close) / (highest − lowest).
      place(bars, 5).map((share) => (share === null ? null : -100 * (1 - share))),
    ],
  },
]
