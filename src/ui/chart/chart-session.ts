import { computed, effect, signal } from '@preact/signals-react'
import { decimalsOf } from '../../domain/decimal'
import type { App } from '../state/app-context'
import type { MarketModel } from '../state/market-model'
import { showTicket } from '../state/ticket-sheet'
import type { ChartSources, LineSpec } from '../trading-kit/chart-line'
import { say } from '../i18n/instance'
import { exchangeMs } from '../state/exchange-ms'
import { BarReplay } from './bar-replay/bar-replay'
import { chooseBar } from './bar-replay/choose-bar'
import type { ReplayFeed } from './bar-replay/replay-feed'
import { traceChart } from './chart-faults'
import { readChartPalette } from './chart-palette'
import { ChartReads } from './chart-reads'
import type { ChartState } from './chart-state'
import { followView } from './chart-view'
import { openDrawings } from './drawings/open-drawings'
import { planOf } from './drawings/plan-of'
import { ChartStore } from './layout-store/chart-store'
import { keepEngineLayout } from './layout-store/keep-engine-layout'
import { keptNews } from './layout-store/keep-merged'
import { ownSettings } from './layout-store/own-settings'
import { LineChoicesModel } from './lines/line-choices'
import { after, attentionTo, leaving, styled } from './page-events'
import type { ChartEvents, ChartPort } from './port/chart-port'
import { joinLines } from './session/session-lines'
import { joinStudies } from './session/session-studies'

// One part brings both.
export { openChart } from './open-chart'

/** Of a market whose rules are known: the chart waits for them. */
function scaleOf({ listed }: MarketModel): { readonly tick: number; readonly priceDecimals: number } {
  const tickSize = listed.peek()?.tickSize
  return tickSize === undefined
    ? { tick: 0.01, priceDecimals: 2 }
    : { tick: Number(tickSize), priceDecimals: decimalsOf(tickSize) }
}

/** Says what takes the keyboard among the bars: its arrows move the crosshair, so that no reader takes them. */
function nameSurface(container: HTMLElement, name: string): void {
  const surface = container.querySelector('[tabindex="0"]')
  surface?.setAttribute('role', 'application')
  surface?.setAttribute('aria-label', name)
}

/** What a line is worked with: what it is moved by, or the first of its buttons. */
function focusLine(container: HTMLElement, id: string): boolean {
  const chips = [...container.querySelectorAll<HTMLElement>('[data-line]')]
  const chip = chips.find((one) => one.dataset['line'] === id)
  const target = chip?.querySelector<HTMLElement>('[role="slider"], button')
  target?.focus()
  return target != null
}

/** Joins an engine to the market, the model and what others show on it. */
export class ChartSession {
  readonly #stops: readonly (() => void)[]

  constructor(
    app: App,
    market: MarketModel,
    state: ChartState,
    readonly port: ChartPort,
    container: HTMLElement,
    sources: ChartSources,
    slot: number,
    feed: ReplayFeed,
  ) {
    const reads = new ChartReads(app.connection, { after }, state.phase, (message) =>
      traceChart(app.hub, `history of ${market.symbol} ${state.settings.peek().resolution}: ${message}`),
    )
    const store = new ChartStore(app.kept, after)
    const { tick, priceDecimals } = scaleOf(market)
    const replay = new BarReplay({
      feed,
      symbol: market.symbol,
      resolution: () => state.settings.peek().resolution,
      nowMs: () => exchangeMs(app),
      after,
      show: () => {
        port.resetData()
        port.goToNow()
      },
      hold: () => market.beginBarReplay(),
      trace: (message) => traceChart(app.hub, message),
    })
    const isReplayed = (): boolean => replay.phase.value === 'on'
    const studies = joinStudies({
      app,
      market,
      state,
      port,
      store,
      slot,
      isReplayed,
      untilMs: () => replay.untilMs.peek(),
    })
    const drawn = openDrawings({
      store,
      symbol: market.symbol,
      port,
      container,
      resolution: computed(() => state.settings.value.resolution),
      tick,
      priceDecimals,
    })
    const lines = signal<readonly LineSpec[]>([])
    const legend = signal<ChartEvents['legend']>({ lines: 0, top: 0 })
    const lineChoices = new LineChoicesModel(market.symbol, store)
    const own = ownSettings({ slot, store, settings: state.settings, port, adopt: (settings) => state.adopt(settings) })
    const { ownLayout } = port
    const layoutNews = keptNews('halyard-engine-layouts')
    const inside =
      ownLayout === null
        ? null
        : keepEngineLayout({
            engine: port.engine.name,
            layout: ownLayout,
            symbol: market.symbol,
            slot,
            store,
            news: layoutNews,
            attention: attentionTo(container),
            after,
            trace: (message) => traceChart(app.hub, message),
          })
    nameSurface(container, say('chart:surface', { symbol: market.symbol }))
    let isStopped = false
    this.#stops = [
      () => inside?.stop(),
      store.follow(
        app.account,
        (before) => {
          void own.load(before !== null)
          void inside?.load(before !== null)
          drawn.load()
          void lineChoices.load()
          void studies.load()
        },
        () => inside?.keepNow(),
      ),
      own.stop,
      leaving(() => {
        inside?.keepNow()
        store.leave()
      }),
      () => layoutNews.close(),
      styled(() => port.setTheme(readChartPalette(container))),
      drawn.stop,
      studies.stop,
      reads.follow(port),
      followView(port, state.settings, market),
      port.on('bar', (shown) => (state.bar.value = shown)),
      port.on('keyed', (bar) => (state.keyed.value = bar)),
      effect(() => {
        void app.theme.theme.value
        // The attribute on <html> changes in the same step as the signal.
        queueMicrotask(() => !isStopped && port.setTheme(readChartPalette(container)))
      }),
      port.on('crosshair', ({ timeMs }) => (state.pointedMs.value = timeMs)),
      port.on('begins', ({ timeMs }) => (state.begins.value = timeMs)),
      port.on('legend', (said) => (legend.value = said)),
      port.on('view', ({ isAtNow }) => (state.isAtNow.value = isAtNow)),
      joinLines({
        app,
        market,
        state,
        port,
        sources,
        isReplayed,
        choices: lineChoices.choices,
        known: lines,
        drawingMenu: () => drawn.menu(),
      }),
      chooseBar(replay, container, state.pointedMs),
      () => replay.stop(),
      () => {
        isStopped = true
        state.tools.value = null
        state.keyed.value = null
        state.pointedMs.value = null
        port.destroy()
      },
    ]
    state.tools.value = {
      studies: studies.studies,
      templates: studies.templates,
      drawings: drawn.tools.model,
      drawing: drawn.tools,
      replay,
      lines,
      lineChoices,
      legend,
      inside,
      focusLine: (id) => focusLine(container, id),
      toTicket(drawing) {
        const plan = planOf(drawing, priceDecimals)
        // A recording takes nothing.
        if (plan === null || app.connection.isReplay.peek()) return
        sources.toTicket(plan)
        showTicket(plan.side)
      },
    }
  }

  stop(): void {
    for (const one of this.#stops) one()
  }
}
