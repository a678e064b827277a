import { registerOverlay, type Chart } from 'klinecharts'
import { keepRowFocus } from '../../../kit/row-focus'
import type { LineSpec, LineTone } from '../../../trading-kit/chart-line'
import type { ChartEvents, ChartPalette, LineHandle } from '../../port/chart-port'
import { LINE_WIDTH } from '../../lines/line-place'
import { edgeLabels, lastPriceLabel } from './edge-labels'
import { ceilingOf, clearEnd, isInRow, type Obstacle } from './keep-clear'
import { LineChip } from './line-chip'
import { LineDrag } from './line-drag'
import { placeBeside, type LabelBox } from './place-beside'
import { PriceMenu } from './price-menu'
import { crossed, spreadLabels } from './spread-labels'

const STROKE = 'halyardStroke'
/** Least distance between the middles of two labels, px: their height. */
const LABEL_GAP = 24
const DASHES = { solid: [], dashed: [5, 4], dotted: [2, 3] } as const

interface StrokeData {
  readonly spec: LineSpec
  readonly color: string
  /** Called on each redraw with the line's height in the pane. */
  place(y: number, height: number): void
}

/** Registers the stroke of a line with the engine. */
export function registerStroke(): void {
  registerOverlay<StrokeData>({
    name: STROKE,
    totalStep: 2,
    needDefaultPointFigure: false,
    needDefaultXAxisFigure: false,
    needDefaultYAxisFigure: false,
    createPointFigures: ({ overlay, coordinates, bounding }) => {
      const y = coordinates[0]?.y
      if (y === undefined) return []
      const { spec, color, place } = overlay.extendData
      const size = LINE_WIDTH[spec.thickness ?? 'medium']
      place(y, bounding.height)
      const style = spec.dash === 'solid' ? 'solid' : 'dashed'
      return {
        type: 'line',
        attrs: {
          coordinates: [
            { x: 0, y },
            { x: bounding.width, y },
          ],
        },
        styles: { style, dashedValue: [...DASHES[spec.dash]], color, size },
        // The chip is what a pointer meets; the engine would delete a line at a right click (chart.md §1).
        ignoreEvent: true,
      }
    },
  })
}

interface LineHooks {
  /** Whether the next press on the bars draws something. */
  isDrawing(): boolean
  /** What labels keep clear of beside the last price: the legend, the labels of drawings, and the engine's own. */
  legends(): readonly Obstacle[]
  drawn(): readonly Obstacle[]
  /** Somebody asked for the menu of a price. */
  onMenu(at: ChartEvents['menu']): void
}

/** Strokes in the canvas, labels and buttons as elements over it: they have roles, focus and a keyboard. */
export class LineLayer {
  readonly #chart: Chart
  readonly #layer: HTMLElement
  readonly #redraws = new Set<() => void>()
  readonly #chips = new Set<LineChip>()
  readonly #stopFocus: () => void
  readonly #drag: LineDrag
  readonly #menu: PriceMenu
  #isSettling = false
  #belowLast = 0
  #palette: ChartPalette

  readonly #hooks: Pick<LineHooks, 'legends' | 'drawn'>

