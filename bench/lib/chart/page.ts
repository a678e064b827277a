/*
 * The chart bench's page: the product's embedded engine as it stands, behind the port that the app uses, and the same work
 * by lightweight-charts as its documentation does it. Lines and drawings of the other are its price lines and series.
 */
import { indicatorByName } from '../../../src/domain/indicators/indicators'
import { createEmbeddedChart } from '../../../src/ui/chart/engines/embedded/embedded-chart'
import type { Bar, BarListener, ChartPalette, ChartPort } from '../../../src/ui/chart/port/chart-port'

const MINUTE = 60_000
const START = 1_700_000_040_000
const LINES = 50
const DRAWINGS = 100
/** Six at once, two of them in panes of their own. */
const STUDIES = ['ma', 'ema', 'boll', 'vwap', 'rsi', 'macd'] as const

const palette = new Proxy({} as ChartPalette, { get: () => '#808080' })

/** What the bench asks of either chart. */
interface Subject {
  open(bars: readonly Bar[]): Promise<void>
  addLines(): void
  addStudies(): void
  addDrawings(bars: readonly Bar[]): void
  update(bar: Bar): void
  close(): void
}

function barsOf(count: number): Bar[] {
  let close = 60_000
  let seed = 7
  const next = (): number => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
  return Array.from({ length: count }, (_, i) => {
    const open = close
    close = Math.round((open + (next() - 0.5) * 60) * 10) / 10
    const [high, low] = [Math.max(open, close) + next() * 20, Math.min(open, close) - next() * 20]
    return { time: START + i * MINUTE, open, high, low, close, volume: 1 + next() * 50 }
  })
}

function box(): HTMLElement {
  const element = document.createElement('div')
  element.style.cssText = 'position: relative; inline-size: 1100px; block-size: 640px'
  document.body.append(element)
  return element
}

const frame = (): Promise<void> => new Promise((done) => requestAnimationFrame(() => done()))
const painted = async (): Promise<void> => {
  await frame()
  await frame()
}

class Ours implements Subject {
  #box: HTMLElement | null = null
  #port: ChartPort | null = null
  #listener: BarListener | null = null

  async open(bars: readonly Bar[]): Promise<void> {
    this.#box = box()
    const port = await createEmbeddedChart({
      container: this.#box,
      datafeed: {
        resolve: (symbol) => ({ symbol, priceDecimals: 1, qtyDecimals: 3, tick: 0.1 }),
        symbols: () => [],
        history: async () => ({ bars, noMore: true }),
        subscribe: (_symbol, _resolution, listener) => {
          this.#listener = listener
          return () => (this.#listener = null)
        },
      },
      symbol: 'BTCUSDT',
      resolution: '1',
      view: {
        chartType: 'candles',
        scale: 'normal',
        isInverted: false,
        isFixed: false,
        hasDays: true,
        hasCountdown: true,
        isLegendFolded: false,
        timezone: 'UTC',
      },
      locale: 'en',
      palette,
      fontFamily: 'sans-serif',
      minBarSpacing: 0.8,
      theme: () => 'dark',
      nowMs: () => bars.at(-1)?.time ?? 0,
      trace: (message) => console.error(message),
    })
    this.#port = port
    await new Promise<void>((done) => port.on('loaded', () => done()))
  }

  addLines(): void {
    for (let i = 0; i < LINES; i++)
      this.#port?.line({
        id: `line${i}`,
        kind: 'order',
        price: 59_000 + i * 40,
        priceText: String(59_000 + i * 40),
        tone: i % 2 === 0 ? 'buy' : 'sell',
        text: `Buy limit ${i}`,
        dash: 'dashed',
        actions: [{ id: 'cancel', mark: '×', label: 'Cancel' }],
      })
  }

  addStudies(): void {
    this.#port?.showStudies(
      STUDIES.flatMap((name) => {
        const indicator = indicatorByName(name)
        if (indicator === null) return []
        const tones = indicator.outputs.map(() => 'blue' as const)
        const words = { settings: 'Settings', remove: 'Remove', move: null }
        return [
          {
            id: name,
            indicator,
            values: {},
            title: name,
            tones,
            width: 1 as const,
            isVisible: true,
            isRebased: false,
            heightPx: null,
            actionLabels: words,
          },
        ]
      }),
    )
  }

  addDrawings(bars: readonly Bar[]): void {
    this.#port?.showDrawings(
      trendLines(bars).map((points, order) => ({
        id: `drawing${order}`,
        kind: 'trendLine',
        points,
        name: '',
        text: '',
        shownOn: null,
        tone: 'blue',
        width: 1,
        dash: 'solid' as const,
        fill: 15 as const,
        fontSize: 11 as const,
        levels: null,
        isLocked: false,
        isHidden: false,
        order,
        isSelected: false,
        words: { target: '', stop: '', text: 'Text', bars: String },
      })),
    )
  }

  update(bar: Bar): void {
    this.#listener?.onBars([bar])
  }

  close(): void {
    this.#port?.destroy()
    this.#box?.remove()
  }
}

