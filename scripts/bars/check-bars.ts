import { aggregate, type Bar } from '../../exchange/simulation/bars'
import { IndicatorRun, type IndicatorBar } from '../../src/domain/indicators/indicator'
import { indicatorByName } from '../../src/domain/indicators/indicators'
import { barStart, nextBarStart } from '../../src/domain/market/interval'
import { CANDLE_INTERVALS, type CandleInterval } from '../../src/domain/market/market'
import { mostDecimals, wholeOf } from './decimal-text'
import { CASES } from './definitions'
import { shortestStep, type RecordedBar } from './recorded-bars'

/** What was compared, and every value that was another than it should be. */
export interface Checked {
  readonly compared: number
  readonly faults: readonly string[]
}

/** Definitions look back over the whole list at once: so many bars of it make one list. */
const LIST_BARS = 500
const TICKS = 10_000
/** Sums are made in another order: equal but for the last digits. */
const TOLERANCE = 1e-6

/** Holds every indicator against its published definition, at every bar, and again after so many ticks of the last one. */
export function checkIndicators(recorded: readonly RecordedBar[], ticks = TICKS): Checked {
  let compared = 0
  const faults: string[] = []
  for (let from = 0; from < recorded.length; from += LIST_BARS) {
    const bars = recorded.slice(from, from + LIST_BARS).map(barOf)
    const last = bars.at(-1)
    if (last === undefined) continue
    for (const { name, values, columns } of CASES) {
      const indicator = indicatorByName(name)
      if (indicator === null) {
        faults.push(`no indicator ${name}`)
        continue
      }
      const wanted = columns(bars)
      const run = new IndicatorRun(indicator, values)
      const hold = (row: readonly (number | null)[], at: number, when: string): void =>
        row.forEach((value, column) => {
          compared++
          if (isClose(value, wanted[column]?.[at] ?? null)) return
          faults.push(
            `${name} output ${column} at ${new Date(bars[at]!.time).toISOString()}${when}: ${value} for ${wanted[column]?.[at]}`,
          )
        })
      bars.forEach((bar, at) => {
        // It opens, reaches its ends, and closes.
        run.push({ ...bar, high: bar.open, low: bar.open, close: bar.open, volume: 0 })
        run.replaceLast({ ...bar, close: bar.low, volume: bar.volume / 2 })
        hold(run.replaceLast(bar), at, '')
      })
      if (from + LIST_BARS < recorded.length) continue
      for (let tick = 0; tick < ticks; tick++) {
        const close = last.low + ((last.high - last.low) * (tick % 13)) / 13
        run.replaceLast({ ...last, close, volume: (last.volume * (tick % 7)) / 7 })
      }
      hold(run.replaceLast(last), bars.length - 1, ' after ticks')
    }
  }
  return { compared, faults }
}

/** Folds bars to every longer interval as the exchange does, and holds each against the raw rows that lie in it. */
export function checkIntervals(recorded: readonly RecordedBar[]): Checked {
  const lengthMs = shortestStep(recorded.map(({ timeMs }) => timeMs))
  const price = mostDecimals(recorded.flatMap(({ open, high, low, close }) => [open, high, low, close]))
  const quantity = lotDecimals(recorded.map(({ volume }) => volume))
  const bars = recorded.map((one): Bar => ({
    startMs: one.timeMs,
    open: Number(wholeOf(one.open, price)),
    high: Number(wholeOf(one.high, price)),
    low: Number(wholeOf(one.low, price)),
    close: Number(wholeOf(one.close, price)),
    volume: Number(wholeOf(one.volume, quantity)),
    turnover: 0,
  }))
  let compared = 0
  const faults: string[] = []
  for (const interval of CANDLE_INTERVALS) {
    if (nextBarStart(interval, 0) < lengthMs) continue
    const folded = new Map(aggregate(bars, (ms) => barStart(interval, ms)).map((bar) => [bar.startMs, bar]))
    const wanted = referenceOf(recorded, interval, price, quantity)
    if (folded.size !== wanted.size) faults.push(`${interval}: ${folded.size} bars for ${wanted.size}`)
    let sum = 0n
    for (const [startMs, reference] of wanted) {
      const bar = folded.get(startMs)
      sum += BigInt(bar?.volume ?? 0)
      for (const key of ['open', 'high', 'low', 'close', 'volume'] as const) {
        compared++
        if (bar !== undefined && BigInt(bar[key]) === reference[key]) continue
        faults.push(`${interval} ${key} at ${new Date(startMs).toISOString()}: ${bar?.[key]} for ${reference[key]}`)
      }
    }
    const total = recorded.reduce((all, { volume }) => all + wholeOf(volume, quantity), 0n)
    compared++
    if (sum !== total) faults.push(`${interval}: a volume of ${sum} for ${total} in all`)
  }
  return { compared, faults }
}

type Reference = Record<'open' | 'high' | 'low' | 'close' | 'volume', bigint>

/** By whole numbers without a bound, and by a calendar of its own. */
export function referenceOf(
  recorded: readonly RecordedBar[],
  interval: CandleInterval,
  price: number,
  quantity: number,
): ReadonlyMap<number, Reference> {
  const out = new Map<number, Reference>()
  for (const row of recorded) {
    const startMs = startOf(row.timeMs, interval)
    const [open, high, low, close] = [row.open, row.high, row.low, row.close].map((text) => wholeOf(text, price)) as [
      bigint,
      bigint,
      bigint,
      bigint,
    ]
    const volume = wholeOf(row.volume, quantity)
    const known = out.get(startMs)
    if (known === undefined) out.set(startMs, { open, high, low, close, volume })
    else {
      if (high > known.high) known.high = high
      if (low < known.low) known.low = low
      known.close = close
      known.volume += volume
    }
  }
  return out
}

/** Where the bar of a moment begins, from the parts of its date: weeks on Monday, months on the 1st, all of UTC. */
export function startOf(timeMs: number, interval: CandleInterval): number {
  const date = new Date(timeMs)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  if (interval === '1M') return Date.UTC(year, month, 1)
  if (interval === '1W') return Date.UTC(year, month, day - ((date.getUTCDay() + 6) % 7))
  if (interval === '1D') return Date.UTC(year, month, day)
  const minutes = date.getUTCHours() * 60 + date.getUTCMinutes()
  return Date.UTC(year, month, day, 0, minutes - (minutes % Number(interval)))
}

function barOf({ timeMs, open, high, low, close, volume }: RecordedBar): IndicatorBar {
  return {
    time: timeMs,
    open: Number(open),
    high: Number(high),
    low: Number(low),
    close: Number(close),
    volume: Number(volume),
  }
}

function isClose(got: number | null, wanted: number | null): boolean {
  if (got === null || wanted === null) return got === wanted
  return Math.abs(got - wanted) <= TOLERANCE * Math.max(1, Math.abs(wanted))
}

/** Decimals of a lot: the exchange's sums are whole numbers without a rounding, so no finer than their total allows. */
function lotDecimals(texts: readonly string[]): number {
  const total = texts.reduce((sum, text) => sum + Number(text), 0)
  return Math.min(
    mostDecimals(texts),
    Math.max(0, Math.floor(Math.log10(Number.MAX_SAFE_INTEGER / Math.max(1, total)))),
  )
}
