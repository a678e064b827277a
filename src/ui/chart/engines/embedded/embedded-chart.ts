import { dispose, init, utils, version, type Chart, type KLineData, type Period } from 'klinecharts'
import type {
  ChartEngine,
  ChartEvents,
  ChartPalette,
  ChartPort,
  ChartPortOptions,
  ChartView,
  Resolution,
  Unsubscribe,
} from '../../port/chart-port'
import { chartLanguage, languageTag } from '../../languages/chart-language'
import { DAY_MS, nextBarStart } from '../../../../domain/market/interval'
import { trueMinus } from '../../../format'
import { BarLoader } from './bar-loader'
import { BarShapes } from './bar-shapes'
import { remainingText } from './remaining-text'
import { topGap } from './top-gap'
import { withTruePixels } from './device-pixels'
import type { Obstacle } from './keep-clear'
import { figureText, legendBoxes, legendOf, Letters, type Legend } from './legend-boxes'
import { LineLayer, registerStroke } from './line-layer'
import { figuresIn, figureMark } from './bar-figures'
import { BAR_FIGURES, embeddedStyles } from './styles'
import { markDays } from './day-lines'
import { nameDays } from './time-axis'
import { PriceAxis } from './price-axis'
import { priceMarks } from './price-marks'
import { keepLastPriceLine } from './last-price-line'
import { isLow, sizeOf, type Size } from './chart-size'
import { tellKnownSizes } from './known-sizes'
import { ExecutionLayer } from './execution-layer'
import { paintLabels } from './paint-labels'
import { Crosshair } from './crosshair'
import { followPinch } from './pinch-zoom'
import { takeQuickClicks } from './quick-clicks'
import { DrawingLayer } from './drawing-layer'
import { StudyLayer } from './study-layer'
import { registerVolume, VOLUME } from './volume'

const CANDLE_PANE = 'candle_pane'
/** Room between the newest bar and the axis, CSS pixels. */
const RIGHT_PX = 80
/** Of the time to the bar's close below the last price, CSS pixels. */
const COUNTDOWN_HEIGHT = 17

registerStroke()
registerVolume()

type Listeners = { [K in keyof ChartEvents]: Set<(value: ChartEvents[K]) => void> }

/** The embedded engine behind the port: klinecharts 10.0.2, and the only module that imports it. */
export async function createEmbeddedChart(options: ChartPortOptions): Promise<ChartPort> {
  const chart = await withTruePixels(options.container, () => start(options))
  if (chart === null) throw new Error('the chart engine did not start')
  return new EmbeddedChart(chart, options)
}

function start(options: ChartPortOptions): Chart | null {
  return init(options.container, {
    locale: 'en-US',
    timezone: options.view.timezone,
    styles: stylesOf(options, sizeOf(options), options.palette, options.view),
    thousandsSeparator: { sign: ',', format: (value) => trueMinus(utils.formatThousands(value, ',')) },
    // Zeros are written out: a price in a terminal is compared digit by digit.
    decimalFold: { threshold: 100 },
    zoomAnchor: 'last_bar',
    layout: { barSpaceLimit: { min: options.minBarSpacing } },
  })
}

