import { computed, effect, signal, type ReadonlySignal } from '@preact/signals-react'
import { markLoad } from '../kit/load-marks'
import { loadPart } from '../kit/load-part'
import type { App } from '../state/app-context'
import type { MarketModel } from '../state/market-model'
import type { ChartSources } from '../trading-kit/chart-line'
import { isMarketLive } from '../trading-kit/is-market-live'
import { askFirstBars, type BarsAhead } from './port/first-bars'
import { takeFirstChart } from './port/first-chart'
import type { TimeFrame } from './port/time-frames'
import type { Bar, ChartPort, Resolution } from './port/chart-port'
import type { ChartPhase } from './chart-reads'
import type { ChartDialog, OpenMenu, ChartState, ChartTools, ShownEngine } from './chart-state'
import {
  DEFAULT_CHART_SETTINGS,
  parseChartSettings,
  readChartSettings,
  saveChartSettings,
  type ChartSettings,
} from './layout-store/chart-settings'

/** What is drawn of a market: its bars over time, or what rests in its book by price. */
export type ChartFace = 'bars' | 'depth'

/** A chart of one market: settings, phase and the life of the engine. */
export class ChartModel {
  readonly #app: App
  readonly #settings = signal<ChartSettings>(DEFAULT_CHART_SETTINGS)
  readonly #state: ChartState = {
    settings: this.#settings,
    adopt: (settings) => this.#change(settings),
    phase: signal<ChartPhase>('loading'),
    engine: signal<ShownEngine | null>(null),
    bar: signal<Bar | null>(null),
    keyed: signal<Bar | null>(null),
    isAtNow: signal(true),
    begins: signal<number | null>(null),
    pointedMs: signal<number | null>(null),
    tools: signal<ChartTools | null>(null),
    dialog: signal<ChartDialog | null>(null),
    menu: signal<OpenMenu | null>(null),
  }
  readonly #face = signal<ChartFace>('bars')
  #port: ChartPort | null = null
  /** Where the engine itself did not come. */
  #startAgain: (() => void) | null = null

  readonly settings: ReadonlySignal<ChartSettings> = this.#settings
  readonly phase: ReadonlySignal<ChartPhase> = this.#state.phase
  /** `null` until one runs. */
  readonly engine: ReadonlySignal<ShownEngine | null> = this.#state.engine
  readonly bar: ReadonlySignal<Bar | null> = this.#state.bar
  /** The bar that keys put the crosshair at. */
  readonly keyed: ReadonlySignal<Bar | null> = this.#state.keyed
  readonly isAtNow: ReadonlySignal<boolean> = this.#state.isAtNow
  /** The market's first moment, ms UTC, while it is shown in the place of one before it. */
  readonly begins: ReadonlySignal<number | null> = this.#state.begins
  /** The moment under its pointer, ms UTC. */
  readonly pointedMs: ReadonlySignal<number | null> = this.#state.pointedMs
  /** `null` until the engine runs. */
  readonly tools: ReadonlySignal<ChartTools | null> = this.#state.tools
  readonly dialog: ReadonlySignal<ChartDialog | null> = this.#state.dialog
  /** What can be done at a price; `null` while it is not asked for. */
  readonly menu: ReadonlySignal<OpenMenu | null> = this.#state.menu
  readonly isStale: ReadonlySignal<boolean>
  readonly face: ReadonlySignal<ChartFace> = this.#face

  /** @param loadSources what others draw on it, in a file that comes beside the engine */
  constructor(
    app: App,
    readonly market: MarketModel,
    private readonly loadSources: () => Promise<ChartSources>,
    /** Its place among the charts of a page; the first is 0. */
    readonly slot = 0,
  ) {
    this.#app = app
    this.isStale = computed(() => this.phase.value === 'ready' && !isMarketLive(app.connection))
  }

  setResolution(resolution: Resolution): void {
    if (resolution === this.#settings.peek().resolution) return
    this.#change({ resolution })
    // No bar of the interval before is read out under the name of this one.
    this.#state.bar.value = null
    this.closeBegins()
    this.#port?.setResolution(resolution)
  }

  /** Shows other settings, all of them. */
  adopt(settings: ChartSettings): void {
    const { resolution, ...view } = settings
    this.setResolution(resolution)
    this.#change(view)
  }

  /** What needs no bars read anew: how they are shown, and the chart's own line. */
  setView(part: Partial<Omit<ChartSettings, 'resolution'>>): void {
    this.#change(part)
  }

  /** @param timeMs UTC; as far back as bars are kept */
  goTo(timeMs: number): void {
    this.closeBegins()
    this.#port?.goTo(timeMs)
  }

  /** Shows the crosshair at a moment that another chart points at. */
  pointAt(timeMs: number | null): void {
    this.#port?.pointAt(timeMs)
  }

  goToNow(): void {
    this.closeBegins()
    this.#port?.goToNow()
  }

  /** Shows a stretch of time up to now in its interval, as far as there is room for its bars. */
  showFrame({ resolution, days }: TimeFrame): void {
    this.setResolution(resolution)
    this.#port?.showDays(days)
  }

  turn(face: ChartFace): void {
    this.#face.value = face
  }

  show(dialog: ChartDialog | null): void {
    this.#state.dialog.value = dialog
  }

  closeBegins(): void {
    this.#state.begins.value = null
  }

  closeMenu(): void {
    this.#state.menu.value = null
  }

  retry(): void {
    if (this.#port !== null) this.#port.resetData()
    else this.#startAgain?.()
  }

  async screenshot(): Promise<Blob | null> {
    return (await this.#port?.screenshot()) ?? null
  }

  /**
   * Starts an engine in an element.
   * @returns a function that stops it, also while it is still being loaded
   */
  mount(container: HTMLElement, locale: string): () => void {
    const stops: (() => void)[] = []
    let isStopped = false
    const stop = (): void => {
      isStopped = true
      for (const one of stops.splice(0)) one()
    }
    const start = async (): Promise<void> => {
      // The engine is under way while the settings are read and the instrument's rules come.
      const [{ openChart, ChartSession }, sources, ahead] = await Promise.all([
        loadPart('chart', () => import('./chart-session')),
        this.loadSources(),
        this.#known(stops),
      ])
      if (isStopped) {
        sources.stop()
        return
      }
      stops.push(() => sources.stop())
      const { port, feed } = await openChart(
        this.#app,
        this.market,
        this.#settings.peek(),
        container,
        locale,
        (shown) => {
          this.#state.engine.value = shown
        },
        ahead,
      )
      if (isStopped) {
        port.destroy()
        return
      }
      const session = new ChartSession(this.#app, this.market, this.#state, port, container, sources, this.slot, feed)
      this.#port = port
      stops.push(() => {
        this.#port = null
        session.stop()
      })
    }
    const begin = (): void => {
      this.#startAgain = null
      this.#state.phase.value = 'loading'
      start().catch((error: unknown) => {
        if (isStopped) return
        void this.#app.hub.api.reportFault('chart', `start: ${error instanceof Error ? error.message : String(error)}`)
        this.#startAgain = begin
        this.#state.phase.value = 'error'
      })
    }
    const stopShowing = effect(() => {
      // Axes of nothing are narrower than those of prices: what is drawn before the first bars is not shown.
      if (this.phase.value !== 'loading') container.dataset['drawn'] = ''
      // Said in the frame that paints it (`bar-loader.ts`): a task behind it.
      if (this.phase.value === 'ready') setTimeout(() => markLoad('chart'))
    })
    stops.push(stopShowing)
    begin()
    return stop
  }

  async #known(stops: (() => void)[]): Promise<BarsAhead | null> {
    const { hub, hasChartLibrary } = this.#app
    const { symbol } = this.market
    const first = this.slot === 0 ? takeFirstChart(symbol) : null
    this.#settings.value = first === null ? await readChartSettings(this.slot) : parseChartSettings(await first.kept)
    const ahead = (): BarsAhead | null =>
      // A library asks in its own way.
      hasChartLibrary ? null : askFirstBars(hub.api, symbol, this.#settings.peek().resolution, () => performance.now())
    const bars = first === null ? ahead() : await first.bars
    await this.#instrumentKnown(stops)
    return bars
  }

  /** The scale of the axis is the instrument's; without it there is nothing right to draw. */
  #instrumentKnown(stops: (() => void)[]): Promise<void> {
    return new Promise((resolve) => {
      const stop = effect(() => {
        if (this.market.listed.value !== null) resolve()
      })
      stops.push(stop, resolve)
    })
  }

  #change(part: Partial<ChartSettings>): void {
    this.#settings.value = { ...this.#settings.peek(), ...part }
    if (this.#app.kept.keepsChart) void saveChartSettings(this.slot, this.#settings.peek())
  }
}
