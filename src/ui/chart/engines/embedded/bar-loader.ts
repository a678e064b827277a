import type { Chart, DataLoader, KLineData } from 'klinecharts'
import { nextBarStart } from '../../../../domain/market/interval'
import { SLOW_INTERVAL_MS, SlowWork } from '../../../state/between-steps'
import { barsOfPage, PAGE_BARS } from '../../port/first-bars'
import { oldestBars, wholePage, type OldestPage } from './oldest-bars'
import type { Bar, ChartDatafeed, ChartEvents, Resolution, Unsubscribe } from '../../port/chart-port'

/** Bars of a read, bars kept at most (a tick costs more the longer the list, chart.md §2), and those kept when more would be. */
const LIMITS = { page: PAGE_BARS, max: 10_000, kept: 400 }
/** Further than so many pages is not read page by page. */
const JUMP_PAGES = 4

interface Hooks {
  readonly symbol: string
  resolution(): Resolution
  nowMs(): number
  /** Bars that the pane has room for, also where it shows fewer. */
  barsInView(): number
  emit<K extends keyof ChartEvents>(event: K, value: ChartEvents[K]): void
  /** The newest of the bars kept is the market's newest, or no longer is. */
  onLive(isLive: boolean): void
}

type Answer = (bars: KLineData[], more: boolean | { forward: boolean; backward: boolean }) => void
/** A moment that the chart is on its way to, and where in view it belongs. */
interface Wanted {
  readonly timeMs: number
  readonly at: 'left' | 'middle' | 'right'
}

/**
 * Gives the engine its bars: history by pages, then what the stream brings. The engine keeps whatever it is given, so that
 * a list that would get too long begins anew around what is in view, as a window that ends before now; from there pages
 * lead on in both directions, until the newest bar is there again.
 */
export class BarLoader {
  /** Rises with each fresh load, so that the answer to an older one is dropped. */
  #load = 0
  #reads = 0
  #unsubscribe: Unsubscribe | null = null
  #isDestroyed = false
  #hasOlder = false
  #wanted: Wanted | null = null
  /** What is wanted of the load that is about to begin. */
  #wantedNext: Wanted | null = null
  /** The last moment of a window before now, and the interval that it is of; `null` where the list ends at now. */
  #window: { readonly endMs: number; readonly resolution: Resolution } | null = null

  constructor(
    private readonly chart: Pick<Chart, 'getDataList' | 'getVisibleRange' | 'resetData' | 'scrollToDataIndex'>,
    private readonly datafeed: Pick<ChartDatafeed, 'history' | 'subscribe'>,
    private readonly hooks: Hooks,
    private readonly limits: typeof LIMITS = LIMITS,
  ) {}

  /** Rises with each answer of the history: bars that were computed may be others. */
  get reads(): number {
    return this.#reads
  }

  get isLive(): boolean {
    return this.#window === null
  }

  /** Shows the bars around a moment, as far back as the exchange has any. */
  goTo(timeMs: number): void {
    const wanted: Wanted = { timeMs, at: 'middle' }
    const bars = this.chart.getDataList()
    const [first, last] = [bars[0], bars.at(-1)]
    const isFar = first !== undefined && timeMs < this.#later(first.timestamp, -JUMP_PAGES * this.#page)
    if (isFar || (!this.isLive && timeMs > (last?.timestamp ?? 0))) this.#open(wanted)
    else {
      this.#wanted = wanted
      this.#seek()
    }
  }

  /** @returns whether the newest bars have to be read first; else they are there */
  goToNow(): boolean {
    if (this.isLive) return false
    this.#setWindow(null)
    this.chart.resetData()
    return true
  }

  destroy(): void {
    this.#isDestroyed = true
    this.#load++
    this.#unsubscribe?.()
  }

  loader(): DataLoader {
    return {
      getBars: async ({ type, timestamp, callback }) => {
        if (type === 'init') await this.#readFirst(callback)
        else if (timestamp === null || (type === 'backward' && this.isLive)) {
          // The list ends at now, so nothing is ever newer than the stream.
          await Promise.resolve()
          callback([], { backward: false, forward: true })
        } else {
          const side = type === 'forward' ? type : 'backward'
          if (this.chart.getDataList().length >= this.limits.max) await this.#shift(side, callback)
          else if (side === 'forward') await this.#readOlder(timestamp, callback)
          else await this.#readNewer(timestamp, callback)
        }
      },
      subscribeBar: ({ callback }) => this.#subscribe(callback),
      unsubscribeBar: () => {
        this.#unsubscribe?.()
        this.#unsubscribe = null
      },
    }
  }

