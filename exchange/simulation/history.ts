import { createRandom, hash32 } from '../../src/base/random'
import { COLUMNS, type Bar } from './bars'
import type { Calibration } from './calibration'
import { SHOCK_CHANCE, SHOCK_FACTOR, type DayDraws } from './day-draws'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/market/interval'
import { BASE_MS, MINUTES_PER_DAY, type BaseInterval } from './intervals'

const DAYS_PER_YEAR = 365
/** Log-volatility of days: how much of yesterday's stays, and the size of its surprises. */
const DAY_MOOD = { keep: 0.965, surprise: 0.13 }
/** Seen backwards the price is drawn towards this log distance from the start price: markets grew into today's. */
const OLD_LOG_LEVEL = -0.45
const OLD_PULL = 0.002

export interface HistorySetup {
  readonly seed: number
  /** Whose past it is: a contract that follows another one's index has that one's past. */
  readonly symbol: string
  /** ln(price ÷ that past's) at a time; left out, zero. */
  readonly premium?: (ms: number) => number
  /** The last historic minute is the one before this time's, and closes at `startTicks`. */
  readonly startMs: number
  readonly startTicks: number
  readonly listedMs: number
  readonly tickSize: number
  readonly lotSize: number
  /** Turnover is counted in coins of the base: a lot is one unit of the quote coin. */
  readonly isInverse?: boolean
  readonly draws: DayDraws
  readonly calibration: Calibration
  /** Mean traded value of a day, quote coin. */
  readonly dailyTurnover: number
  /** Whose trading it is, where `symbol` is another one's: the same moves of the price, not the same trades. */
  readonly tradedAs?: string
}

/** Bars from before the exchange was switched on. */
export interface History {
  /** Whole bars of [fromMs, toMs) that begin before the start, oldest first; the newest may be cut short by the start. */
  bars(base: BaseInterval, fromMs: number, toMs: number): Bar[]
  /**
   * Draws days of [fromMs, toMs) ahead, so that `bars` of a quarter of an hour and more need not: a day takes about a
   * millisecond, a past of six years seconds. One day at least. What `bars` gives is the same with and without.
   *
   * @returns whether all of them are drawn
   */
  draw(base: BaseInterval, fromMs: number, toMs: number, hasTime: () => boolean): boolean
  readonly firstMs: number
  /** First minute that is not history. */
  readonly endMs: number
}

interface DayPlan {
  readonly openLog: number
  readonly closeLog: number
  readonly deviation: number
}

/**
 * A past that follows from (seed, symbol, day) alone. Day closes walk backwards from the start price with clustered
 * volatility and the common factor of all symbols; within a day a Brownian bridge runs through 1,440 minutes. Every
 * coarser bar is the sum of those minutes, so that all intervals agree. Made on demand; days stay as bars of a day, and
 * what is finer as long as `KeptDays` has room.
 */
