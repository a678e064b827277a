import type {
  Bar,
  ChartAbility,
  ChartEngine,
  ChartEvents,
  ChartPalette,
  ChartPort,
  ChartPortOptions,
  ChartView,
  EngineLayout,
  Resolution,
  Unsubscribe,
} from '../../port/chart-port'
import { chartLanguage } from '../../languages/chart-language'
import { DAY_MS, nextBarStart } from '../../../../domain/market/interval'
import { KnownBars } from './known-bars'
import { CSS_FILE, EXPECTED, LIBRARY_PATH, type FoundLibrary } from './load-library'
import type { TvChartApi, TvWidget } from './tv-api'
import { createTvDatafeed, resolutionOf } from './tv-datafeed'
import { hasLayout, TvLayout } from './tv-layout'
import { hasOrderLines, TvLines } from './tv-lines'
import { overridesOf, propertyName, themeProperties, TV_CHART_TYPES, widgetOptions } from './tv-options'

/** Bars around a moment that is gone to. */
const BARS_IN_VIEW = 120
/** A library that is not ready by then is given up. */
const READY_MS = 15_000

interface TvChartOptions extends ChartPortOptions {
  readonly favouriteIntervals: readonly Resolution[]
  after(delayMs: number, call: () => void): () => void
}

type Listeners = { [K in keyof ChartEvents]: Set<(value: ChartEvents[K]) => void> }

/**
 * The operator's library behind the port, once it is ready.
 * @throws Error when it cannot start, or is not ready within `READY_MS`; nothing of it is left then
 */
export async function createTvChart(found: FoundLibrary, options: TvChartOptions): Promise<ChartPort> {
  const chart = new TvChart(found, options)
  try {
    await chart.ready()
    return chart
  } catch (error) {
    chart.destroy()
    throw error
  }
}

class TvChart implements ChartPort {
  readonly #options: TvChartOptions
  readonly #found: FoundLibrary
  readonly #widget: TvWidget
  readonly #bars = new KnownBars()
  readonly #listeners: Partial<Listeners> = {}
  #chart: TvChartApi | null = null
  #lines: TvLines | null = null
  #layout: TvLayout | null = null
  #palette: ChartPalette
  #view: ChartView
  #resolution: Resolution
  /** Whether the bars of the newest load were told of. */
  #isLoaded = false
  #isAtNow = true
  #isDestroyed = false