  async #readFirst(callback: Answer): Promise<void> {
    const { emit, resolution } = this.hooks
    const load = ++this.#load
    // Another interval begins at now.
    if (this.#window !== null && this.#window.resolution !== resolution()) this.#setWindow(null)
    this.#wanted = this.#wantedNext
    this.#wantedNext = null
    emit('loading', null)
    try {
      let { bars, noMore } = await this.#history(this.#window?.endMs ?? null)
      if (this.#isOld(load)) return
      if (noMore && this.#window !== null) {
        const oldest = await this.#oldest({ bars, noMore, endMs: this.#window.endMs }, load)
        if (this.#isOld(load)) return
        this.#setWindow(oldest.endMs)
        ;({ bars, noMore } = oldest)
      }
      this.#hasOlder = !noMore && bars.length > 0
      callback(bars.map(toKLine), { forward: this.#hasOlder, backward: !this.isLive })
      this.#seek()
      await painted()
      if (this.#isOld(load)) return
      emit('loaded', { isEmpty: bars.length === 0 })
      const last = bars.at(-1)
      if (last !== undefined) emit('bar', last)
    } catch (error) {
      if (this.#isOld(load)) return
      callback([], false)
      this.#wanted = null
      emit('error', { message: error instanceof Error ? error.message : String(error) })
    }
  }

  async #readOlder(timestamp: number, callback: Answer): Promise<void> {
    const load = this.#load
    try {
      const { bars, noMore } = await this.#history(timestamp - 1)
      if (this.#isOld(load)) return
      this.#hasOlder = !noMore && bars.length > 0
      callback(bars.map(toKLine), { forward: this.#hasOlder, backward: !this.isLive })
      this.#seek()
    } catch {
      this.#giveUp(load, callback)
    }
  }

  /** The page after the newest bar of a window; a stretch without trades is passed over. */
  async #readNewer(timestamp: number, callback: Answer): Promise<void> {
    const load = this.#load
    try {
      let endMs = this.#later(timestamp, this.#page)
      for (;;) {
        const isNow = endMs >= this.hooks.nowMs()
        const { bars } = await this.#history(isNow ? null : endMs)
        if (this.#isOld(load)) return
        const newer = bars.filter(({ time }) => time > timestamp)
        if (newer.length > 0 || isNow) {
          this.#setWindow(isNow ? null : endMs)
          callback(newer.map(toKLine), { forward: this.#hasOlder, backward: !isNow })
          return
        }
        endMs = this.#later(endMs, this.#page)
      }
    } catch {
      this.#giveUp(load, callback)
    }
  }

  /** The list is as long as it may get: it begins anew around its end that is in view. */
  async #shift(type: 'forward' | 'backward', callback: Answer): Promise<void> {
    const load = this.#load
    await Promise.resolve()
    if (this.#isOld(load)) return
    const { kept } = this.limits
    const page = this.#page
    const bars = this.chart.getDataList()
    const { from, to } = this.chart.getVisibleRange()
    const isForward = type === 'forward'
    const edge = isForward ? bars[Math.max(0, from)] : bars[Math.min(bars.length, to) - 1]
    const end = isForward ? bars[Math.min(bars.length - 1, kept)] : bars.at(-1)
    callback([], { forward: false, backward: false })
    if (edge === undefined || end === undefined) return
    const wanted = this.#wanted ?? ({ timeMs: edge.timestamp, at: isForward ? 'left' : 'right' } as const)
    this.#open(wanted, isForward ? end.timestamp : this.#later(end.timestamp, page - kept))
  }

  #open(wanted: Wanted, endMs: number = this.#later(wanted.timeMs, this.#page / 2)): void {
    this.#setWindow(endMs >= this.hooks.nowMs() ? null : endMs)
    this.#wantedNext = wanted
    this.chart.resetData()
  }

  #setWindow(endMs: number | null): void {
    const wasLive = this.isLive
    this.#window = endMs === null ? null : { endMs, resolution: this.hooks.resolution() }
    if (wasLive !== this.isLive) this.hooks.onLive(this.isLive)
  }

  async #history(toMs: number | null): ReturnType<ChartDatafeed['history']> {
    const { symbol, resolution } = this.hooks
    const answer = await this.datafeed.history({
      symbol,
      resolution: resolution(),
      toMs,
      countBack: this.#page,
    })
    this.#reads++
    return answer
  }

  /** The beginning of the market, of which a read met the first bars, or was too early for any. */
  #oldest(page: OldestPage & { readonly endMs: number }, load: number): Promise<OldestPage> {
    const search = {
      nowMs: this.hooks.nowMs(),
      pageMs: this.#later(0, this.#page),
      read: (toMs: number | null) => this.#history(toMs),
      isOver: () => this.#isOld(load),
    }
    return page.bars.length > 0 ? wholePage(page, search) : oldestBars({ ...search, emptyMs: page.endMs })
  }

  /** The engine asks again at the next scroll. */
  #giveUp(load: number, callback: Answer): void {
    if (this.#isOld(load)) return
    callback([], { forward: this.#hasOlder, backward: !this.isLive })
    this.#wanted = null
  }

  get #page(): number {
    return barsOfPage(this.hooks.resolution(), this.limits.page)
  }

  #isOld(load: number): boolean {
    return load !== this.#load || this.#isDestroyed
  }

  /** So many bars later than a moment, as if none were missing; months as thirty-one days. */
  #later(timeMs: number, bars: number): number {
    return timeMs + bars * nextBarStart(this.hooks.resolution(), 0)
  }

  #seek(): void {
    const wanted = this.#wanted
    const bars = this.chart.getDataList()
    const first = bars[0]
    if (wanted === null || first === undefined) return
    if (first.timestamp > wanted.timeMs && this.#hasOlder) {
      // At its oldest bar the engine asks for those before.
      this.chart.scrollToDataIndex(0)
      return
    }
    this.#wanted = null
    const isBefore = first.timestamp > wanted.timeMs
    if (isBefore) this.hooks.emit('begins', { timeMs: first.timestamp })
    const later = bars.findIndex((bar) => bar.timestamp > wanted.timeMs)
    const index = Math.max(0, (later === -1 ? bars.length : later) - 1)
    // The engine puts a bar at the right edge. Of a moment before all bars the market's beginning is shown.
    const share = { left: 1, middle: 0.5, right: 0 }[isBefore ? 'left' : wanted.at]
    this.chart.scrollToDataIndex(index + Math.floor(Math.max(0, this.hooks.barsInView() - 1) * share))
  }

  #subscribe(callback: (bar: KLineData) => void): void {
    this.#unsubscribe?.()
    // By their start: a bar that changed twice is drawn once.
    const pending = new Map<number, Bar>()
    // The engine draws all of its pane for one changed bar: outside the frames of the prices, in one with what is slow.
    const slow = new SlowWork(SLOW_INTERVAL_MS, () => {
      const last = [...pending.values()].at(-1)
      // A window before now has its own bars.
      if (this.isLive) for (const bar of pending.values()) callback(toKLine(bar))
      pending.clear()
      if (this.isLive && last !== undefined) this.hooks.emit('bar', last)
    })
    const stop = this.datafeed.subscribe(this.hooks.symbol, this.hooks.resolution(), {
      onBars: (bars) => {
        for (const bar of bars) pending.set(bar.time, bar)
        slow.ask()
      },
      onReset: () => {
        pending.clear()
        if (this.isLive) this.chart.resetData()
      },
    })
    this.#unsubscribe = () => {
      slow.stop()
      stop()
    }
  }
}

/**
 * After the frame in which the engine draws what it was given, and the one in which its axes have their width; until then
 * the bars before it are on the screen.
 */
function painted(): Promise<void> {
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))
}

function toKLine(bar: Bar): KLineData {
  const { time, open, high, low, close, volume } = bar
  return { timestamp: time, open, high, low, close, volume }
}

export function fromKLine(line: KLineData): Bar {
  const { timestamp, open, high, low, close, volume } = line
  return { time: timestamp, open, high, low, close, volume: volume ?? 0 }
}
