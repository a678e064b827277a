import { effect, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { Order } from '../../domain/order/order'
import type { Position } from '../../domain/position/position'
import { draftPrices } from '../order-entry/draft-prices'
import { ticketOf } from '../order-entry/ticket-of'
import { OrderActions } from '../trading-kit/order-actions'
import { closePosition } from '../positions/close-position'
import { positionFigures } from '../trading-kit/position-figures'
import { reversePosition } from '../positions/reverse-position'
import { loadWords } from '../i18n/use-translation'
import type { App } from '../state/app-context'
import type { LinkGroup } from '../state/link-group'
import type { MarketModel } from '../state/market-model'
import { chartLines, LineSync, type LineTexts, type PositionAction } from './lines/chart-lines'
import { lineTexts } from './lines/line-texts'
import { readChartPalette } from './chart-palette'
import type { Bar, ChartPort } from './port/chart-port'
import { ChartReads, type ChartPhase } from './chart-reads'
import type { ChartSettings } from './layout-store/chart-settings'
import { createEmbeddedChart } from './engines/embedded/embedded-chart'
import { createHubDatafeed } from './port/hub-datafeed'

/** A dialog about a position, as its line showed it. */
export interface ChartDialog {
  readonly kind: 'tpSl' | 'reverse' | 'closeMarket'
  readonly position: Position
}

/** The model's state that a running chart follows and changes. */
export interface ChartState {
  readonly settings: ReadonlySignal<ChartSettings>
  readonly phase: Signal<ChartPhase>
  /** The bar under the crosshair, else the newest. */
  readonly bar: Signal<Bar | null>
  /** What a button on a position's line opened. */
  readonly dialog: Signal<ChartDialog | null>
  /** The order whose line's button asks whether to cancel it. */
  readonly cancelling: Signal<Order | null>
}

/**
 * An engine in an element with the hub's bars. This file comes with the engine, the largest single script of the page:
 * what only a drawn chart needs is not waited for by the rest.
 */
export async function openChart(
  { hub }: App,
  market: MarketModel,
  { resolution, chartType }: ChartSettings,
  container: HTMLElement,
  locale: string,
): Promise<ChartPort> {
  const words = loadWords('chart')
  const chart = await createEmbeddedChart({
    container,
    datafeed: createHubDatafeed(hub, () => market.instrument.peek()),
    symbol: market.symbol,
    resolution,
    chartType,
    locale,
    timezone: 'UTC',
    palette: readChartPalette(container),
    fontFamily: getComputedStyle(container).fontFamily,
    // Spec §9.
    minBarSpacing: 0.8,
  })
  await words
  return chart
}

function after(delayMs: number, call: () => void): () => void {
  const timer = setTimeout(call, delayMs)
  return () => clearTimeout(timer)
}

/** Joins an engine to the account, the market and the model. */
export class ChartSession {
  readonly #app: App
  readonly #market: MarketModel
  readonly #state: ChartState
  readonly #link: LinkGroup
  readonly #lines: LineSync
  readonly #orders: OrderActions
  readonly #stops: readonly (() => void)[]

  constructor(
    app: App,
    market: MarketModel,
    state: ChartState,
    readonly port: ChartPort,
    container: HTMLElement,
    link: LinkGroup,
  ) {
    this.#link = link
    this.#app = app
    this.#market = market
    this.#state = state
    this.#lines = new LineSync(port)
    this.#orders = new OrderActions(app)
    const texts = lineTexts()
    const reads = new ChartReads(app.connection, { after }, state.phase)
    let isStopped = false
    this.#stops = [
      reads.follow(port),
      port.on('bar', (shown) => (state.bar.value = shown)),
      effect(() => {
        void app.theme.theme.value
        // The attribute on <html> changes in the same step as the signal.
        queueMicrotask(() => !isStopped && port.setTheme(readChartPalette(container)))
      }),
      effect(() => this.#showLines(texts)),
      () => {
        isStopped = true
        port.destroy()
      },
    ]
  }

  stop(): void {
    for (const one of this.#stops) one()
  }

  /** Spec §4: lines are drawn only when the chart is ready and its data loaded. */
  #showLines(texts: LineTexts): void {
    const instrument = this.#market.instrument.value
    if (instrument === null || this.#state.phase.value !== 'ready') {
      this.#lines.show([])
      return
    }
    const lines = chartLines({
      instrument,
      orders: this.#app.account.openOrders.value,
      positions: this.#app.account.positions.value,
      unrealised: (position) => {
        // Four times a second, and not in the frame of the price.
        void this.#app.clock.ticking.value
        return positionFigures(position, this.#market.markPrice.peek(), instrument).unrealisedPnl
      },
      markPrice: this.#state.settings.value.markLine ? this.#market.markPrice.value : null,
      drafts: draftPrices(ticketOf(this.#market, this.#app, this.#link)),
      texts,
      cancel: (order) => {
        if (this.#app.account.preferences.peek().asksBeforeChartCancel) this.#state.cancelling.value = order
        else void this.#orders.cancel(order)
      },
      act: (action, position) => this.#act(action, position),
    })
    // A recording takes nothing: what would send is not offered on its lines.
    this.#lines.show(this.#app.connection.isReplay.peek() ? lines.map((line) => ({ ...line, actions: [] })) : lines)
  }

  /** The position as it is now: its line is left alone while it says the same. */
  #act(action: PositionAction, { symbol, positionIdx }: Position): void {
    const position = this.#app.account.position(symbol, positionIdx)
    if (position === null || position.side === null) return
    if (action === 'close') {
      if (this.#app.account.preferences.peek().asksBeforeClose)
        this.#state.dialog.value = { kind: 'closeMarket', position }
      else void closePosition(this.#app, position, null)
    } else if (action === 'tpSl') this.#state.dialog.value = { kind: 'tpSl', position }
    else if (!reversePosition(this.#app, position)) this.#state.dialog.value = { kind: 'reverse', position }
  }
}
