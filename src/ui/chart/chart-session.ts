import { computed, effect, type ReadonlySignal, type Signal } from '@preact/signals-react'
import { say } from '../i18n/instance'
import { loadWords } from '../i18n/use-translation'
import type { App } from '../state/app-context'
import type { MarketModel } from '../state/market-model'
import type { ChartMenuItem, ChartSources } from '../trading-kit/chart-line'
import { decimalsOf, type Price } from '../../domain/decimal'
import { snapPrice } from '../../domain/order/price-rules'
import { BarReplay } from './bar-replay/bar-replay'
import { chooseBar } from './bar-replay/choose-bar'
import { ReplayFeed } from './bar-replay/replay-feed'
import type { Drawing } from './drawings/drawing'
import { planOf } from './drawings/plan-of'
import type { DrawingsModel } from './drawings/drawings-model'
import { openDrawings, type DrawingTools } from './drawings/open-drawings'
import { showExecutions } from './lines/show-executions'
import { LineSync } from './lines/line-sync'
import { ChartStore } from './layout-store/chart-store'
import { ownSettings } from './layout-store/own-settings'
import { markLine } from './lines/mark-line'
import { openEngine } from './engines/open-engine'
import { chartSymbolOf } from './symbols/chart-symbol'
import { readChartPalette } from './chart-palette'
import type {
  Bar,
  ChartDatafeed,
  ChartEvents,
  ChartEngine,
  ChartPort,
  ChartPortOptions,
  ChartView,
  Resolution,
} from './port/chart-port'
import { checkStart, traceChart } from './chart-faults'
import { ChartReads, type ChartPhase } from './chart-reads'
import { nameInSlot, type ChartSettings } from './layout-store/chart-settings'
import { createEmbeddedChart } from './engines/embedded/embedded-chart'
import { createHubDatafeed } from './port/hub-datafeed'
import { comparisonId, comparisonsOf } from './comparisons/comparison'
import { comparedBy, followComparisons } from './comparisons/show-comparisons'
import { showStudies } from './studies/show-studies'
import { StudiesModel } from './studies/studies-model'

/** What a running chart is worked with, in the file that comes with the engine. */
export interface ChartTools {
  readonly studies: StudiesModel
  readonly drawings: DrawingsModel
  readonly replay: BarReplay
  readonly drawing: DrawingTools
  /** Puts a position that was drawn into the ticket; nothing is sent. */
  toTicket(drawing: Drawing): void
}

/** A dialog of the chart's own; of the indicators it may open with one of them. */
export type ChartDialog =
  | { readonly kind: 'indicators'; readonly study: string | null }
  | { readonly kind: 'settings' | 'objects' | 'layouts' | 'compare' }

/** Which engine draws, and why the operator's library does not although it is there. */
export interface ShownEngine {
  readonly engine: ChartEngine
  readonly refusal: string | null
}

/** The model's state that a running chart follows and changes. */
export interface ChartState {
  readonly settings: ReadonlySignal<ChartSettings>
  /** Shows other settings: its user's own. */
  adopt(settings: ChartSettings): void
  readonly phase: Signal<ChartPhase>
  /** `null` until one runs. */
  readonly engine: Signal<ShownEngine | null>
  /** The bar under the crosshair, else the newest. */
  readonly bar: Signal<Bar | null>
  /** Whether the newest bar is in view. */
  readonly isAtNow: Signal<boolean>
  /** The moment under the pointer, ms UTC; `null` where there is none. */
  readonly pointedMs: Signal<number | null>
  readonly tools: Signal<ChartTools | null>
  readonly dialog: Signal<ChartDialog | null>
  readonly menu: Signal<OpenMenu | null>
}

/** The menu of a price, at a place of the window, px. */
export interface OpenMenu {
  readonly price: Price
  readonly x: number
  readonly y: number
  readonly groups: readonly (readonly ChartMenuItem[])[]
}

/** Name of what is stored. */
const STUDIES = 'studies'

/**
 * An engine in an element with the hub's bars. This file comes with the engine, the largest single script of the page:
 * what only a drawn chart needs is not waited for by the rest.
 */
export async function openChart(
  { hub, clock, catalogue, theme, hasChartLibrary }: App,
  market: MarketModel,
  settings: ChartSettings,
  container: HTMLElement,
  locale: string,
  sayEngine: (shown: ShownEngine) => void,
): Promise<{ readonly port: ChartPort; readonly feed: ReplayFeed }> {
  const datafeed = new ReplayFeed(datafeedOf({ hub, catalogue }, market), () => clock.nowMs())
  checkStart({ container, datafeed, symbol: market.symbol })
  const words = loadWords('chart')
  const options: ChartPortOptions = {
    container,
    datafeed,
    symbol: market.symbol,
    resolution: settings.resolution,
    view: viewOf(settings, market),
    locale,
    palette: readChartPalette(container),
    fontFamily: getComputedStyle(container).fontFamily,
    // Spec §9.
    minBarSpacing: 0.8,
    theme: () => theme.theme.peek(),
    nowMs: () => clock.nowMs(),
    trace: (message) => traceChart({ api: hub.api }, message),
  }
  const { port, refusal } = await openEngine(options, {
    ...(hasChartLibrary ? { openLibrary: openLibraryWith(settings.favouriteIntervals) } : {}),
    openEmbedded: createEmbeddedChart,
  })
  await words
  sayEngine({ engine: port.engine, refusal })
  return { port, feed: datafeed }
}

