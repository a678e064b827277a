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
  /** Of a label, CSS pixels. */
  widthOf(text: string): number
}

/** Labels that the axis shows whole: half of one at its end would lie outside. @param width of the axis, CSS pixels */
export function wholeTicks<Tick extends { readonly coord: number; readonly text: string }>(
  ticks: readonly Tick[],
  width: number,
  widthOf: (text: string) => number,
): Tick[] {
  return ticks.filter(({ coord, text }) => {
    const half = widthOf(text) / 2
    return coord >= half && coord <= width - half
  })
}

/** Names the day where it changes, on bars that are shorter than a day; others have the engine's labels, as far as they are whole. */
export function nameDays(chart: Chart, { paneId, language, timezone, barMs, nowMs, widthOf }: Axis): void {
  let words: TimeWords | null = null
  let names: DayNames | null = null
  chart.overrideXAxis({
    createTicks: ({ defaultTicks }) => {
      const whole = <Tick extends (typeof defaultTicks)[number]>(ticks: readonly Tick[]): Tick[] =>
        wholeTicks(ticks, chart.getSize(paneId, 'main')?.width ?? Infinity, widthOf)
      const period = chart.getPeriod()?.type
      const bars = chart.getDataList()
      const last = bars.at(-1)
      if (last === undefined || (period !== 'minute' && period !== 'hour')) return whole(defaultTicks)
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
      const labels = placed.map(({ index, timeMs, isDay }, at) => {
        const point = chart.convertToPixel({ dataIndex: index }, { paneId })
        const coord = (Array.isArray(point) ? point[0]?.x : point.x) ?? defaultTicks[at]!.coord
        return { coord, value: timeMs, isDay }
      })
      const written = labels.map(({ isDay, ...label }) => ({
        ...label,
        text: isDay ? said.day(label.value, nowMs()) : said.time(label.value),
      }))
      if (hasDay) return whole(written)
      // Of bars of one day the first label that is seen says which.
      const [named] = whole(labels.map((label) => ({ ...label, text: said.day(label.value, nowMs()) })))
      return named === undefined
        ? whole(written)
        : whole([named, ...written.filter(({ value }) => value > named.value)])
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
