import { createEmbeddedChart } from '../../../src/ui/chart/engines/embedded/embedded-chart'
import { readChartPalette } from '../../../src/ui/chart/chart-palette'
import { DRAWING_KINDS, DRAWING_POINTS, isTextual } from '../../../src/ui/chart/drawings/drawing-kind'
import { FIRST_STYLE } from '../../../src/ui/chart/drawings/drawing-styles'
import type { ChartPort, ChartType, DrawingSpec, ThemeName } from '../../../src/ui/chart/port/chart-port'
import type { LineKind, LineSpec, LineTone } from '../../../src/ui/trading-kit/chart-line'
import { FakeFeed, lineOf } from '../../ui/chart/engines/chart-contract'
import { CanvasRecord } from './canvas-record'
import type { Content, Drawn } from './drawn'

const MINUTE = 60_000
const COUNT = 60
const START = Date.UTC(2026, 0, 5, 12)
const record = new CanvasRecord()

/** Waves of bars about 100: more than half of them rise. */
const bars = Array.from({ length: COUNT }, (_, i) => {
  const [open, close] = [i, i + 1].map((at) => 100 + 6 * Math.sin(at / 6) + at / 20) as [number, number]
  return {
    time: START + i * MINUTE,
    open,
    high: Math.max(open, close) + 0.7,
    low: Math.min(open, close) - 0.6,
    close,
    volume: 10 + (i % 7),
  }
})

/** Each kind of line once, at a price of its own. */
const LINES: Readonly<Record<LineKind, LineTone>> = {
  order: 'buy',
  preorder: 'muted',
  trigger: 'warn',
  position: 'info',
  liquidation: 'loss',
  breakeven: 'muted',
  mark: 'warn',
  moved: 'buy',
  alert: 'info',
  asked: 'sell',
  hover: 'muted',
}
const lines = Object.entries(LINES).map(([kind, tone], at): LineSpec => {
  const price = 93.5 + at * 1.5
  return lineOf({ id: kind, kind: kind as LineKind, price, priceText: price.toFixed(1), tone, text: kind })
})

/** Each kind of drawing once, side by side. */
const drawings = DRAWING_KINDS.map((kind, at): DrawingSpec => ({
  id: kind,
  kind,
  points: Array.from({ length: DRAWING_POINTS[kind] }, (_, point) => ({
    timeMs: START + (2 + at * 2 + point * 6) * MINUTE,
    price: 98 + (at % 5) + [0, 3, -1.5][point]!,
  })),
  name: '',
  text: isTextual(kind) ? `A ${kind}` : '',
  ...FIRST_STYLE,
  isLocked: false,
  isHidden: false,
  order: at,
  isSelected: false,
  words: { target: 'Target', stop: 'Stop', text: 'Text', bars: (count) => `${count} bars` },
}))

let port: ChartPort | null = null
let removals: (() => void)[] = []
const view = {
  scale: 'normal',
  isInverted: false,
  isFixed: false,
  hasDays: true,
  // Its text is another one each second.
  hasCountdown: false,
  isLegendFolded: false,
  timezone: 'UTC',
} as const

async function open(theme: ThemeName): Promise<void> {
  port?.destroy()
  removals = []
  document.documentElement.dataset['theme'] = theme
  document.body.replaceChildren()
  const box = document.createElement('div')
  box.style.cssText = 'position: relative; inline-size: 900px; block-size: 500px; background: var(--surface-1)'
  document.body.append(box)
  const datafeed = new FakeFeed()
  datafeed.bars = bars
  port = await createEmbeddedChart({
    container: box,
    datafeed,
    symbol: 'BTCUSDT',
    resolution: '1',
    view: { ...view, chartType: 'candles' },
    locale: 'en',
    palette: readChartPalette(document.documentElement),
    fontFamily: 'monospace',
    minBarSpacing: 0.8,
    theme: () => theme,
    nowMs: () => START + COUNT * MINUTE,
    trace: (message) => {
      throw new Error(message)
    },
  })
  const opened = port
  await new Promise<void>((resolve) => {
    opened.on('loaded', () => resolve())
  })
}

async function draw(chartType: ChartType, content: Content): Promise<Drawn> {
  if (port === null) throw new Error('no chart is open')
  port.setView({ ...view, chartType })
  for (const remove of removals.splice(0)) remove()
  if (content === 'lines' || content === 'both')
    removals = lines.map((spec) => {
      const handle = port!.line(spec)
      return () => handle.remove()
    })
  port.showDrawings(content === 'drawings' || content === 'both' ? drawings : [])
  await frames(4)
  record.begin()
  // Draws everything once more.
  port.setTheme(readChartPalette(document.documentElement))
  await frames(4)
  const labels = [...document.querySelectorAll<HTMLElement>('[data-chip]')].map((chip) =>
    [
      chip.dataset['kind'],
      chip.querySelector('[data-chip-text]')?.textContent,
      chip.querySelector('[data-chip-price]')?.textContent,
      chip.style.getPropertyValue('--chip-color'),
    ].join(' '),
  )
  return { ...record.read(), labels: labels.toSorted() }
}

async function frames(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => requestAnimationFrame(resolve))
}

declare global {
  var chartStates: { open(theme: ThemeName): Promise<void>; draw(type: ChartType, content: Content): Promise<Drawn> }
}

globalThis.chartStates = { open, draw }
