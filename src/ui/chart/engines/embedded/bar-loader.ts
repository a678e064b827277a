import type { Chart, DataLoader, KLineData } from 'klinecharts'
import { SlowWork } from '../../../state/between-steps'
import type { Bar, ChartDatafeed, ChartEvents, Resolution, Unsubscribe } from '../../port/chart-port'

/** The engine draws all of its pane for one changed bar; it does so outside the frames of the prices, ms. */
const BAR_INTERVAL_MS = 100
/** Bars asked for at first and for each page back. */
const PAGE_BARS = 500
/** Bars kept: a tick costs more the longer the list (chart.md §2). */
const BARS_MAX = 10_000

interface Hooks {
  readonly symbol: string
  resolution(): Resolution
  emit<K extends keyof ChartEvents>(event: K, value: ChartEvents[K]): void
}

/** Gives the engine its bars: history by pages, then what the stream brings. */
export class BarLoader {
  /** Rises with each fresh load, so that the answer to an older one is dropped. */
  #load = 0
  #reads = 0
  #unsubscribe: Unsubscribe | null = null
  #isDestroyed = false
  #hasOlder = false
  /** A moment that the chart is on its way to, page by page. */
  #wantedMs: number | null = null

  constructor(
    private readonly chart: Chart,
    private readonly datafeed: ChartDatafeed,
    private readonly hooks: Hooks,
  ) {}

  /** Rises with each answer of the history: bars that were computed may be others. */
  get reads(): number {
    return this.#reads
  }

  /** Shows the bars around a moment; what is not loaded is read, as far back as bars are kept. */
  goTo(timeMs: number): void {
    this.#wantedMs = timeMs
    this.#seek()
  }

  destroy(): void {
    this.#isDestroyed = true
    this.#load++
    this.#unsubscribe?.()
  }

  loader(): DataLoader {
    return {
      getBars: async ({ type, timestamp, callback }) => {
        // The feed ends at now, so nothing is ever newer than the stream.
        if (type === 'backward') {
          await Promise.resolve()
          callback([], { backward: false, forward: true })
          return
        }
        await this.#read(type === 'init', timestamp, callback)
      },
      subscribeBar: ({ callback }) => this.#subscribe(callback),
      unsubscribeBar: () => {
        this.#unsubscribe?.()
        this.#unsubscribe = null
      },
    }
  }

  async #read(
    isFirst: boolean,
    timestamp: number | null,
    callback: (bars: KLineData[], more: boolean | { forward: boolean; backward: boolean }) => void,
  ): Promise<void> {
    const { symbol, emit } = this.hooks
    if (isFirst) {
      this.#load++
      this.#wantedMs = null
      emit('loading', null)
    }
    const load = this.#load
    const isOld = (): boolean => load !== this.#load || this.#isDestroyed
    try {
      const { bars, noMore } = await this.datafeed.history({
        symbol,
        resolution: this.hooks.resolution(),
        toMs: isFirst || timestamp === null ? null : timestamp - 1,
        countBack: PAGE_BARS,
      })
      if (isOld()) return
      this.#reads++
      const isFull = this.chart.getDataList().length + bars.length >= BARS_MAX
      this.#hasOlder = !noMore && !isFull && bars.length > 0
      callback(bars.map(toKLine), { forward: this.#hasOlder, backward: false })
      this.#seek()
      if (!isFirst) return
      await painted()
      if (isOld()) return
      emit('loaded', { isEmpty: bars.length === 0 })
      const last = bars.at(-1)
      if (last !== undefined) emit('bar', last)
    } catch (error) {
      if (isOld()) return
      callback([], false)
      this.#wantedMs = null
      if (isFirst) emit('error', { message: error instanceof Error ? error.message : String(error) })
    }
  }

  #seek(): void {
    const wanted = this.#wantedMs
    const bars = this.chart.getDataList()
    const first = bars[0]
    if (wanted === null || first === undefined) return
    if (first.timestamp > wanted && this.#hasOlder) {
      // At its oldest bar the engine asks for those before.
      this.chart.scrollToDataIndex(0)
      return
    }
    this.#wantedMs = null
    const later = bars.findIndex((bar) => bar.timestamp > wanted)
    const index = Math.max(0, (later === -1 ? bars.length : later) - 1)
    const { from, to } = this.chart.getVisibleRange()
    // The engine puts a bar at the right edge; it belongs into the middle.
    this.chart.scrollToDataIndex(index + Math.round((to - from) / 2))
  }

  #subscribe(callback: (bar: KLineData) => void): void {
    this.#unsubscribe?.()
    // By their start: a bar that changed twice is drawn once.
    const pending = new Map<number, Bar>()
    const slow = new SlowWork(BAR_INTERVAL_MS, () => {
      for (const bar of pending.values()) callback(toKLine(bar))
      const last = [...pending.values()].at(-1)
      pending.clear()
      if (last !== undefined) this.hooks.emit('bar', last)
    })
    const stop = this.datafeed.subscribe(this.hooks.symbol, this.hooks.resolution(), {
      onBars: (bars) => {
        for (const bar of bars) pending.set(bar.time, bar)
        slow.ask()
      },
      onReset: () => {
        pending.clear()
        this.chart.resetData()
      },
    })
    this.#unsubscribe = () => {
      slow.stop()
      stop()
    }
  }
}

/** After the frame in which the engine draws what it was given; until then the bars before it are on the screen. */
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
