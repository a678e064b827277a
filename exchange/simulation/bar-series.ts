import { fields, flag, list, number, type Form } from '../../src/base/form'
import { CANDLE_INTERVALS, type CandleInterval } from '../../src/domain/market/market'
import { aggregate, BAR_FORM, extendBar, flatBar, type Bar } from './bars'
import type { History } from './history'
import { nextBarStart, barStart } from '../../src/domain/market/interval'
import { BASE_MS, BASE_OF, type BaseInterval } from './intervals'

/**
 * How many closed live bars are kept: each holds 1,000 bars of the intervals built on it (5m, 30m, 240m), days are kept
 * for good. Older live minutes are gone, their quarters, hours and days stay.
 */
const KEPT: Readonly<Record<BaseInterval, number>> = { '1': 5_040, '15': 2_016, '60': 4_032, '1D': 10_000 }
const BASES: readonly BaseInterval[] = ['1', '15', '60', '1D']
/** Intervals of more than a day: what their open bar holds of earlier days is drawn when it is first asked for. */
const LONG: ReadonlySet<CandleInterval> = new Set<CandleInterval>(
  CANDLE_INTERVALS.filter((interval) => BASE_OF[interval] === '1D' && interval !== '1D'),
)
/** Bars are dropped in batches: shifting an array for each new bar would be waste. */
const DROP_SLACK = 256

/** Closed bars as small numbers: prices against the close before, so that a snapshot stays small. */
interface PackedBars {
  readonly firstMs: number
  readonly rows: readonly number[]
}

export interface BarSeriesState {
  /** The open bars; of those of more than a day only what is not history from before the first day. */
  readonly openParts: readonly Bar[]
  readonly closed: Readonly<Record<BaseInterval, PackedBars>>
  readonly hasVolume: boolean
}

const NUMBERS = list<readonly number[]>(number)
/** Some hundred thousand numbers of a snapshot: where in the list one stands is said of the first that is none. */
const ROWS_FORM: Form<readonly number[]> = {
  misfit: (found, place) =>
    Array.isArray(found) && found.every(Number.isFinite) ? null : NUMBERS.misfit(found, place),
}
const PACKED_BARS_FORM: Form<PackedBars> = fields<PackedBars>({ firstMs: number, rows: ROWS_FORM })

export const BAR_SERIES_FORM: Form<BarSeriesState> = fields<BarSeriesState>({
  openParts: list(BAR_FORM),
  closed: fields({ '1': PACKED_BARS_FORM, '15': PACKED_BARS_FORM, '60': PACKED_BARS_FORM, '1D': PACKED_BARS_FORM }),
  hasVolume: flag,
})

/** What was before the first live bar. */
export type Past = Pick<History, 'endMs' | 'bars' | 'draw'>

/**
 * The bars of one symbol and one price source: history behind, closed live bars, and the open bar of every interval.
 * Weeks and months of symbols that nobody looks at are not drawn: it would take a second for all of them at the start.
 */
export class BarSeries {
  readonly #open: Record<CandleInterval, Bar>
  readonly #closed: Record<BaseInterval, Bar[]>
  /** The days before the first one, in the bars of more than a day that were asked for. */
  readonly #daysBefore = new Map<CandleInterval, Bar | null>()

  constructor(
    private readonly history: Past,
    private readonly hasVolume: boolean,
    from: { readonly startPrice: number } | { readonly saved: BarSeriesState },
  ) {
    const open: Partial<Record<CandleInterval, Bar>> = {}
    if ('saved' in from) {
      CANDLE_INTERVALS.forEach((interval, index) => (open[interval] = { ...from.saved.openParts[index]! }))
      this.#closed = unpackAll(from.saved)
    } else {
      const nowMs = history.endMs
      for (const interval of CANDLE_INTERVALS) {
        const startMs = barStart(interval, nowMs)
        const fromMs = LONG.has(interval) ? barStart('1D', nowMs) : startMs
        const past = this.#past(BASE_OF[interval], fromMs, nowMs)
        open[interval] = aggregate(past, () => startMs)[0] ?? flatBar(startMs, from.startPrice)
      }
      this.#closed = { '1': [], '15': [], '60': [], '1D': [] }
    }
    this.#open = open as Record<CandleInterval, Bar>
  }

