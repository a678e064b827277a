import { dispose, init, type Chart, type DataLoader, type KLineData, type Period } from 'klinecharts'
import type {
  Bar,
  ChartEvents,
  ChartPalette,
  ChartPort,
  ChartPortOptions,
  ChartType,
  Resolution,
  Unsubscribe,
} from '../../port/chart-port'
import { SlowWork } from '../../../state/between-steps'
import { withTruePixels } from './device-pixels'
import { LineLayer, registerStroke } from './line-layer'
import { embeddedStyles, type BarFigure } from './styles'
import { StudyLayer } from './study-layer'
import { registerVolume, VOLUME } from './volume'

/** The engine draws all of its pane for one changed bar; it does so outside the frames of the prices, ms. */
const BAR_INTERVAL_MS = 100
/** Bars asked for at first and for each page back. */
const PAGE_BARS = 500
/** Bars kept: a tick costs more the longer the list (chart.md §2). */
const BARS_MAX = 10_000
const CANDLE_PANE = 'candle_pane'
/** Of the line of a bar's prices, with the label of the highest price below it, CSS pixels. */
const PRICES_HEIGHT = 52
/** Of the chart's height, above the highest price. */
const TOP_GAP = { least: 0.2, most: 0.45 }

/** Of the line of a study's values, CSS pixels. */
const LEGEND_HEIGHT = 18

/** Room for the bar's prices and for what studies write, however low the chart is: a share, since pixels leave a chart without a height undrawn for good. */
function topGap(height: number, legends: number): number {
  if (height === 0) return TOP_GAP.least
  return Math.min(TOP_GAP.most, Math.max(TOP_GAP.least, (PRICES_HEIGHT + legends * LEGEND_HEIGHT) / height))
}

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
    timezone: options.timezone,
    styles: stylesOf(options, options.palette, options.chartType),
    thousandsSeparator: { sign: ',' },
    // Zeros are written out: a price in a terminal is compared digit by digit.
    decimalFold: { threshold: 100 },
    zoomAnchor: 'last_bar',
    layout: { barSpaceLimit: { min: options.minBarSpacing } },
  })
}