  constructor(found: FoundLibrary, options: TvChartOptions) {
    this.#found = found
    this.#options = options
    this.#palette = options.palette
    this.#view = options.view
    this.#resolution = options.resolution
    const datafeed = createTvDatafeed(options.datafeed, {
      onBars: (bars, symbol, resolution) => this.#onBars(bars, symbol, resolution),
      // One that a user compares with is not what the chart is of.
      onFailure: (message, symbol) => symbol === options.symbol && this.#emit('error', { message }),
      nowMs: () => options.nowMs(),
    })
    this.#widget = new found.library.widget(
      widgetOptions({
        ...options,
        datafeed,
        locale: chartLanguage(options.locale),
        theme: options.theme(),
        libraryPath: LIBRARY_PATH,
        cssFile: found.cssVersion === null ? null : CSS_FILE,
      }),
    )
  }

  get engine(): ChartEngine {
    const { version, cssVersion } = this.#found
    const lacks: ChartAbility[] = ['studies', 'drawings', 'executions', 'stepLine', 'linkedCrosshair']
    if (this.#chart === null || !hasOrderLines(this.#chart)) lacks.push('lineButtons')
    if (!hasLayout(this.#widget)) lacks.push('keptLayout')
    const versions = [
      { what: 'library', found: version ?? 'unknown', expected: EXPECTED.library },
      { what: 'css', found: cssVersion ?? EXPECTED.css, expected: EXPECTED.css },
    ] as const
    return { name: 'tv', version, lacks, unexpected: versions.filter((one) => one.found !== one.expected) }
  }

  get ownLayout(): EngineLayout | null {
    return this.#layout
  }

  ready(): Promise<void> {
    return new Promise((resolve, reject) => {
      const cancel = this.#options.after(READY_MS, () => reject(new Error('the chart library did not become ready')))
      this.#widget.onChartReady(() => {
        cancel()
        try {
          this.#begin()
          resolve()
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)))
        }
      })
    })
  }

  setResolution(resolution: Resolution): void {
    if (resolution === this.#resolution) return
    this.#load(resolution)
    this.#chart?.setResolution(resolution)
  }

  setView(view: ChartView): void {
    this.#view = view
    this.#chart?.setChartType(TV_CHART_TYPES[view.chartType])
    this.#restyle()
    this.#setTimezone()
  }

  goTo(timeMs: number): void {
    const half = (BARS_IN_VIEW / 2) * this.#barMs()
    this.#show(timeMs - half, timeMs + half)
  }

  goToNow(): void {
    const nowMs = this.#options.nowMs()
    this.#show(nowMs - BARS_IN_VIEW * this.#barMs(), nowMs + 10 * this.#barMs())
  }

  showDays(days: number): void {
    const nowMs = this.#options.nowMs()
    this.#show(nowMs - days * DAY_MS, nowMs)
  }

  resetData(): void {
    this.#load(this.#resolution)
    this.#chart?.resetData()
  }

  /** Restyles all lines, gives the overrides again and keeps the time zone (spec §4). */
  setTheme(palette: ChartPalette): void {
    this.#palette = palette
    const changed = Promise.resolve(this.#widget.changeTheme?.(this.#options.theme()))
    changed.then(
      () => {
        if (this.#isDestroyed) return
        this.#restyle()
        this.#setTimezone()
      },
      (error: unknown) => this.#trace('the theme was not changed', error),
    )
  }

  line: ChartPort['line'] = (spec) => this.#lines?.add(spec) ?? { update() {}, remove() {} }

  // Its own indicators and drawings are used (`engine.lacks`).
  showStudies(): void {}
  showExecutions(): void {}
  showDrawings(): void {}
  draw(): void {}
  setMagnet(): void {}

  followDrawing(): () => void {
    return () => {}
  }
  // Its crosshair cannot be placed from outside.
  pointAt(): void {}
  pointsInView(): readonly never[] {
    return []
  }

  async screenshot(): Promise<Blob> {
    const canvas = await this.#widget.takeClientScreenshot?.()
    if (canvas === undefined) throw new Error('this chart library takes no picture')
    return new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob === null ? reject(new Error('the picture is empty')) : resolve(blob)), 'image/png')
    })
  }

  on<K extends keyof ChartEvents>(event: K, listener: (value: ChartEvents[K]) => void): Unsubscribe {
    const listeners: Set<(value: ChartEvents[K]) => void> = (this.#listeners[event] ??= new Set() as never)
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  /** Removes lines, shapes and studies (spec §4), and the library's frame. */
  destroy(): void {
    this.#isDestroyed = true
    this.#lines?.destroy()
    this.#quietly('shapes', () => this.#chart?.removeAllShapes?.())
    this.#quietly('studies', () => this.#chart?.removeAllStudies?.())
    this.#quietly('the widget', () => this.#widget.remove())
    this.#options.container.replaceChildren()
  }

  #begin(): void {
    const chart = this.#chartNow()
    this.#chart = chart
    this.#lines = new TvLines(chart, {
      palette: () => this.#palette,
      trace: (message) => this.#options.trace(message),
      nowMs: () => this.#options.nowMs(),
    })
    if (hasLayout(this.#widget))
      this.#layout = new TvLayout(this.#widget, {
        onShown: () => this.#onLayout(),
        after: (delayMs, call) => this.#options.after(delayMs, call),
      })
    this.#restyle()
    this.#listen(chart)
    // Who opened the chart listens from the next task on.
    setTimeout(() => this.#tellLoaded())
  }

  #chartNow(): TvChartApi {
    const chart = this.#widget.activeChart?.() ?? this.#widget.chart?.()
    if (chart === undefined) throw new Error('the chart library has no chart')
    return chart
  }

  /** A layout brings the symbol, interval, type, colors and time zone that it was drawn with, and no lines. */
  #onLayout(): void {
    if (this.#isDestroyed) return
    const chart = this.#chartNow()
    if (chart !== this.#chart) this.#listen(chart)
    this.#chart = chart
    // A layout that was saved for another symbol shows its studies on this one.
    const symbol = chart.symbol?.()
    if (symbol !== undefined && symbol.split(':').at(-1) !== this.#options.symbol)
      chart.setSymbol?.(this.#options.symbol)
    const shown = chart.resolution?.()
    if (shown === undefined || resolutionOf(shown) !== this.#resolution) chart.setResolution(this.#resolution)
    chart.setChartType(TV_CHART_TYPES[this.#view.chartType])
    this.#restyle()
    this.#setTimezone()
    this.#lines?.redraw(chart)
  }

  #listen(chart: TvChartApi): void {
    chart.onIntervalChanged?.().subscribe(null, (interval) => {
      const resolution = resolutionOf(interval)
      if (resolution !== this.#resolution && this.#layout?.isLoading !== true) this.#load(resolution)
    })
    chart.crossHairMoved?.().subscribe(null, ({ time }) => {
      const bar = (time === undefined ? null : this.#bars.at(time * 1_000)) ?? this.#bars.newest
      if (bar !== null) this.#emit('bar', bar)
      this.#emit('crosshair', { timeMs: time === undefined ? null : time * 1_000 })
    })
    chart.onVisibleRangeChanged?.().subscribe(null, ({ to }) => {
      const isAtNow = to * 1_000 >= (this.#bars.newest?.time ?? 0)
      if (isAtNow === this.#isAtNow) return
      this.#isAtNow = isAtNow
      this.#emit('view', { isAtNow })
    })
  }

  #load(resolution: Resolution): void {
    this.#resolution = resolution
    this.#isLoaded = false
    this.#bars.clear()
    this.#emit('loading', null)
  }

  #onBars(bars: readonly Bar[], symbol: string, resolution: Resolution): void {
    // A layout asks for the symbol and interval that it was drawn with, and a user compares with others.
    if (symbol !== this.#options.symbol || resolution !== this.#resolution) return
    this.#bars.add(bars)
    if (this.#chart !== null && !this.#isLoaded) this.#tellLoaded()
    else if (this.#isLoaded && bars.at(-1) === this.#bars.newest && this.#bars.newest !== null)
      this.#emit('bar', this.#bars.newest)
  }

  #tellLoaded(): void {
    if (this.#isDestroyed || this.#isLoaded || !this.#bars.isRead) return
    this.#isLoaded = true
    this.#emit('loaded', { isEmpty: this.#bars.newest === null })
    if (this.#bars.newest !== null) this.#emit('bar', this.#bars.newest)
  }

  #show(fromMs: number, toMs: number): void {
    const range = { from: Math.floor(fromMs / 1_000), to: Math.floor(toMs / 1_000) }
    void Promise.resolve(this.#chart?.setVisibleRange?.(range)).catch((error: unknown) =>
      this.#trace('the range was not shown', error),
    )
  }

  #restyle(): void {
    this.#quietly('the look', () => {
      this.#widget.applyOverrides?.(overridesOf(this.#view, this.#palette))
      for (const [name, value] of themeProperties(this.#palette))
        this.#widget.setCSSCustomProperty?.(propertyName(name), value)
    })
    this.#lines?.restyle()
  }

  #setTimezone(): void {
    const { timezone } = this.#view
    const name = timezone === 'UTC' ? 'Etc/UTC' : timezone
    const chart = this.#chart
    this.#quietly('the time zone', () => {
      if (chart?.getTimezoneApi !== undefined) chart.getTimezoneApi().setTimezone(name)
      else chart?.setTimezone?.(name)
    })
  }

  #barMs(): number {
    return nextBarStart(this.#resolution, 0)
  }

  #quietly(what: string, call: () => void): void {
    try {
      call()
    } catch (error) {
      this.#trace(`${what} failed`, error)
    }
  }

  #trace(what: string, error: unknown): void {
    this.#options.trace(`${what}: ${error instanceof Error ? error.message : String(error)}`)
  }

  #emit<K extends keyof ChartEvents>(event: K, value: ChartEvents[K]): void {
    if (this.#isDestroyed) return
    const listeners: ReadonlySet<(value: ChartEvents[K]) => void> | undefined = this.#listeners[event]
    for (const listener of listeners ?? []) listener(value)
  }
}
