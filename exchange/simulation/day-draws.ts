import { createRandom, hash32, type Random } from '../../src/base/random'
import { MINUTES_PER_DAY } from './intervals'
import { KeptDays } from './kept-days'

/** Log-volatility of minutes within a day: how much of the last one's stays, and the size of its surprises. */
const MINUTE_MOOD = { keep: 0.97, surprise: 0.16 }
/** Now and then a minute or a day is several times its size. */
export const SHOCK_CHANCE = 0.01
export const SHOCK_FACTOR = 3.5

/** A past has millions of minutes: its random shapes are tables read with one uniform each. */
const SHAPES = 4096
/** Logistic quantiles of variance 1: a bell with somewhat fat tails. */
const BELL = Float64Array.from(
  { length: SHAPES },
  (_, n) => (Math.log((n + 0.5) / (SHAPES - n - 0.5)) * Math.sqrt(3)) / Math.PI,
)
/** Exponential quantiles of mean 1. */
const WAIT = Float64Array.from({ length: SHAPES }, (_, n) => -Math.log(1 - (n + 0.5) / SHAPES))
/** Europe's afternoon is livelier than Asia's night. */
const DAYTIME = Float64Array.from(
  { length: MINUTES_PER_DAY },
  (_, minute) => 1 + 0.35 * Math.cos(((minute / 60 - 15) / 24) * 2 * Math.PI),
)

function shape(table: Float64Array, random: Random): number {
  return table[(random.next() * SHAPES) | 0]!
}

/** What chance says of the minutes of a day, before prices: everything by minute. */
export interface DayDraw {
  readonly deviations: Float64Array
  /** Returns of a day whose deviation is √`variance`. */
  readonly unitReturns: Float64Array
  /** How far a minute's high and low go beyond its open and close, in its own deviations. */
  readonly up: Float64Array
  readonly down: Float64Array
  /** Trading against the day's mean. */
  readonly activity: Float64Array
  readonly variance: number
}

/** Enough for a month and a day. */
const KEPT_DAYS = 33

/** Of bars that are read: some seven hundred days of minutes, or ten thousand of hours and quarters. */
const KEPT_BYTES = 48_000_000

/** Draws days, and while it keeps them draws each only once: contracts on one coin have one past. */
export class DayDraws {
  /** By symbol, oldest first. */
  #kept: Map<string, Map<string, DayDraw>> | null = new Map()
  /** What is made of them. */
  readonly kept = new KeptDays(KEPT_BYTES)

  /** From now on every draw is made anew. */
  release(): void {
    this.#kept = null
  }

  /** @param count minutes of the day, from its beginning */
  of(whose: { readonly seed: number; readonly symbol: string }, day: number, count: number): DayDraw {
    const days = this.#kept?.get(whose.symbol) ?? new Map<string, DayDraw>()
    this.#kept?.set(whose.symbol, days)
    const key = `${day}/${count}`
    const known = days.get(key)
    if (known !== undefined) return known
    if (days.size >= KEPT_DAYS) days.delete(days.keys().next().value!)
    const drawn = drawDay(createRandom(hash32(`${whose.seed}/${whose.symbol}/${day}`)), count)
    days.set(key, drawn)
    return drawn
  }
}

function drawDay(random: Random, count: number): DayDraw {
  const column = () => new Float64Array(count)
  const [deviations, unitReturns, up, down, activity] = [column(), column(), column(), column(), column()]
  let mood = 0
  let variance = 0
  for (let m = 0; m < count; m++) {
    mood = mood * MINUTE_MOOD.keep + MINUTE_MOOD.surprise * shape(BELL, random)
    const deviation = Math.exp(mood) * DAYTIME[m]!
    deviations[m] = deviation
    variance += deviation * deviation
  }
  for (let m = 0; m < count; m++) {
    const shock = random.next() < SHOCK_CHANCE ? SHOCK_FACTOR : 1
    unitReturns[m] = deviations[m]! * shock * shape(BELL, random)
  }
  const meanDeviation = Math.sqrt(variance / count)
  for (let m = 0; m < count; m++) {
    up[m] = shape(WAIT, random) * 0.4
    down[m] = shape(WAIT, random) * 0.4
    activity[m] = (deviations[m]! / meanDeviation) * (0.35 + 0.9 * Math.abs(shape(BELL, random)))
  }
  return { deviations, unitReturns, up, down, activity, variance }
}