  constructor(chart: Chart, container: HTMLElement, palette: ChartPalette, { isDrawing, onMenu, ...hooks }: LineHooks) {
    this.#chart = chart
    this.#hooks = hooks
    this.#palette = palette
    this.#layer = document.createElement('div')
    this.#layer.dataset['chartLines'] = ''
    this.#layer.tabIndex = -1
    container.append(this.#layer)
    this.#stopFocus = keepRowFocus(this.#layer)
    this.#drag = new LineDrag(container, {
      chips: () => this.#chips,
      isDrawing,
      barsWidth: () => chart.getSize('candle_pane', 'main')?.width ?? 0,
      priceAt: (y) => this.#priceAt(y),
      show: (spec) => this.add(spec),
    })
    this.#menu = new PriceMenu(container, {
      chips: () => this.#chips,
      isDrawing,
      // Before there are bars the scale is of nothing, and so is a price of it.
      priceAt: (y) => (chart.getDataList().length === 0 ? null : this.#priceAt(y)),
      heightOf: (price) => this.#heightOf(price),
      lastPrice: () => this.#chart.getDataList().at(-1)?.close ?? null,
      size: () => chart.getSize('candle_pane', 'main') ?? { width: 0, height: 0 },
      open: onMenu,
    })
  }

  /** @param px what stands under the label of the last price, and moves the labels below it */
  setBelowLast(px: number): void {
    this.#belowLast = px
    this.#settleSoon()
  }

  setPalette(palette: ChartPalette): void {
    this.#palette = palette
    for (const redraw of this.#redraws) redraw()
  }

  add(first: LineSpec): LineHandle {
    let spec = first
    const chip = new LineChip()
    this.#layer.append(chip.element)
    this.#chips.add(chip)
    const place = (y: number, height: number): void => {
      chip.moveTo(y, height)
      this.#settleSoon()
    }
    const data = (): StrokeData => ({ spec, color: this.#colorOf(spec.tone), place })
    const id = this.#chart.createOverlay({
      name: STROKE,
      groupId: 'halyardLines',
      lock: true,
      points: [{ value: spec.price }],
      extendData: data(),
    })
    const redraw = (): void => {
      chip.write(spec, (tone) => this.#colorOf(tone))
      if (typeof id === 'string')
        this.#chart.overrideOverlay({ id, points: [{ value: spec.price }], extendData: data() })
    }
    redraw()
    this.#redraws.add(redraw)
    return {
      update: (next) => {
        const isSameStroke =
          next.price === spec.price &&
          next.tone === spec.tone &&
          next.dash === spec.dash &&
          next.thickness === spec.thickness
        spec = next
        // Only words changed: the engine need not draw its canvas again for them.
        if (isSameStroke) chip.write(spec, (tone) => this.#colorOf(tone))
        else redraw()
      },
      remove: () => {
        this.#drag.leave(chip)
        this.#redraws.delete(redraw)
        this.#chips.delete(chip)
        chip.element.remove()
        if (typeof id === 'string') this.#chart.removeOverlay({ id })
      },
    }
  }

  /** Once all lines of a redraw have said where they are. */
  #settleSoon(): void {
    if (this.#isSettling) return
    this.#isSettling = true
    queueMicrotask(() => {
      this.#isSettling = false
      this.#settle()
    })
  }

  #settle(): void {
    const axisWidth = this.#chart.getSize('candle_pane', 'yAxis')?.width ?? 0
    this.#layer.style.setProperty('--axis-width', `${axisWidth}px`)
    const height = this.#chart.getSize('candle_pane', 'main')?.height ?? Infinity
    const chips = [...this.#chips]
    const edges = edgeLabels(
      chips.map(({ spec, lineY }) => ({ kind: spec?.kind ?? 'mark', y: lineY })),
      height,
    )
    const heightOf = new Map(chips.map((chip, index) => [chip, chip.y ?? edges[index]?.y ?? null]))
    const edgeOf = new Map(chips.map((chip, index) => [chip, edges[index]?.edge ?? null]))
    for (const [chip, edge] of edgeOf) chip.standAtEdge(edge)
    const shown = chips.filter((chip) => heightOf.get(chip) !== null)
    // What comes and goes with a pointer moves no other label.
    for (const chip of shown) if (chip.spec?.kind === 'hover') chip.show(chip.y ?? 0)
    const visible = shown.filter((chip) => chip.spec?.kind !== 'hover')
    const onAxis = visible.filter((chip) => chip.isOnAxis)
    const legends = this.#hooks.legends()
    const { width = Infinity } = this.#chart.getSize('candle_pane', 'main') ?? {}
    const wanted = onAxis.map((chip) => heightOf.get(chip) ?? 0)
    const last = this.#lastPriceHeight(height)
    // Only what belongs above the last price comes near what is written at the upper edge.
    const upper = onAxis.filter((_, index) => last === null || wanted[index]! < last)
    const longest = Math.max(0, ...upper.map((chip) => chip.length))
    const heights = spreadLabels(wanted, last, {
      gap: LABEL_GAP,
      below: this.#belowLast,
      height,
      ceiling: ceilingOf(legends, longest, width),
    })
    const obstacles = [...legends, ...this.#hooks.drawn()]
    for (const [index, chip] of onAxis.entries()) {
      const y = heights[index] ?? 0
      chip.standAtEdge(edgeOf.get(chip) ?? crossed(wanted[index]!, y, last, LABEL_GAP))
      chip.show(y)
      this.#keepClear(chip, y, obstacles)
    }
    // On a narrow chart the labels of both ends meet: the one without a price gives way.
    const beside = visible.filter((chip) => !chip.isOnAxis)
    const places = placeBeside(
      beside.map((chip) => chip.boxAt(chip.y ?? 0)),
      [...onAxis.map((chip, index) => chip.boxAt(heights[index] ?? 0)), ...obstacles.flatMap(rowsOf)],
      { gap: LABEL_GAP, height },
    )
    for (const [index, chip] of beside.entries()) chip.show(places[index] ?? 0)
  }

  /** The layout is asked only where something lies at the label's height. */
  #keepClear(chip: LineChip, y: number, obstacles: readonly Obstacle[]): void {
    const inRow = obstacles.filter((one) => isInRow(y, one))
    chip.standAside(null)
    if (inRow.length === 0) return
    const width = this.#chart.getSize('candle_pane', 'main')?.width ?? 0
    const { left, right } = chip.boxAt(y).extent()
    const end = clearEnd({ y, end: width - right, size: right - left }, inRow, width)
    if (Math.abs(end - (width - right)) >= 1) chip.standAside(end)
  }

  #lastPriceHeight(height: number): number | null {
    const close = this.#chart.getDataList().at(-1)?.close
    const y = close === undefined ? null : this.#heightOf(close)
    return y === null ? null : lastPriceLabel(y, height)
  }

  #heightOf(price: number): number | null {
    const point = this.#chart.convertToPixel({ value: price }, { paneId: 'candle_pane' })
    return Array.isArray(point) ? null : (point.y ?? null)
  }

  #priceAt(y: number): number | null {
    const point = this.#chart.convertFromPixel([{ x: 0, y }], { paneId: 'candle_pane' })
    const value = (Array.isArray(point) ? point[0] : point)?.value
    return value === undefined || !Number.isFinite(value) ? null : value
  }

  #colorOf(tone: LineTone): string {
    return this.#palette[tone]
  }

  destroy(): void {
    this.#stopFocus()
    this.#drag.destroy()
    this.#menu.destroy()
    this.#layer.remove()
  }
}

/** An obstacle as labels that lie there already, one for each height of a label. */
function rowsOf({ left, right, top, bottom }: Obstacle): readonly LabelBox[] {
  const count = Math.max(1, Math.ceil((bottom - top) / LABEL_GAP))
  const extent = (): { left: number; right: number } => ({ left, right })
  return Array.from({ length: count }, (_, row) => ({ y: Math.min(top + (row + 0.5) * LABEL_GAP, bottom), extent }))
}