/** As much of lightweight-charts 5 as is used. */
interface Peer {
  createChart(element: HTMLElement, options: object): PeerChart
  readonly CandlestickSeries: object
  readonly HistogramSeries: object
  readonly LineSeries: object
}
interface PeerChart {
  addSeries(kind: object, options?: object, pane?: number): PeerSeries
  timeScale(): { fitContent(): void }
  remove(): void
}
interface PeerSeries {
  setData(data: readonly object[]): void
  update(point: object): void
  createPriceLine(options: object): object
}

declare global {
  var LightweightCharts: Peer
  var chartBench: typeof api
}

class Theirs implements Subject {
  #box: HTMLElement | null = null
  #chart: PeerChart | null = null
  #candles: PeerSeries | null = null
  #volume: PeerSeries | null = null
  #averages: PeerSeries[] = []
  #bars: readonly Bar[] = []

  async open(bars: readonly Bar[]): Promise<void> {
    const { createChart, CandlestickSeries, HistogramSeries } = globalThis.LightweightCharts
    this.#box = box()
    this.#bars = bars
    this.#chart = createChart(this.#box, { width: 1100, height: 640 })
    this.#candles = this.#chart.addSeries(CandlestickSeries)
    this.#volume = this.#chart.addSeries(HistogramSeries, { priceScaleId: '', priceFormat: { type: 'volume' } })
    this.#candles.setData(
      bars.map(({ time, open, high, low, close }) => ({ time: time / 1_000, open, high, low, close })),
    )
    this.#volume.setData(bars.map(({ time, volume }) => ({ time: time / 1_000, value: volume })))
    await painted()
  }

  addLines(): void {
    for (let i = 0; i < LINES; i++)
      this.#candles?.createPriceLine({
        price: 59_000 + i * 40,
        color: '#808080',
        title: `Buy limit ${i}`,
        lineStyle: 2,
      })
  }

  /** Six lines, two in panes of their own; their values are a plain average, which costs least. */
  addStudies(): void {
    const { LineSeries } = globalThis.LightweightCharts
    this.#averages = STUDIES.flatMap((_, i) => {
      const line = this.#chart?.addSeries(LineSeries, { lineWidth: 1 }, i < 4 ? 0 : i - 3)
      return line === undefined ? [] : [line]
    })
    for (const line of this.#averages)
      line.setData(this.#bars.map(({ time, close }) => ({ time: time / 1_000, value: close })))
  }

  addDrawings(bars: readonly Bar[]): void {
    const { LineSeries } = globalThis.LightweightCharts
    for (const points of trendLines(bars))
      this.#chart
        ?.addSeries(LineSeries, { lineWidth: 1, lastValueVisible: false, priceLineVisible: false })
        .setData(points.map(({ timeMs, price }) => ({ time: timeMs / 1_000, value: price })))
  }

  update({ time, open, high, low, close, volume }: Bar): void {
    this.#candles?.update({ time: time / 1_000, open, high, low, close })
    this.#volume?.update({ time: time / 1_000, value: volume })
    for (const line of this.#averages) line.update({ time: time / 1_000, value: close })
  }

  close(): void {
    this.#chart?.remove()
    this.#box?.remove()
  }
}

/** Within the newest 150 bars, which are in view on either chart. */
function trendLines(bars: readonly Bar[]) {
  return Array.from({ length: DRAWINGS }, (_, i) => {
    const [from, to] = [bars[bars.length - 148 + i]!, bars[bars.length - 108 + i]!]
    return [
      { timeMs: from.time, price: from.low - i },
      { timeMs: to.time, price: to.high + i },
    ]
  })
}

const subjects = { ours: () => new Ours(), theirs: () => new Theirs() }
let subject: Subject | null = null
let bars: Bar[] = []
/** Counts frames for as long as it is the newest count. */
let counting = 0

const api = {
  /** @returns ms until the bars are painted */
  async firstDraw(who: keyof typeof subjects, count: number): Promise<number> {
    bars = barsOf(count)
    subject = subjects[who]()
    const begun = performance.now()
    await subject.open(bars)
    return performance.now() - begun
  },
  addLines: () => subject?.addLines(),
  addStudies: () => subject?.addStudies(),
  addDrawings: () => subject?.addDrawings(bars),
  /** The trades between two frames are one change of the bar, as the hub hands them on. @returns frames and trades */
  async tick(seconds: number, perSecond: number): Promise<{ frames: number; trades: number }> {
    const end = performance.now() + seconds * 1_000
    const last = { ...bars.at(-1)! }
    let [frames, trades, lastAt] = [0, 0, performance.now()]
    while (performance.now() < end) {
      await frame()
      const now = performance.now()
      const due = Math.round(((now - lastAt) / 1_000) * perSecond)
      lastAt = now
      for (let i = 0; i < due; i++) {
        last.close += (((trades * 7_919) % 21) - 10) / 10
        last.high = Math.max(last.high, last.close)
        last.low = Math.min(last.low, last.close)
        trades++
      }
      if (due > 0) subject?.update({ ...last })
      frames++
    }
    return { frames, trades }
  },
  /** Counts frames until `stopFrames`. */
  async frames(): Promise<number> {
    const own = ++counting
    for (let count = 0; ; count++) {
      await frame()
      if (own !== counting) return count
    }
  },
  stopFrames: () => void counting++,
  painted,
  close(): void {
    subject?.close()
    subject = null
    bars = []
  },
}
globalThis.chartBench = api