export function createHistory(setup: HistorySetup): History {
  const endMinute = Math.floor(setup.startMs / MINUTE_MS)
  const lastDay = Math.floor((endMinute - 1) / MINUTES_PER_DAY)
  const firstDay = Math.min(lastDay, Math.max(0, Math.floor(setup.listedMs / DAY_MS)))
  const lastDayMinutes = endMinute - lastDay * MINUTES_PER_DAY
  /** A contract that opened within a day has the rest of it; whole hours, so that every base bar keeps its place. */
  const skipped = (day: number): number =>
    day === firstDay ? Math.max(0, Math.floor((setup.listedMs - firstDay * DAY_MS) / HOUR_MS) * 60) : 0
  let plans: DayPlan[] | null = null
  const { kept } = setup.draws
  const past = kept.newPast()
  const keyOf = (base: BaseInterval, day: number): string => `${past}/${base}/${day}`
  /** By year of 365 days. */
  const wholeDays = new Map<number, Float64Array>()
  const wholeDay = (day: number): Float64Array => {
    const year = Math.floor(day / DAYS_PER_YEAR)
    let rows = wholeDays.get(year)
    if (rows === undefined) wholeDays.set(year, (rows = new Float64Array(DAYS_PER_YEAR * COLUMNS).fill(Number.NaN)))
    const at = (day - year * DAYS_PER_YEAR) * COLUMNS
    return rows.subarray(at, at + COLUMNS)
  }
  const isKept = (base: BaseInterval, day: number): boolean =>
    base === '1D' ? !Number.isNaN(wholeDay(day)[0]) : kept.has(keyOf(base, day))

  const drawn = (day: number): Float64Array => {
    plans ??= planDays(setup, lastDay, lastDayMinutes, firstDay)
    const count = day === lastDay ? lastDayMinutes : MINUTES_PER_DAY
    return drawMinutes(setup, day, count, plans[lastDay - day]!).subarray(skipped(day) * COLUMNS)
  }
  const rowsOf = (base: BaseInterval, day: number): Float64Array => {
    if (base === '1D' && isKept(base, day)) return wholeDay(day)
    const known = base === '1D' ? undefined : kept.get(keyOf(base, day))
    if (known !== undefined) return known
    const minutes = kept.get(keyOf('1', day)) ?? drawn(day)
    const rows = { '1': minutes, '15': minutes, '60': minutes, '1D': minutes }
    for (const one of ['15', '60', '1D'] as const) rows[one] = gather(minutes, BASE_MS[one] / MINUTE_MS, skipped(day))
    wholeDay(day).set(rows['1D'])
    kept.set(keyOf('15', day), rows['15'])
    kept.set(keyOf('60', day), rows['60'])
    // Sixty times an hour's: kept where minutes are looked at.
    if (base === '1') kept.set(keyOf('1', day), minutes)
    return rows[base]
  }

  const daysOf = (fromMs: number, toMs: number) => ({
    from: Math.max(firstDay, Math.floor(fromMs / DAY_MS)),
    to: Math.min(lastDay, Math.floor((toMs - 1) / DAY_MS)),
  })

  return {
    firstMs: firstDay * DAY_MS + skipped(firstDay) * MINUTE_MS,
    endMs: endMinute * MINUTE_MS,
    bars(base, fromMs, toMs) {
      const out: Bar[] = []
      const step = BASE_MS[base]
      const { from, to } = daysOf(fromMs, toMs)
      for (let day = from; day <= to; day++) {
        const rows = rowsOf(base, day)
        const firstBarMs = day * DAY_MS + Math.floor((skipped(day) * MINUTE_MS) / step) * step
        for (let at = 0; at < rows.length; at += COLUMNS) {
          const startMs = firstBarMs + (at / COLUMNS) * step
          if (startMs < fromMs || startMs >= toMs) continue
          out.push({
            startMs,
            open: rows[at]!,
            high: rows[at + 1]!,
            low: rows[at + 2]!,
            close: rows[at + 3]!,
            volume: rows[at + 4]!,
            turnover: rows[at + 5]!,
          })
        }
      }
      return out
    },
    draw(base, fromMs, toMs, hasTime) {
      const { from, to } = daysOf(fromMs, toMs)
      let isFirst = true
      for (let day = from; day <= to; day++) {
        if (isKept(base, day)) continue
        if (!isFirst && !hasTime()) return false
        rowsOf(base, day)
        isFirst = false
      }
      return true
    },
  }
}

/** @returns one plan per day, newest first: index 0 is the day that the start cuts short */
function planDays(setup: HistorySetup, lastDay: number, lastDayMinutes: number, firstDay: number): DayPlan[] {
  const { calibration } = setup
  const startLog = Math.log(setup.startTicks * setup.tickSize) - (setup.premium?.(setup.startMs) ?? 0)
  // A coin must stay some hundred ticks high, or its bars would be steps.
  const floorLog = Math.log(setup.tickSize * 300)
  const own = createRandom(hash32(`${setup.seed}/${setup.symbol}/days`))
  const plans: DayPlan[] = []
  let closeLog = startLog
  let mood = 0
  for (let day = lastDay; day >= firstDay; day--) {
    const share = day === lastDay ? lastDayMinutes / MINUTES_PER_DAY : 1
    const factor = createRandom(hash32(`${setup.seed}/factor/${day}`)).normal()
    const deviation = calibration.dailyVolatility * Math.exp(mood) * Math.sqrt(share)
    const weight = Math.sqrt(calibration.ownShare)
    const shock = own.next() < SHOCK_CHANCE ? SHOCK_FACTOR : 1
    const change = deviation * shock * (weight * own.normal() + Math.sqrt(1 - weight ** 2) * factor)
    const pull = (startLog + OLD_LOG_LEVEL - closeLog) * OLD_PULL
    const openLog = Math.max(floorLog, closeLog - change + pull)
    plans.push({ openLog, closeLog, deviation })
    closeLog = openLog
    mood = mood * DAY_MOOD.keep + DAY_MOOD.surprise * own.normal()
  }
  return plans
}