function datafeedOf({ hub, catalogue }: Pick<App, 'hub' | 'catalogue'>, market: MarketModel): ChartDatafeed {
  return createHubDatafeed(
    hub,
    (symbol) =>
      symbol === market.symbol ? market.listed.peek() : catalogue.listed(symbol as typeof market.symbol).peek(),
    () => catalogue.markets.peek().map((one) => chartSymbolOf(one)),
  )
}

/** The adapter of the operator's library is asked for where there is one. */
function openLibraryWith(favouriteIntervals: readonly Resolution[]) {
  return async (options: ChartPortOptions): Promise<ChartPort> => {
    const { openTvChart } = await import('./engines/tradingview/open-tv-chart')
    return openTvChart({ ...options, favouriteIntervals, after })
  }
}

/** Of a market whose rules are known: the chart waits for them. */
function scaleOf({ listed }: MarketModel): { readonly tick: number; readonly priceDecimals: number } {
  const tickSize = listed.peek()?.tickSize
  return tickSize === undefined
    ? { tick: 0.01, priceDecimals: 2 }
    : { tick: Number(tickSize), priceDecimals: decimalsOf(tickSize) }
}

function after(delayMs: number, call: () => void): () => void {
  const timer = setTimeout(call, delayMs)
  return () => clearTimeout(timer)
}

function viewOf(settings: ChartSettings, market: MarketModel): ChartView {
  const { chartType, scale, isInverted, isFixed, hasDays, hasCountdown, timezone } = settings
  // Other symbols are compared in per cent, whatever the axis is otherwise.
  const isInPerCent = comparisonsOf(settings.comparisons, comparedMarket(market)).some(({ kind }) => kind === 'symbol')
  const shown = isInPerCent ? 'percentage' : scale
  return { chartType, scale: shown, isInverted, isFixed, hasDays, hasCountdown, timezone }
}

/** What a market can be compared with: a spot pair has no mark price and no index (spec §5). */
function comparedMarket({ symbol, listed }: MarketModel): Parameters<typeof comparisonsOf>[1] {
  return { symbol, hasMark: listed.peek()?.kind !== 'spot' }
}

/** A view that says the same is left alone: each change draws all panes again. */
function followView(
  port: Pick<ChartPort, 'setView'>,
  settings: ReadonlySignal<ChartSettings>,
  market: MarketModel,
): () => void {
  let shown = JSON.stringify(viewOf(settings.peek(), market))
  return effect(() => {
    const view = viewOf(settings.value, market)
    const text = JSON.stringify(view)
    if (text === shown) return
    shown = text
    port.setView(view)
  })
}

/** A style sheet came late: the colors that were read without it are none. */
function styled(call: () => void): () => void {
  const hear = ({ target }: Event): void => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') call()
  }
  document.addEventListener('load', hear, true)
  return () => document.removeEventListener('load', hear, true)
}

/** The page is hidden or goes. */
function leaving(call: () => void): () => void {
  addEventListener('pagehide', call)
  return () => removeEventListener('pagehide', call)
}

/** Joins an engine to the market, the model and the lines of others. */
export class ChartSession {
  readonly #app: App
  readonly #market: MarketModel
  readonly #state: ChartState
  readonly #lines: LineSync
  readonly #replay: BarReplay
  readonly #drawingMenu: () => Promise<readonly ChartMenuItem[]>
  readonly #stops: readonly (() => void)[]

