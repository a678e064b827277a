import { init } from 'klinecharts'
import { createEmbeddedChart } from '../../../src/ui/chart/engines/embedded/embedded-chart'
import { FIRST_STYLE } from '../../../src/ui/chart/drawings/drawing-styles'
import { DEFAULT_CHART_SETTINGS } from '../../../src/ui/chart/layout-store/chart-settings'
import type { ChartPalette, DrawingSpec } from '../../../src/ui/chart/port/chart-port'
import { barsOf, CHART_CONTRACT, checkChart, FakeFeed, type Subject } from '../../ui/chart/engines/chart-contract'

const palette = new Proxy({} as ChartPalette, { get: () => '#808080', ownKeys: () => [] })
let box: HTMLElement | null = null

const lineSpec: Omit<DrawingSpec, 'points'> = {
  id: 'line',
  kind: 'trendLine',
  name: '',
  text: '',
  ...FIRST_STYLE,
  isLocked: false,
  isHidden: false,
  order: 0,
  isSelected: false,
  words: { target: '', stop: '', text: '', bars: String },
}

const subject: Subject = {
  open: createEmbeddedChart,
  container() {
    box?.remove()
    box = document.createElement('div')
    box.style.cssText = 'position: relative; inline-size: 800px; block-size: 400px'
    document.body.append(box)
    return box
  },
  lines: () => [...(box?.querySelectorAll('[data-chip-text]') ?? [])].map((one) => one.textContent),
  // Of an element that has a chart the engine answers with that chart.
  timezone: () => (box === null ? null : init(box))?.getTimezone() ?? '',
  isGone: () => box?.querySelectorAll('canvas, [data-chip]').length === 0,
  palette,
}

declare global {
  var chartContract: Promise<readonly string[]>
}

/** What each sentence came to: nothing is as it should be. */
globalThis.chartContract = (async () => {
  const wrong: string[] = []
  for (const name of CHART_CONTRACT) {
    try {
      await checkChart(name, subject)
    } catch (error) {
      wrong.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  try {
    await pagesUnderDrawings()
  } catch (error) {
    wrong.push(`pages under drawings: ${error instanceof Error ? error.message : String(error)}`)
  }
  return wrong
})()

/** A line from a bar that was not read yet to a moment after the newest, over a stretch without bars. */
async function pagesUnderDrawings(): Promise<void> {
  const minute = 60_000
  const begin = Date.UTC(2026, 0, 5)
  // Three pages of 500; of the first thousand minutes every seventh has no bar.
  const bars = Array.from({ length: 1_600 }, (_, at) => ({ ...barsOf()[0]!, time: begin + at * minute })).filter(
    (_, at) => at >= 1_000 || at % 7 !== 3,
  )
  const datafeed = new FakeFeed()
  datafeed.bars = bars
  const traces: string[] = []
  const port = await createEmbeddedChart({
    container: subject.container(),
    datafeed,
    symbol: 'BTCUSDT',
    resolution: '1',
    view: { ...DEFAULT_CHART_SETTINGS, hasCountdown: false },
    locale: 'en',
    palette,
    fontFamily: 'sans-serif',
    minBarSpacing: 0.8,
    theme: () => 'dark',
    nowMs: () => bars.at(-1)!.time + minute,
    trace: (message) => traces.push(message),
  })
  await new Promise<void>((resolve) => {
    port.on('loaded', () => resolve())
  })
  const first = bars[100]!.time
  const points = [
    { timeMs: first, price: 101 },
    { timeMs: bars.at(-1)!.time + 20 * minute, price: 102 },
  ]
  port.showDrawings([{ ...lineSpec, points }])
  const moved: unknown[] = []
  port.on('drawingMoved', (one) => moved.push(one))
  const chart = init(box!)!
  const xOf = (point: { timestamp: number } | { dataIndex: number }): number => {
    const place = chart.convertToPixel(point, { paneId: 'candle_pane' })
    return (Array.isArray(place) ? place[0]?.x : place.x) ?? Number.NaN
  }
  const counts = new Set<number>()
  for (let page = 0; page < 40 && chart.getDataList()[0]!.timestamp > begin; page++) {
    counts.add(chart.getDataList().length)
    chart.scrollToDataIndex(0)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  port.goTo(first)
  await new Promise((resolve) => setTimeout(resolve, 100))
  const list = chart.getDataList()
  const index = list.findIndex(({ timestamp }) => timestamp === first)
  const drawn = chart.getOverlays().find(({ points: own }) => own.length === 2)?.points
  const held = [
    ['it was read page by page', counts.size >= 2],
    ['the bar is there', index === 100 && list.length === bars.length],
    ['its point is at the bar', xOf({ timestamp: first }) === xOf({ dataIndex: index })],
    [
      'the other is twenty bars after the newest',
      xOf({ timestamp: points[1]!.timeMs }) === xOf({ dataIndex: list.length + 19 }),
    ],
    [
      'the points are as they were given',
      drawn?.map(({ timestamp }) => timestamp).join() === points.map(({ timeMs }) => timeMs).join(),
    ],
    ['nobody moved it', moved.length === 0 && traces.length === 0],
  ] as const
  port.destroy()
  const broken = held.filter(([, isSo]) => !isSo).map(([what]) => what)
  if (broken.length > 0) throw new Error(`not so: ${broken.join('; ')}`)
}