  state(): BarSeriesState {
    return {
      openParts: CANDLE_INTERVALS.map((interval) => ({ ...this.#open[interval] })),
      closed: {
        '1': pack(this.#closed['1'], this.hasVolume),
        '15': pack(this.#closed['15'], this.hasVolume),
        '60': pack(this.#closed['60'], this.hasVolume),
        '1D': pack(this.#closed['1D'], this.hasVolume),
      },
      hasVolume: this.hasVolume,
    }
  }

  openBar(interval: CandleInterval): Bar {
    const bar = this.#open[interval]
    if (!this.#hasDaysBefore(interval)) return bar
    let before = this.#daysBefore.get(interval)
    if (before === undefined) {
      const days = this.#past('1D', bar.startMs, this.#firstDayMs())
      before = aggregate(days, () => bar.startMs)[0] ?? null
      this.#daysBefore.set(interval, before)
    }
    return before === null ? bar : joinBars([before, bar])!
  }

  /** Whether the open bar is whole without drawing days of the past: of one that nobody has asked for there is no news. */
  isDrawn(interval: CandleInterval): boolean {
    return !this.#hasDaysBefore(interval) || this.#daysBefore.has(interval)
  }

  #hasDaysBefore(interval: CandleInterval): boolean {
    return LONG.has(interval) && this.#open[interval].startMs < this.#firstDayMs()
  }

  /** The day of which a part may be history, and a part live. */
  #firstDayMs(): number {
    return barStart('1D', this.history.endMs)
  }

  /** Adds trades or prices of the running minute to every open bar. Call `roll` first. */
  extend(high: number, low: number, close: number, volume: number, turnover: number): void {
    for (const interval of CANDLE_INTERVALS) {
      const bar = this.#open[interval]
      if (high > bar.high) bar.high = high
      if (low < bar.low) bar.low = low
      bar.close = close
      bar.volume += volume
      bar.turnover += turnover
    }
  }

  /**
   * Closes the bars that end at or before `nowMs`; times without prices become flat bars.
   *
   * @returns the bars that were open and are now closed, those that are drawn
   */
  roll(nowMs: number): { readonly interval: CandleInterval; readonly bar: Bar }[] {
    const out: { interval: CandleInterval; bar: Bar }[] = []
    for (const interval of CANDLE_INTERVALS) {
      let bar = this.#open[interval]
      let endMs = nextBarStart(interval, bar.startMs)
      if (endMs > nowMs) continue
      if (this.isDrawn(interval)) out.push({ interval, bar: this.openBar(interval) })
      const base = BASE_OF[interval]
      const isBase = base === interval
      if (isBase) this.#closed[base].push(bar)
      const close = bar.close
      // After a long sleep only the flat bars that would be kept are made.
      const currentMs = barStart(interval, nowMs)
      if (isBase && (currentMs - endMs) / BASE_MS[base] > KEPT[base]) {
        this.#closed[base].length = 0
        endMs = currentMs - KEPT[base] * BASE_MS[base]
      }
      if (!isBase) endMs = currentMs
      for (
        bar = flatBar(endMs, close);
        bar.startMs < currentMs;
        bar = flatBar(nextBarStart(interval, bar.startMs), close)
      ) {
        if (isBase) this.#closed[base].push(bar)
      }
      this.#open[interval] = bar
      if (isBase && this.#closed[base].length > KEPT[base] + DROP_SLACK) {
        this.#closed[base].splice(0, this.#closed[base].length - KEPT[base])
      }
    }
    return out
  }

  /** Bars that start in [fromMs, toMs), oldest first, the open one included. `fromMs` is the start of a bar. */
  bars(interval: CandleInterval, fromMs: number, toMs: number): Bar[] {
    // Who has read a bar hears how it goes on.
    if (LONG.has(interval)) this.openBar(interval)
    const base = BASE_OF[interval]
    const parts = this.#parts(base, fromMs, toMs)
    return interval === base ? parts.map((bar) => ({ ...bar })) : aggregate(parts, (ms) => barStart(interval, ms))
  }

  /**
   * Draws the past that `bars` of the same range is read from, while there is time. Minutes are drawn with their bars:
   * those of a read are of a few days.
   *
   * @returns whether `bars` has to draw no more
   */
  draw(interval: CandleInterval, fromMs: number, toMs: number, hasTime: () => boolean): boolean {
    const base = BASE_OF[interval]
    if (base === '1') return true
    const openMs = this.#open[interval].startMs
    const isOpenDrawn = !LONG.has(interval) || this.history.draw('1D', openMs, this.#firstDayMs(), hasTime)
    return isOpenDrawn && this.history.draw(base, fromMs, toMs, hasTime)
  }

  /** The same of one base interval as a single bar; `null` where none starts there. */
  joined(base: BaseInterval, fromMs: number, toMs: number): Bar | null {
    return joinBars(this.#parts(base, fromMs, toMs))
  }

  /** What is live among them goes on changing. */
  #parts(base: BaseInterval, fromMs: number, toMs: number): Bar[] {
    const live = this.#closed[base]
    const open = this.#open[base]
    const parts = this.#past(base, fromMs, Math.min(toMs, barStart(base, this.history.endMs)))
    // The base bar that the start cut in two is whole in `live`; a later `fromMs` finds its place by arithmetic.
    const firstLiveMs = live[0]?.startMs ?? open.startMs
    const first = Math.max(0, Math.ceil((fromMs - firstLiveMs) / BASE_MS[base]))
    for (let at = first; at < live.length && live[at]!.startMs < toMs; at++) parts.push(live[at]!)
    if (open.startMs >= fromMs && open.startMs < toMs) parts.push(open)
    return parts
  }

  #past(base: BaseInterval, fromMs: number, toMs: number): Bar[] {
    const bars = this.history.bars(base, fromMs, toMs)
    if (!this.hasVolume) for (const bar of bars) bar.volume = bar.turnover = 0
    return bars
  }
}

function pack(bars: readonly Bar[], hasVolume: boolean): PackedBars {
  const rows: number[] = []
  let before = 0
  for (const bar of bars) {
    rows.push(bar.open - before, bar.high - bar.open, bar.open - bar.low, bar.close - bar.open)
    if (hasVolume) rows.push(bar.volume, bar.turnover)
    before = bar.close
  }
  return { firstMs: bars[0]?.startMs ?? 0, rows }
}

function unpackAll(saved: BarSeriesState): Record<BaseInterval, Bar[]> {
  const out: Record<BaseInterval, Bar[]> = { '1': [], '15': [], '60': [], '1D': [] }
  for (const base of BASES) {
    const { firstMs, rows } = saved.closed[base]
    const width = saved.hasVolume ? 6 : 4
    let before = 0
    for (let at = 0; at < rows.length; at += width) {
      const open = before + rows[at]!
      const bar: Bar = {
        startMs: firstMs + (at / width) * BASE_MS[base],
        open,
        high: open + rows[at + 1]!,
        low: open - rows[at + 2]!,
        close: open + rows[at + 3]!,
        volume: saved.hasVolume ? rows[at + 4]! : 0,
        turnover: saved.hasVolume ? rows[at + 5]! : 0,
      }
      out[base].push(bar)
      before = bar.close
    }
  }
  return out
}

/** Joins two bars of one interval: exported for callers that window bars themselves. */
export function joinBars(bars: readonly Bar[]): Bar | null {
  const first = bars[0]
  if (first === undefined) return null
  const joined = { ...first }
  for (let at = 1; at < bars.length; at++) extendBar(joined, bars[at]!)
  return joined
}
