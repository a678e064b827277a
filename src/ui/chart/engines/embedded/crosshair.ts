import type { Chart } from 'klinecharts'
import type { ChartEvents } from '../../port/chart-port'
import { fromKLine } from './bar-loader'
import { crosshairKey, keyedIndex } from './crosshair-keys'
import { firstInView } from './price-axis'

const CANDLE_PANE = 'candle_pane'
const NO_PANE = 'linked'

type Emit = <K extends keyof ChartEvents>(event: K, value: ChartEvents[K]) => void

/** The crosshair: which bar and moment are pointed at here, and a moment that another chart points at. */
export class Crosshair {
  #pointedMs: number | null = null
  /** Start of the bar that keys put it at; `null` while the pointer has it. */
  #keyedMs: number | null = null

  constructor(
    private readonly chart: Chart,
    private readonly container: HTMLElement,
    private readonly emit: Emit,
  ) {
    chart.subscribeAction('onCrosshairChange', this.#onChange)
    // The engine does not say that the pointer left.
    container.addEventListener('pointerleave', this.#onLeave)
    container.addEventListener('keydown', this.#onKey)
    container.addEventListener('focusout', this.#onBlur)
  }

  /** Shows it at a moment, without an event of its own; where the bar is out of view it is taken away. */
  pointAt(timeMs: number | null): void {
    const bars = this.chart.getDataList()
    const point =
      timeMs === null ? null : this.chart.convertToPixel({ timestamp: barAt(bars, timeMs) }, { paneId: CANDLE_PANE })
    const x = point === null || Array.isArray(point) ? undefined : point.x
    const width = this.chart.getSize(CANDLE_PANE, 'main')?.width ?? 0
    // In a pane that does not exist it has no price: the line of the moment alone is drawn, through all panes.
    if (x !== undefined && x >= 0 && x <= width) this.chart.executeAction('onCrosshairChange', { x, paneId: NO_PANE })
    // The engine takes it away where nothing is given, which its types do not know.
    else Reflect.apply(this.chart.executeAction, this.chart, ['onCrosshairChange'])
  }

  destroy(): void {
    this.container.removeEventListener('pointerleave', this.#onLeave)
    this.container.removeEventListener('keydown', this.#onKey)
    this.container.removeEventListener('focusout', this.#onBlur)
  }

  #onChange = (data?: unknown): void => {
    // The pointer has it from here on.
    if (this.#keyedMs !== null) this.emit('keyed', null)
    this.#keyedMs = null
    const bars = this.chart.getDataList()
    const x = (data as { x?: number } | undefined)?.x
    const point = x === undefined ? null : this.chart.convertFromPixel([{ x }], { paneId: CANDLE_PANE })
    const { dataIndex, timestamp } = (Array.isArray(point) ? point[0] : point) ?? {}
    const bar = (dataIndex === undefined ? undefined : bars[dataIndex]) ?? bars.at(-1)
    if (bar !== undefined) this.emit('bar', fromKLine(bar))
    this.#point(timestamp ?? null)
  }

  #onLeave = (): void => this.#point(null)

  #onKey = (event: KeyboardEvent): void => {
    const key = crosshairKey(event)
    // Buttons and lines in the chart have keys of their own.
    if (key === null || event.target !== this.container.firstElementChild) return
    const bars = this.chart.getDataList()
    const { realTo } = this.chart.getVisibleRange()
    const view = { count: bars.length, from: firstInView(this.chart) ?? 0, to: realTo }
    const at = this.#keyedMs === null ? null : bars.findLastIndex(({ timestamp }) => timestamp === this.#keyedMs)
    const index = keyedIndex(key, at === -1 ? null : at, view)
    if (index === null && this.#keyedMs === null) return
    event.preventDefault()
    if (index === null) this.#leaveKeys()
    else this.#goTo(index)
  }

  #onBlur = (event: FocusEvent): void => {
    if (event.target === this.container.firstElementChild && this.#keyedMs !== null) this.#leaveKeys()
  }

  /** At the close of a bar, which is brought into view. */
  #goTo(index: number): void {
    const bar = this.chart.getDataList()[index]
    if (bar === undefined) return
    const pointOf = (): { x?: number; y?: number } => {
      const point = this.chart.convertToPixel({ dataIndex: index, value: bar.close }, { paneId: CANDLE_PANE })
      return Array.isArray(point) ? (point[0] ?? {}) : point
    }
    const width = this.chart.getSize(CANDLE_PANE, 'main')?.width ?? 0
    const { x = 0 } = pointOf()
    const half = this.chart.getBarSpace().bar / 2
    if (x < half) this.chart.scrollByDistance(half - x)
    else if (x > width - half) this.chart.scrollByDistance(width - half - x)
    this.#keyedMs = bar.timestamp
    this.chart.executeAction('onCrosshairChange', { ...pointOf(), paneId: CANDLE_PANE })
    this.emit('bar', fromKLine(bar))
    this.emit('keyed', fromKLine(bar))
    this.#point(bar.timestamp)
  }

  #leaveKeys(): void {
    this.#keyedMs = null
    this.pointAt(null)
    const last = this.chart.getDataList().at(-1)
    if (last !== undefined) this.emit('bar', fromKLine(last))
    this.emit('keyed', null)
    this.#point(null)
  }

  #point(timeMs: number | null): void {
    if (timeMs === this.#pointedMs) return
    this.#pointedMs = timeMs
    this.emit('crosshair', { timeMs })
  }
}

/** Start of the bar that a moment lies in; the moment itself beyond the bars. */
function barAt(bars: readonly { readonly timestamp: number }[], timeMs: number): number {
  let [low, high] = [0, bars.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (bars[middle]!.timestamp > timeMs) high = middle
    else low = middle + 1
  }
  const bar = bars[low - 1]
  return bar === undefined || low === bars.length ? timeMs : bar.timestamp
}