  constructor(
    app: App,
    market: MarketModel,
    state: ChartState,
    readonly port: ChartPort,
    container: HTMLElement,
    private readonly sources: ChartSources,
    slot: number,
    feed: ReplayFeed,
  ) {
    this.#app = app
    this.#market = market
    this.#state = state
    this.#lines = new LineSync(port)
    const reads = new ChartReads(app.connection, { after }, state.phase, (message) =>
      traceChart(app.hub, `history of ${market.symbol} ${state.settings.peek().resolution}: ${message}`),
    )
    const store = new ChartStore(app.kept, after)
    const ownStudies = nameInSlot(STUDIES, slot)
    const studies = new StudiesModel((kept) => store.save(ownStudies, kept))
    const { tick, priceDecimals } = scaleOf(market)
    const drawn = openDrawings({
      store,
      symbol: market.symbol,
      port,
      container,
      resolution: computed(() => state.settings.value.resolution),
      tick,
      priceDecimals,
    })
    this.#drawingMenu = () => drawn.menu()
    const own = ownSettings({ slot, store, settings: state.settings, port, adopt: (settings) => state.adopt(settings) })
    const readStored = async (before: string | null): Promise<void> => {
      void own.load(before !== null)
      drawn.load()
      studies.load(await store.read(ownStudies))
    }
    this.#replay = new BarReplay({
      feed,
      symbol: market.symbol,
      resolution: () => state.settings.peek().resolution,
      nowMs: () => app.clock.nowMs(),
      after,
      show: () => {
        port.resetData()
        port.goToNow()
      },
      hold: () => market.beginBarReplay(),
      trace: (message) => traceChart(app.hub, message),
    })
    const compared = followComparisons({
      comparisons: computed(() =>
        this.#replay.phase.value === 'on'
          ? []
          : comparisonsOf(state.settings.value.comparisons, comparedMarket(market)),
      ),
      resolution: computed(() => state.settings.value.resolution),
      symbol: market.symbol,
      feed: datafeedOf(app, market),
      trace: (message) => traceChart(app.hub, message),
      after,
    })
    let isStopped = false
    this.#stops = [
      store.follow(app.account, (before) => void readStored(before)),
      own.stop,
      leaving(() => store.flush()),
      styled(() => port.setTheme(readChartPalette(container))),
      drawn.stop,
      compared.stop,
      showStudies(port, studies.studies, compared.specs),
      port.on('studyAction', ({ id, action }) => {
        const settings = state.settings.peek()
        const comparison = comparedBy(id)
        if (comparison !== null && action === 'settings') state.dialog.value = { kind: 'compare' }
        else if (comparison !== null)
          state.adopt({
            ...settings,
            comparisons: settings.comparisons.filter((one) => comparisonId(one) !== comparison),
          })
        else if (action === 'remove') studies.remove(id)
        else state.dialog.value = { kind: 'indicators', study: id }
      }),
      port.on('studyHeight', ({ id, heightPx }) => comparedBy(id) === null && studies.change(id, { heightPx })),
      reads.follow(port),
      followView(port, state.settings, market),
      port.on('bar', (shown) => (state.bar.value = shown)),
      effect(() => {
        void app.theme.theme.value
        // The attribute on <html> changes in the same step as the signal.
        queueMicrotask(() => !isStopped && port.setTheme(readChartPalette(container)))
      }),
      port.on('crosshair', ({ timeMs }) => (state.pointedMs.value = timeMs)),
      port.on('view', ({ isAtNow }) => (state.isAtNow.value = isAtNow)),
      effect(() => this.#showLines()),
      port.on('menu', (at) => void this.#openMenu(at)),
      chooseBar(this.#replay, container, state.pointedMs),
      () => this.#replay.stop(),
      showExecutions(
        port,
        () => (this.#replay.untilMs.value === null ? sources.executions() : []),
        state.settings,
        market.listed,
      ),
      () => {
        isStopped = true
        state.tools.value = null
        state.menu.value = null
        state.pointedMs.value = null
        port.destroy()
      },
    ]
    state.tools.value = {
      studies,
      drawings: drawn.tools.model,
      drawing: drawn.tools,
      replay: this.#replay,
      toTicket(drawing) {
        const plan = planOf(drawing, priceDecimals)
        // A recording takes nothing.
        if (plan !== null && !app.connection.isReplay.peek()) sources.toTicket(plan)
      },
    }
  }

  stop(): void {
    for (const one of this.#stops) one()
  }

  async #openMenu({ price, x, y }: ChartEvents['menu']): Promise<void> {
    const instrument = this.#market.listed.peek()
    if (instrument === null) return
    const at = snapPrice(price, instrument)
    // A recording takes nothing.
    const [groups, drawings] = await Promise.all([
      this.#app.connection.isReplay.peek() ? [] : this.sources.menu(at),
      this.#drawingMenu(),
    ])
    this.#state.menu.value = { price: at, x, y, groups: [...groups, drawings] }
  }

  /** Spec §4: lines are drawn only when the chart is ready and its data loaded. */
  #showLines(): void {
    const instrument = this.#market.listed.value
    // Those of now do not belong beside the past.
    if (instrument === null || this.#state.phase.value !== 'ready' || this.#replay.phase.value === 'on') {
      this.#lines.show([])
      return
    }
    const markPrice = this.#state.settings.value.markLine ? this.#market.markPrice.value : null
    const lines = [
      ...(markPrice === null ? [] : [markLine(markPrice, instrument.tickSize, say('chart:mark'))]),
      ...this.sources.lines.flatMap((linesOf) => linesOf(instrument)),
    ]
    // A recording takes nothing: what would send is not offered on its lines.
    this.#lines.show(
      this.#app.connection.isReplay.peek() ? lines.map((line) => ({ ...line, actions: [], move: null })) : lines,
    )
  }
}