function drawMinutes(setup: HistorySetup, day: number, count: number, plan: DayPlan): Float64Array {
  const { deviations, unitReturns, up, down, activity, variance } = setup.draws.of(setup, day, count)
  const scale = plan.deviation / Math.sqrt(variance)
  let sum = 0
  for (let m = 0; m < count; m++) sum += unitReturns[m]! * scale
  const miss = plan.closeLog - plan.openLog - sum
  const rows = new Float64Array(count * COLUMNS)
  const own =
    setup.tradedAs === undefined ? null : createRandom(hash32(`${setup.seed}/${setup.tradedAs}/${day}/volume`))
  // Half to one and a half times the mean, the day and each of its minutes: fewer trade here, and not at the same times.
  const dayShare = own === null ? 1 : 0.5 + own.next()
  const turnoverPerMinute = setup.dailyTurnover / MINUTES_PER_DAY
  let log = plan.openLog
  const priced = (reference: number, ms: number): number => {
    const premium = setup.premium?.(Math.min(ms, setup.startMs)) ?? 0
    return Math.max(1, Math.round(Math.exp(reference + premium) / setup.tickSize))
  }
  const dayMs = day * DAY_MS
  // The last historic minute closes at the start's price, wherever in its minute the start is.
  const lastMs = dayMs + count * MINUTE_MS
  const closesAt = lastMs > setup.startMs - MINUTE_MS ? setup.startMs : lastMs
  let open = priced(log, dayMs)
  for (let m = 0; m < count; m++) {
    const deviation = deviations[m]!
    log += unitReturns[m]! * scale + (miss * deviation * deviation) / variance
    // The last minute lands on the plan's close by construction; the logarithm's rounding must not move it by a tick.
    const close = m === count - 1 ? priced(plan.closeLog, closesAt) : priced(log, dayMs + (m + 1) * MINUTE_MS)
    const range = deviation * scale * close
    const high = Math.max(open, close) + Math.floor(up[m]! * range)
    const low = Math.max(1, Math.min(open, close) - Math.floor(down[m]! * range))
    const mean = (open + high + low + close) / 4
    const share = own === null ? 1 : dayShare * (0.5 + own.next())
    const turnover = turnoverPerMinute * activity[m]! * share
    const volume = Math.max(1, Math.round(turnover / (mean * setup.tickSize * setup.lotSize)))
    const at = m * COLUMNS
    rows[at] = open
    rows[at + 1] = high
    rows[at + 2] = low
    rows[at + 3] = close
    rows[at + 4] = volume
    const perLot = setup.isInverse === true ? 1 / (mean * setup.tickSize) : mean * setup.tickSize * setup.lotSize
    rows[at + 5] = Math.round(volume * perLot * 10_000)
    open = close
  }
  return rows
}

/** Sums rows of minutes, `width` at a time from the day's beginning, `skipped` minutes of which are missing; the last bar may be narrower. */
function gather(minutes: Float64Array, width: number, skipped: number): Float64Array {
  const count = minutes.length / COLUMNS
  if (count === 0) return minutes
  const before = Math.floor(skipped / width)
  const out = new Float64Array((Math.ceil((count + skipped) / width) - before) * COLUMNS)
  for (let m = 0; m < count; m++) {
    const from = m * COLUMNS
    const to = (Math.floor((m + skipped) / width) - before) * COLUMNS
    if (m === 0 || (m + skipped) % width === 0) {
      for (let c = 0; c < COLUMNS; c++) out[to + c] = minutes[from + c]!
      continue
    }
    if (minutes[from + 1]! > out[to + 1]!) out[to + 1] = minutes[from + 1]!
    if (minutes[from + 2]! < out[to + 2]!) out[to + 2] = minutes[from + 2]!
    out[to + 3] = minutes[from + 3]!
    out[to + 4]! += minutes[from + 4]!
    out[to + 5]! += minutes[from + 5]!
  }
  return out
}

/** The past of a contract that was never traded before `startMs`. */
export function emptyHistory(startMs: number): History {
  const endMs = Math.floor(startMs / MINUTE_MS) * MINUTE_MS
  return { bars: () => [], draw: () => true, firstMs: endMs, endMs }
}
