import { computed, effect, signal, type ReadonlySignal } from '@preact/signals-react'
import type { Order, OrderLinkId } from '../../domain/order/order'
import type { Position } from '../../domain/position/position'
import { tickingNow } from '../app/clock'
import { draftPrices } from '../order-entry/draft-prices'
import { ticketOf } from '../order-entry/ticket-of'
import { closePosition } from '../positions/close-position'
import { positionFigures } from '../positions/position-figures'
import { reversePosition } from '../positions/reverse-position'
import type { App } from '../state/app-context'
import type { MarketModel } from '../state/market-model'
import { isMarketLive } from '../symbol-header/is-market-live'
import { chartLines, LineSync, type LineTexts, type PositionAction } from './chart-lines'
import { readChartPalette } from './chart-palette'
import type { Bar, ChartPort, ChartType, Resolution } from './chart-port'
import { ChartReads, type ChartPhase } from './chart-reads'
import { DEFAULT_CHART_SETTINGS, readChartSettings, saveChartSettings, type ChartSettings } from './chart-settings'
import { createHubDatafeed } from './hub-datafeed'
import { loadChart } from './load-chart'

/** A dialog about a position, as its line showed it. */
export interface ChartDialog {
  readonly kind: 'tpSl' | 'reverse'
  readonly position: Position
}

function after(delayMs: number, call: () => void): () => void {
  const timer = setTimeout(call, delayMs)
  return () => clearTimeout(timer)
}

/** A chart of one market: settings, phase and the life of the engine. */
export class ChartModel {
  readonly #app: App
  readonly #settings = signal<ChartSettings>(DEFAULT_CHART_SETTINGS)
  readonly #reads: ChartReads
  readonly #bar = signal<Bar | null>(null)
  readonly #dialog = signal<ChartDialog | null>(null)
  #port: ChartPort | null = null

  readonly settings: ReadonlySignal<ChartSettings> = this.#settings
  readonly phase: ReadonlySignal<ChartPhase>
  /** The bar under the crosshair, else the newest. */
  readonly bar: ReadonlySignal<Bar | null> = this.#bar
  readonly isStale: ReadonlySignal<boolean>
  /** What a button on a position's line opened. */
  readonly dialog: ReadonlySignal<ChartDialog | null> = this.#dialog

  constructor(
    app: App,
    readonly market: MarketModel,
  ) {
    this.#app = app
    this.#reads = new ChartReads(app.connection, { after })
    this.phase = this.#reads.phase
    this.isStale = computed(() => this.phase.value === 'ready' && !isMarketLive(app.connection))
  }

  setResolution(resolution: Resolution): void {
    this.#change({ resolution })
    this.#port?.setResolution(resolution)
  }

  setChartType(chartType: ChartType): void {
    this.#change({ chartType })
    this.#port?.setChartType(chartType)
  }

  toggleMarkLine(): void {
    this.#change({ markLine: !this.#settings.peek().markLine })
  }

  closeDialog(): void {
    this.#dialog.value = null
  }

  retry(): void {
    this.#port?.resetData()
  }

  async screenshot(): Promise<Blob | null> {
    return (await this.#port?.screenshot()) ?? null
  }

  /**
   * Starts an engine in an element.
   * @returns a function that stops it, also while it is still being loaded
   */
  mount(container: HTMLElement, locale: string, texts: LineTexts): () => void {
    const stops: (() => void)[] = []
    let isStopped = false
    const stop = (): void => {
      isStopped = true
      for (const one of stops.splice(0)) one()
    }
    const start = async (): Promise<void> => {
      this.#settings.value = await readChartSettings()
      await this.#instrumentKnown(stops)
      if (isStopped) return
      const { resolution, chartType } = this.#settings.peek()
      const port = await loadChart({
        container,
        datafeed: createHubDatafeed(this.#app.hub, () => this.market.instrument.peek()),
        symbol: this.market.symbol,
        resolution,
        chartType,
        locale,
        timezone: 'UTC',
        palette: readChartPalette(container),
        fontFamily: getComputedStyle(container).fontFamily,
        // Spec §9.
        minBarSpacing: 0.8,
      })
      if (isStopped) {
        port.destroy()
        return
      }
      this.#attach(port, container, texts, stops)
    }
    start().catch(() => {
      if (!isStopped) this.#reads.fail()
    })
    return stop
  }

  /** The scale of the axis is the instrument's; without it there is nothing right to draw. */
  #instrumentKnown(stops: (() => void)[]): Promise<void> {
    return new Promise((resolve) => {
      const stop = effect(() => {
        if (this.market.instrument.value !== null) resolve()
      })
      stops.push(stop, resolve)
    })
  }

  #attach(port: ChartPort, container: HTMLElement, texts: LineTexts, stops: (() => void)[]): void {
    this.#port = port
    const lines = new LineSync(port)
    stops.push(
      this.#reads.follow(port),
      port.on('bar', (bar) => (this.#bar.value = bar)),
      effect(() => {
        void this.#app.theme.theme.value
        // The attribute on <html> changes in the same step as the signal.
        queueMicrotask(() => this.#port === port && port.setTheme(readChartPalette(container)))
      }),
      effect(() => this.#showLines(lines, texts)),
      () => {
        this.#port = null
        port.destroy()
      },
    )
  }

  /** Spec §4: lines are drawn only when the chart is ready and its data loaded. */
  #showLines(lines: LineSync, texts: LineTexts): void {
    const instrument = this.market.instrument.value
    if (instrument === null || this.phase.value !== 'ready') {
      lines.show([])
      return
    }
    lines.show(
      chartLines({
        instrument,
        orders: this.#app.account.openOrders.value,
        positions: this.#app.account.positions.value,
        unrealised: (position) => {
          // Four times a second, and not in the frame of the price.
          void tickingNow.value
          return positionFigures(position, this.market.markPrice.peek(), instrument).unrealisedPnl
        },
        markPrice: this.#settings.value.markLine ? this.market.markPrice.value : null,
        drafts: draftPrices(ticketOf(this.market, this.#app)),
        texts,
        cancel: (order) => this.#cancel(order),
        act: (action, position) => this.#act(action, position),
      }),
    )
  }

  #cancel(order: Order): void {
    const id = crypto.randomUUID() as OrderLinkId
    const reference = { symbol: order.symbol, orderId: order.id, orderLinkId: order.linkId }
    // The outcome reaches the user as a notice and through the account stream, as for every cancel.
    void this.#app.hub.api.cancelOrder(id, reference)
  }

  /** The position as it is now: its line is left alone while it says the same. */
  #act(action: PositionAction, { symbol, positionIdx }: Position): void {
    const position = this.#app.account.position(symbol, positionIdx)
    if (position === null || position.side === null) return
    if (action === 'close') void closePosition(this.#app, position, null)
    else if (action === 'tpSl') this.#dialog.value = { kind: 'tpSl', position }
    else if (!reversePosition(this.#app, position)) this.#dialog.value = { kind: 'reverse', position }
  }

  #change(part: Partial<ChartSettings>): void {
    this.#settings.value = { ...this.#settings.peek(), ...part }
    void saveChartSettings(this.#settings.peek())
  }
}