class EmbeddedChart implements ChartPort {
  readonly engine: ChartEngine = { name: 'klinecharts', version: version(), unexpected: [], lacks: [] }
  readonly ownLayout = null
  readonly #chart: Chart
  readonly #options: ChartPortOptions
  readonly #lines: LineLayer
  readonly #studies: StudyLayer
  readonly #drawings: DrawingLayer
  readonly #executions: ExecutionLayer
  readonly #crosshair: Crosshair
  readonly #letters: Letters
  readonly #listeners: Listeners = {
    bar: new Set(),
    keyed: new Set(),
    loaded: new Set(),
    loading: new Set(),
    begins: new Set(),
    error: new Set(),
    studyAction: new Set(),
    studyHeight: new Set(),
    legend: new Set(),
    view: new Set(),
    crosshair: new Set(),
    drawn: new Set(),
    drawingMoved: new Set(),
    drawingSelected: new Set(),
    menu: new Set(),
  }
  readonly #bars: BarLoader
  readonly #shapes: BarShapes
  readonly #axis: PriceAxis
  #palette: ChartPalette
  #view: ChartView
  #resolution: Resolution
  #isAtNow = true
  #isLoading = true
  /** Days up to now that are to be shown once they are loaded. */
  #days: number | null = null
  /** As it was laid out last: asking the element would lay the page out between two frames. */
  #size: Size
  readonly #resize: ResizeObserver
  readonly #stops: readonly (() => void)[]
  #isDestroyed = false

  constructor(chart: Chart, options: ChartPortOptions) {
    this.#chart = chart
    this.#options = options
    this.#size = sizeOf(options)
    this.#palette = options.palette
    this.#view = options.view
    this.#resolution = options.resolution
    this.#letters = new Letters(`500 11px ${options.fontFamily}`)
    this.#axis = new PriceAxis(chart, CANDLE_PANE)
    keepLastPriceLine(chart, CANDLE_PANE)
    const scale = options.datafeed.resolve(options.symbol)
    makeFocusable(options.container)
    chart.setFormatter({ formatExtendText: ({ data }) => untilClose(options, data, this.#resolution) })
    chart.setBarSpace(7)
    chart.setOffsetRightDistance(RIGHT_PX)
    chart.createIndicator({ name: VOLUME, paneId: CANDLE_PANE, extendData: { palette: options.palette } }, true)
    this.#crosshair = new Crosshair(chart, options.container, (event, value) => this.#emit(event, value))
    chart.subscribeAction('onVisibleRangeChange', this.#onRange)
    this.#bars = new BarLoader(chart, options.datafeed, {
      symbol: options.symbol,
      resolution: () => this.#resolution,
      nowMs: () => options.nowMs(),
      barsInView: () => (chart.getSize(CANDLE_PANE, 'main')?.width ?? 0) / chart.getBarSpace().bar,
      emit: (event, value) => this.#emit(event, value),
      onLive: () => this.#restyle(),
    })
    this.#shapes = new BarShapes(
      chart,
      () => this.#palette,
      () => this.#bars.reads,
    )
    this.#lines = new LineLayer(chart, options.container, options.palette, {
      isDrawing: () => this.#drawings.isDrawing,
      legends: () => this.#legends(),
      drawn: () => [...this.#drawings.labelBoxes(), ...this.#priceMarks()],
      onMenu: (at) => this.#emit('menu', at),
    })
    this.#studies = new StudyLayer(chart, options.container, scale, options.palette, {
      reads: () => this.#bars.reads,
      onAction: (id, action) => this.#emit('studyAction', { id, action }),
      onHeight: (id, heightPx) => this.#emit('studyHeight', { id, heightPx }),
    })
    this.#executions = new ExecutionLayer(chart, () => this.#palette)
    markDays(chart, {
      paneId: CANDLE_PANE,
      palette: () => this.#palette,
      timezone: () => (this.#view.hasDays ? this.#view.timezone : null),
    })
    nameDays(chart, {
      paneId: CANDLE_PANE,
      language: languageTag(chartLanguage(options.locale)),
      timezone: () => this.#view.timezone,
      barMs: () => nextBarStart(this.#resolution, 0),
      nowMs: () => options.nowMs(),
      widthOf: (text) => this.#letters.widthOf(text),
    })
    this.#drawings = new DrawingLayer(chart, options.palette, {
      scale,
      family: options.fontFamily,
      legends: () => this.#legends(),
      emit: (event, value) => this.#emit(event, value),
    })
    // Nothing loads before all three are given (chart.md §1); the loader comes last and starts the first load.
    chart.setSymbol({ ticker: scale.symbol, pricePrecision: scale.priceDecimals, volumePrecision: scale.qtyDecimals })
    chart.setPeriod(periodOf(options.resolution))
    chart.setDataLoader(this.#bars.loader())
    this.setView(options.view)
    this.#stops = [
      takeQuickClicks(options.container, () => this.#drawings.step),
      followPinch(chart, options.container),
      tellKnownSizes(chart),
    ]
    this.#resize = new ResizeObserver(() => this.#fit())
    this.#resize.observe(options.container)
  }

  setResolution(resolution: Resolution): void {
    if (resolution === this.#resolution) return
    this.#resolution = resolution
    this.#chart.setPeriod(periodOf(resolution))
  }

  setView(view: ChartView): void {
    this.#view = view
    this.#shapes.setType(view.chartType)
    this.#axis.set(view)
    this.#studies.fold(view.isLegendFolded)
    if (this.#chart.getTimezone() !== view.timezone) this.#chart.setTimezone(view.timezone)
    this.#lines.setBelowLast(view.hasCountdown ? COUNTDOWN_HEIGHT : 0)
    this.#restyle()
    this.#setTopGap()
  }

  goTo(timeMs: number): void {
    this.#bars.goTo(timeMs)
  }

  goToNow(): void {
    if (!this.#bars.goToNow()) this.#chart.scrollToRealTime()
  }

  pointAt: ChartPort['pointAt'] = (timeMs) => this.#crosshair.pointAt(timeMs)

  showDays(days: number): void {
    this.#days = days
    if (!this.#isLoading) this.#fitDays()
  }

  resetData(): void {
    this.#chart.resetData()
  }

  setTheme(palette: ChartPalette): void {
    this.#palette = palette
    this.#studies.setPalette(palette)
    this.#restyle()
    this.#chart.overrideIndicator({ name: VOLUME, extendData: { palette } })
    this.#lines.setPalette(palette)
    this.#drawings.setPalette(palette)
  }

  line: ChartPort['line'] = (spec) => this.#lines.add(spec)

  showStudies: ChartPort['showStudies'] = (studies) => {
    this.#studies.show(studies)
    this.#setTopGapSoon()
  }

  showExecutions: ChartPort['showExecutions'] = (executions) => this.#executions.show(executions)

  showDrawings: ChartPort['showDrawings'] = (drawings) => this.#drawings.show(drawings)
  draw: ChartPort['draw'] = (template) => {
    this.#drawings.draw(template)
    // A point may lie under the label of a line, whose buttons would take the press.
    this.#options.container.toggleAttribute('data-drawing', template !== null)
  }
  setMagnet: ChartPort['setMagnet'] = (magnet) => this.#drawings.setMagnet(magnet)
  followDrawing: ChartPort['followDrawing'] = (id, tell) => this.#drawings.follow(id, tell)
  pointsInView: ChartPort['pointsInView'] = (kind) => this.#drawings.pointsInView(kind)

  async screenshot(): Promise<Blob> {
    const url = this.#chart.getConvertPictureUrl(true, 'png', this.#palette.background)
    return paintLabels(dataUrlToBlob(url), this.#options.container)
  }

  on<K extends keyof ChartEvents>(event: K, listener: (value: ChartEvents[K]) => void): Unsubscribe {
    this.#listeners[event].add(listener)
    return () => this.#listeners[event].delete(listener)
  }

  destroy(): void {
    this.#isDestroyed = true
    this.#resize.disconnect()
    for (const stop of this.#stops) stop()
    this.#bars.destroy()
    this.#crosshair.destroy()
    this.#lines.destroy()
    this.#studies.destroy()
    dispose(this.#options.container)
  }

  /** A chart that became narrow says fewer figures of a bar. */
  #fit(): void {
    const former = this.#size
    this.#size = sizeOf(this.#options)
    if (figuresIn(this.#size.width) !== figuresIn(former.width) || isLow(this.#size) !== isLow(former)) this.#restyle()
    this.#setTopGapSoon()
  }

  /** The engine lays its panes out in the next frame; how large that of the bars is then is known after it. */
  #setTopGapSoon(): void {
    requestAnimationFrame(() => this.#isDestroyed || this.#setTopGap())
  }

  #fitDays(): void {
    const [days, width] = [this.#days, this.#chart.getSize(CANDLE_PANE, 'main')?.width ?? 0]
    this.#days = null
    if (days === null || width <= RIGHT_PX) return
    const bars = (days * DAY_MS) / nextBarStart(this.#resolution, 0)
    this.#chart.setBarSpace(Math.max(this.#options.minBarSpacing, (width - RIGHT_PX) / bars))
    this.goToNow()
  }

  /** What the bars' pane writes at its top left: the prices of the bar, and a line for each study in it. */
  #legends(): readonly Obstacle[] {
    const boxes = this.#legendBoxes()
    const button = boxes.length === 0 ? null : this.#legend.button
    return button === null ? boxes : [...boxes, button]
  }

  #legendBoxes(): readonly Obstacle[] {
    const bar = this.#chart.getDataList().at(-1)
    if (bar === undefined || isLow(this.#size)) return []
    const { priceDecimals, qtyDecimals } = this.#options.datafeed.resolve(this.#options.symbol)
    const { width } = this.#size
    const said = figuresIn(width).map((figure) =>
      figureText(
        figureMark(this.#options.locale, figure),
        bar[figure] ?? 0,
        figure === 'volume' ? qtyDecimals : priceDecimals,
      ),
    )
    const room = this.#chart.getSize(CANDLE_PANE, 'main')?.width ?? width
    return legendBoxes(said, this.#studies.legendTexts(), { room, widthOf: (text) => this.#letters.widthOf(text) })
  }

  #priceMarks(): readonly Obstacle[] {
    const { priceDecimals } = this.#options.datafeed.resolve(this.#options.symbol)
    return priceMarks(this.#chart, CANDLE_PANE, priceDecimals, this.#letters)
  }

  #setTopGap(): void {
    const { lines, end, height: written } = this.#legend
    const height = this.#chart.getSize(CANDLE_PANE, 'main')?.height ?? this.#size.height
    this.#chart.overrideYAxis({ paneId: CANDLE_PANE, gap: { top: topGap(height, written), bottom: 0.1 } })
    this.#emit('legend', { lines, top: end })
  }

  get #legend(): Legend {
    return isLow(this.#size) ? legendOf(0, false) : this.#studies.legend(this.#legendBoxes())
  }

  #restyle(): void {
    this.#chart.setStyles(stylesOf(this.#options, this.#size, this.#palette, this.#view))
    // The newest bar of a window before now is not the last price.
    this.#chart.setStyles({ candle: { priceMark: { last: { show: this.#bars.isLive } } } })
  }

  #emit<K extends keyof ChartEvents>(event: K, value: ChartEvents[K]): void {
    if (event === 'loading' || event === 'loaded') this.#isLoading = event === 'loading'
    if (event === 'loaded') this.#fitDays()
    for (const listener of this.#listeners[event]) listener(value)
  }

  #onRange = (): void => {
    const { realTo } = this.#chart.getVisibleRange()
    const isAtNow = this.#bars.isLive && realTo >= this.#chart.getDataList().length
    if (isAtNow === this.#isAtNow) return
    this.#isAtNow = isAtNow
    this.#emit('view', { isAtNow })
  }
}

function stylesOf({ fontFamily, locale }: ChartPortOptions, size: Size, palette: ChartPalette, view: ChartView) {
  const legends = isLow(size) ? 'follow_cross' : 'always'
  return embeddedStyles(palette, view, fontFamily, {
    figures: figuresIn(size.width),
    marks: BAR_FIGURES.map((figure) => figureMark(locale, figure)),
    legends,
  })
}

/** What the last price's label says below the price. */
function untilClose({ nowMs }: ChartPortOptions, { timestamp }: KLineData, resolution: Resolution): string {
  return remainingText(nextBarStart(resolution, timestamp) - nowMs())
}

/** The engine's own words for a bar length. */
export function periodOf(resolution: Resolution): Period {
  switch (resolution) {
    case '1D':
      return { type: 'day', span: 1 }
    case '1W':
      return { type: 'week', span: 1 }
    case '1M':
      return { type: 'month', span: 1 }
    default: {
      const minutes = Number(resolution)
      return minutes % 60 === 0 ? { type: 'hour', span: minutes / 60 } : { type: 'minute', span: minutes }
    }
  }
}

/** The engine puts its element first in the tab order; it belongs where it stands. */
function makeFocusable(container: HTMLElement): void {
  const root = container.firstElementChild
  if (root instanceof HTMLElement) root.tabIndex = 0
}

/** Without a request: `connect-src` need not allow data addresses. */
function dataUrlToBlob(url: string): Blob {
  const [head = '', body = ''] = url.split(',', 2)
  const type = /^data:([^;]+)/.exec(head)?.[1] ?? 'image/png'
  return new Blob([Uint8Array.from(atob(body), (sign) => sign.charCodeAt(0))], { type })
}
