import type { Chart } from 'klinecharts'
import { dayStarts, DayNames } from './day-starts'

/** A label of the time axis: the bar that it stands under, and the start of that bar. */
export interface TimeTick {
  readonly index: number
  readonly timeMs: number
  readonly isDay: boolean
}

/**
 * Labels that name a day stand under its first bar. Each label moves to the nearest of those that is closer to it than to
 * its neighbours; where days are closer together than labels, all of them name one.
 *
 * @param ticks evenly spaced, by bar
 * @param starts bars that are the first of their day
 */
export function timeTicks(
  ticks: readonly Omit<TimeTick, 'isDay'>[],
  starts: readonly Omit<TimeTick, 'isDay'>[],
): readonly TimeTick[] {
  const step = ticks.length < 2 ? Infinity : ticks[1]!.index - ticks[0]!.index
  return ticks.map((tick) => {
    const distanceTo = ({ index }: { readonly index: number }): number => index - tick.index
    const [first, ...others] = starts.filter((start) => distanceTo(start) >= -step / 2 && distanceTo(start) < step / 2)
    if (first === undefined) return { ...tick, isDay: false }
    const nearest = others.reduce(
      (best, one) => (Math.abs(distanceTo(one)) < Math.abs(distanceTo(best)) ? one : best),
      first,
    )
    return { ...nearest, isDay: true }
  })
}

/** Writes days and hours in a language and a time zone. */
class TimeWords {
  readonly #time: Intl.DateTimeFormat
  readonly #day: Intl.DateTimeFormat
  readonly #dayOfYear: Intl.DateTimeFormat
  readonly #year: Intl.DateTimeFormat

  constructor(
    language: string,
    readonly timezone: string,
  ) {
    const timeZone = timezone
    const day = { timeZone, day: 'numeric', month: 'short' } as const
    this.#time = new Intl.DateTimeFormat(language, { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    this.#day = new Intl.DateTimeFormat(language, day)
    this.#dayOfYear = new Intl.DateTimeFormat(language, { ...day, year: 'numeric' })
    this.#year = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric' })
  }

  time(timeMs: number): string {
    return this.#time.format(timeMs)
  }

  /** With its year where that is not this one. */
  day(timeMs: number, nowMs: number): string {
    const isThisYear = this.#year.format(timeMs) === this.#year.format(nowMs)
    return (isThisYear ? this.#day : this.#dayOfYear).format(timeMs)
  }
}

interface Axis {
  readonly paneId: string
  readonly language: string
  timezone(): string
  /** Of a bar, ms. */
  barMs(): number
  nowMs(): number
}

/** Half the width of a letter on the axis, CSS pixels. */
const HALF_LETTER = 3

/** Names the day where it changes, on bars that are shorter than a day; others have the engine's labels. */
export function nameDays(chart: Chart, { paneId, language, timezone, barMs, nowMs }: Axis): void {
  let words: TimeWords | null = null
  let names: DayNames | null = null
  chart.overrideXAxis({
    createTicks: ({ defaultTicks }) => {
      const period = chart.getPeriod()?.type
      const bars = chart.getDataList()
      const last = bars.at(-1)
      if (last === undefined || (period !== 'minute' && period !== 'hour')) return defaultTicks
      const zone = timezone()
      if (words?.timezone !== zone) [words, names] = [new TimeWords(language, zone), new DayNames(zone)]
      const said = words
      // To the right of the newest bar time goes on.
      const timeAt = (index: number): number =>
        bars[index]?.timestamp ?? last.timestamp + (index - bars.length + 1) * barMs()
      const indexOf = (timeMs: number): number =>
        timeMs > last.timestamp
          ? bars.length - 1 + Math.round((timeMs - last.timestamp) / barMs())
          : firstAtOrAfter(bars, timeMs)
      const ticks = defaultTicks.map(({ value }) => ({ index: indexOf(Number(value)), timeMs: Number(value) }))
      const { realFrom, realTo } = chart.getVisibleRange()
      const from = Math.max(0, realFrom - 1)
      const inView = Array.from({ length: Math.max(0, realTo - from) }, (_, at) => ({ timestamp: timeAt(from + at) }))
      const starts = dayStarts(inView, { from: 0, to: inView.length }, names!)
      const placed = timeTicks(
        ticks,
        starts.map((at) => ({ index: from + at, timeMs: timeAt(from + at) })),
      )
      const hasDay = placed.some(({ isDay }) => isDay)
      return placed.flatMap(({ index, timeMs, isDay }, at) => {
        const point = chart.convertToPixel({ dataIndex: index }, { paneId })
        const coord = (Array.isArray(point) ? point[0]?.x : point.x) ?? defaultTicks[at]!.coord
        // Of bars of one day the first label says which.
        const text = isDay || (!hasDay && at === 0) ? said.day(timeMs, nowMs()) : said.time(timeMs)
        // Half of it would lie outside.
        return coord < text.length * HALF_LETTER ? [] : { coord, value: timeMs, text }
      })
    },
  })
}

function firstAtOrAfter(bars: readonly { readonly timestamp: number }[], timeMs: number): number {
  let [low, high] = [0, bars.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (bars[middle]!.timestamp < timeMs) low = middle + 1
    else high = middle
  }
  return low
}