class EmbeddedChart implements ChartPort {
  readonly engine = 'klinecharts'
  readonly #chart: Chart
  readonly #options: ChartPortOptions
  readonly #lines: LineLayer
  readonly #studies: StudyLayer
  readonly #listeners: Listeners = {
    bar: new Set(),
    loaded: new Set(),
    loading: new Set(),
    error: new Set(),
    studyAction: new Set(),
    studyHeight: new Set(),
  }
  #palette: ChartPalette
  #type: ChartType
  #resolution: Resolution
  /** Rises with each fresh load, so that the answer to an older one is dropped. */
  #load = 0
  #unsubscribe: Unsubscribe | null = null
  #isDestroyed = false

  constructor(chart: Chart, options: ChartPortOptions) {
    this.#chart = chart
    this.#options = options
    this.#palette = options.palette
    this.#type = options.chartType
    this.#resolution = options.resolution
    const scale = options.datafeed.resolve(options.symbol)
    makeFocusable(options.container)
    chart.setBarSpace(7)
    chart.setOffsetRightDistance(80)
    this.#setTopGap(0)
    chart.createIndicator({ name: VOLUME, paneId: CANDLE_PANE, extendData: { palette: options.palette } }, true)
    chart.subscribeAction('onCrosshairChange', this.#onCrosshair)
    this.#lines = new LineLayer(chart, options.container, options.palette)
    this.#studies = new StudyLayer(chart, options.container, scale, options.palette, {
      onAction: (id, action) => this.#emit('studyAction', { id, action }),
      onHeight: (id, heightPx) => this.#emit('studyHeight', { id, heightPx }),
    })
    // Nothing loads before all three are given (chart.md §1); the loader comes last and starts the first load.
    chart.setSymbol({ ticker: scale.symbol, pricePrecision: scale.priceDecimals, volumePrecision: scale.qtyDecimals })
    chart.setPeriod(periodOf(options.resolution))
    chart.setDataLoader(this.#loader())
  }

  setResolution(resolution: Resolution): void {
    if (resolution === this.#resolution) return
    this.#resolution = resolution
    this.#chart.setPeriod(periodOf(resolution))
  }

  setChartType(type: ChartType): void {
    this.#type = type
    this.#restyle()
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
  }

  setTimezone(timezone: string): void {
    this.#chart.setTimezone(timezone)
  }

  line: ChartPort['line'] = (spec) => this.#lines.add(spec)

  showStudies: ChartPort['showStudies'] = (studies) => {
    this.#studies.show(studies)
    this.#setTopGap(this.#studies.legendCount)
  }

  async screenshot(): Promise<Blob> {
    const url = this.#chart.getConvertPictureUrl(true, 'png', this.#palette.background)
    return dataUrlToBlob(url)
  }

  on<K extends keyof ChartEvents>(event: K, listener: (value: ChartEvents[K]) => void): Unsubscribe {
    this.#listeners[event].add(listener)
    return () => this.#listeners[event].delete(listener)
  }

  destroy(): void {
    this.#isDestroyed = true
    this.#load++
    this.#unsubscribe?.()
    this.#lines.destroy()
    this.#studies.destroy()
    dispose(this.#options.container)
  }

  #setTopGap(legends: number): void {
    const height = this.#chart.getSize(CANDLE_PANE, 'main')?.height ?? this.#options.container.clientHeight
    this.#chart.overrideYAxis({ paneId: CANDLE_PANE, gap: { top: topGap(height, legends), bottom: 0.1 } })
  }

  #restyle(): void {
    this.#chart.setStyles(stylesOf(this.#options, this.#palette, this.#type))
  }

  #emit<K extends keyof ChartEvents>(event: K, value: ChartEvents[K]): void {
    for (const listener of this.#listeners[event]) listener(value)
  }

  #onCrosshair = (data?: unknown): void => {
    const bar = (data as { kLineData?: KLineData } | undefined)?.kLineData ?? this.#chart.getDataList().at(-1)
    if (bar !== undefined) this.#emit('bar', fromKLine(bar))
  }

  #loader(): DataLoader {
    const { datafeed, symbol } = this.#options
    return {
      getBars: async ({ type, timestamp, callback }) => {
        const isFirst = type === 'init'
        if (isFirst) {
          this.#load++
          this.#emit('loading', null)
        }
        const load = this.#load
        // The feed ends at now, so nothing is ever newer than the stream.
        if (type === 'backward') {
          await Promise.resolve()
          callback([], { backward: false, forward: true })
          return
        }
        try {
          const { bars, noMore } = await datafeed.history({
            symbol,
            resolution: this.#resolution,
            toMs: isFirst || timestamp === null ? null : timestamp - 1,
            countBack: PAGE_BARS,
          })
          if (load !== this.#load || this.#isDestroyed) return
          this.#studies.beginAnew()
          const isFull = this.#chart.getDataList().length + bars.length >= BARS_MAX
          callback(bars.map(toKLine), { forward: !noMore && !isFull && bars.length > 0, backward: false })
          if (isFirst) await painted()
          if (load !== this.#load || this.#isDestroyed) return
          if (isFirst) this.#emit('loaded', { isEmpty: bars.length === 0 })
          const last = bars.at(-1)
          if (isFirst && last !== undefined) this.#emit('bar', last)
        } catch (error) {
          if (load !== this.#load || this.#isDestroyed) return
          callback([], false)
          if (isFirst) this.#emit('error', { message: error instanceof Error ? error.message : String(error) })
        }
      },
      subscribeBar: ({ callback }) => {
        this.#unsubscribe?.()
        // By their start: a bar that changed twice is drawn once.
        const pending = new Map<number, Bar>()
        const slow = new SlowWork(BAR_INTERVAL_MS, () => {
          for (const bar of pending.values()) callback(toKLine(bar))
          const last = [...pending.values()].at(-1)
          pending.clear()
          if (last !== undefined) this.#emit('bar', last)
        })
        const stop = datafeed.subscribe(symbol, this.#resolution, {
          onBars: (bars) => {
            for (const bar of bars) pending.set(bar.time, bar)
            slow.ask()
          },
          onReset: () => {
            pending.clear()
            this.#chart.resetData()
          },
        })
        this.#unsubscribe = () => {
          slow.stop()
          stop()
        }
      },
      unsubscribeBar: () => {
        this.#unsubscribe?.()
        this.#unsubscribe = null
      },
    }
  }
}

/** After the frame in which the engine draws what it was given; until then the bars before it are on the screen. */
function painted(): Promise<void> {
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))
}

/** Figures of a bar in one line above the bars, a second one would stand on them: as many as a width has room for. */
const FIGURES: readonly { readonly fromPx: number; readonly figures: readonly BarFigure[] }[] = [
  { fromPx: 420, figures: ['open', 'high', 'low', 'close', 'volume'] },
  { fromPx: 340, figures: ['open', 'high', 'low', 'close'] },
  // Open and close are the candle's body, and the last close is the price of the header.
  { fromPx: 0, figures: ['high', 'low'] },
]

function stylesOf({ container, fontFamily }: ChartPortOptions, palette: ChartPalette, type: ChartType) {
  const { figures } = FIGURES.find(({ fromPx }) => container.clientWidth >= fromPx)!
  return embeddedStyles(palette, type, fontFamily, figures)
}

function toKLine(bar: Bar): KLineData {
  const { time, open, high, low, close, volume } = bar
  return { timestamp: time, open, high, low, close, volume }
}

function fromKLine(line: KLineData): Bar {
  const { timestamp, open, high, low, close, volume } = line
  return { time: timestamp, open, high, low, close, volume: volume ?? 0 }
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
