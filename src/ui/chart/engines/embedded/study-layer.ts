import {
  registerIndicator,
  type Chart,
  type IndicatorCreate,
  type IndicatorTooltipData,
  type TooltipLegend,
} from 'klinecharts'
import type { IndicatorValues } from '../../../../domain/indicators/indicator'
import { MISSING } from '../../../format'
import type { ChartPalette, StudyAction, StudySpec, SymbolScale } from '../../port/chart-port'
import { drawStudy } from './study-drawing'
import type { Obstacle } from './keep-clear'
import { legendOf, type Legend, type LegendText } from './legend-boxes'
import { levelAxis } from './level-axis'
import { PaneBar } from './pane-bar'
import { paneHeights, PANE_LEAST } from './pane-heights'
import { firstInView } from './price-axis'
import { RebasedRows } from './rebased-rows'
import { StudyRun } from './study-run'

/** The one study in the engine's registry: what it computes and draws is given with each that is created. */
const STUDY = 'HALYARD_STUDY'
const CANDLE_PANE = 'candle_pane'

const CHANGE = new Intl.NumberFormat('en', {
  style: 'percent',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'exceptZero',
})

registerIndicator({ name: STUDY, calc: () => [] })

interface Drawn {
  spec: StudySpec
  run: StudyRun
  /** Its place in the list, from below. */
  level: number
  readonly rebased: RebasedRows
  readonly bar: PaneBar | null
}

export interface StudyLayerHooks {
  /** Rises with each read of history, after which bars that were computed may be others. */
  reads(): number
  onAction(id: string, action: StudyAction): void
  onHeight(id: string, heightPx: number): void
}

/** Keeps the engine's studies equal to a list; panes of their own get buttons, as elements, to be set and closed. */
export class StudyLayer {
  readonly #drawn = new Map<string, Drawn>()
  readonly #resize: ResizeObserver
  readonly #bars = document.createElement('div')
  /** Of the panes, CSS pixels, as they were given to the engine. */
  #heights: ReadonlyMap<string, number> = new Map()
  /** Of the panes from above, by the studies that they show. */
  #order: readonly string[] = []
  #isFolded = false
  #frame: number | null = null
  #view: { readonly range: object; readonly bars: readonly [from: number, to: number] } | null = null

  constructor(
    private readonly chart: Chart,
    private readonly container: HTMLElement,
    private readonly scale: SymbolScale,
    private palette: ChartPalette,
    private readonly hooks: StudyLayerHooks,
  ) {
    this.#bars.dataset['studyBars'] = ''
    container.append(this.#bars)
    chart.subscribeAction('onPaneDrag', this.#onDrag)
    this.#resize = new ResizeObserver(() => {
      this.#sizePanes()
      this.#placeSoon()
    })
    this.#resize.observe(container)
  }

  show(specs: readonly StudySpec[]): void {
    const wanted = new Set(specs.map((one) => one.id))
    for (const [id, { bar }] of this.#drawn) {
      if (wanted.has(id)) continue
      this.chart.removeIndicator({ id })
      bar?.element.remove()
      this.#drawn.delete(id)
    }
    for (const [at, spec] of specs.entries()) this.#showOne(spec, at + 1)
    this.#sizePanes(this.#isReordered(specs))
    this.#placeSoon()
  }

  /** What the studies write over the bars, in boxes once they are measured. */
  legend(boxes?: readonly Obstacle[]): Legend {
    const lines = [...this.#drawn.values()].filter(({ spec }) => spec.indicator.pane === 'price').length
    return legendOf(lines, this.#isFolded, boxes)
  }

  /** The next drawing of the chart writes its legend, or leaves it out. */
  fold(isFolded: boolean): void {
    this.#isFolded = isFolded
  }

  /** What they say of the newest bar. */
  legendTexts(): readonly LegendText[] {
    if (this.legend().written === 0) return []
    const last = this.chart.getDataList().length - 1
    return [...this.#drawn.values()].flatMap((drawn) => {
      const { spec } = drawn
      if (spec.indicator.pane !== 'price') return []
      const legends = spec.isRebased ? this.#change(drawn, last) : this.#legends(spec, drawn.run.values[last])
      return { title: spec.title, values: legends.map(({ value }) => (typeof value === 'string' ? value : value.text)) }
    })
  }

  setPalette(palette: ChartPalette): void {
    // The drawing reads it; a change of styles, which comes with it, draws all anew.
    this.palette = palette
  }

  destroy(): void {
    this.#resize.disconnect()
    if (this.#frame !== null) cancelAnimationFrame(this.#frame)
    this.chart.unsubscribeAction('onPaneDrag', this.#onDrag)
    this.#bars.remove()
  }

  #showOne(spec: StudySpec, level: number): void {
    const known = this.#drawn.get(spec.id)
    if (known === undefined) {
      const isOwn = spec.indicator.pane === 'own'
      const drawn: Drawn = {
        spec,
        run: runOf(spec),
        level,
        rebased: new RebasedRows(() => drawn.run.values, {
          range: () => this.#inView(),
          close: (index) => this.chart.getDataList()[index]?.close,
        }),
        bar: isOwn ? this.#createBar(spec.id) : null,
      }
      this.#drawn.set(spec.id, drawn)
      this.chart.createIndicator({ ...this.#create(drawn), name: STUDY, paneId: paneOf(spec) }, true)
      // Its levels are what its readers look for: they are always in view, and named on the axis.
      if (isOwn && spec.indicator.levels.length > 1)
        this.chart.overrideYAxis({ paneId: paneOf(spec), ...levelAxis(spec.indicator.levels) })
      drawn.bar?.write(spec.actionLabels)
      return
    }
    if (known.level === level && JSON.stringify(known.spec) === JSON.stringify(spec)) return
    known.level = level
    const isSameRun = JSON.stringify(known.spec.values) === JSON.stringify(spec.values)
    known.spec = spec
    if (!isSameRun) known.run = runOf(spec)
    this.chart.overrideIndicator({ ...this.#create(known), name: STUDY })
    known.bar?.write(spec.actionLabels)
  }

  #create(drawn: Drawn): Omit<IndicatorCreate, 'name'> {
    const { id, indicator, isVisible, title } = drawn.spec
    return {
      id,
      // Of what lies over the bars: its place in the list, above the volume.
      zLevel: drawn.level,
      shortName: title,
      visible: isVisible,
      precision: this.#decimals(drawn.spec),
      shouldFormatBigNumber: indicator.unit === 'quantity',
      ...(indicator.outputs[0]?.shape === 'columns' ? { minValue: 0 } : {}),
      // The engine reads the columns of the values to fit its axis.
      figures: indicator.outputs.map((_, column) => ({ key: String(column) })),
      calc: (bars) => {
        const values = drawn.run.valuesOf(bars, this.hooks.reads())
        return drawn.spec.isRebased ? [...drawn.rebased.rows()] : values
      },
      draw: (draw) => {
        if (drawn.bar !== null) this.#placeSoon()
        const values = drawn.spec.isRebased ? drawn.rebased.inView() : drawn.run.values
        drawStudy({ ...draw, values }, drawn.spec, this.palette)
        return true
      },
      createTooltipDataSource: ({ crosshair }) => this.#tooltip(drawn, crosshair.dataIndex ?? -1),
    }
  }

  /** The line of a study above its pane; the engine leaves out one that says nothing. */
  #tooltip(drawn: Drawn, index: number): IndicatorTooltipData {
    const { spec, run } = drawn
    const isWritten = spec.indicator.pane === 'own' || this.legend().written > 0
    if (!isWritten) return { name: '', calcParamsText: '', features: [], legends: [] }
    const legends = spec.isRebased ? this.#change(drawn, index) : this.#legends(spec, run.values[index])
    return { name: spec.title, calcParamsText: '', features: [], legends }
  }

  #legends(spec: StudySpec, values: IndicatorValues | undefined): TooltipLegend[] {
    if (!spec.isVisible) return []
    const decimals = this.#decimals(spec)
    return spec.indicator.outputs.flatMap((_, column) => {
      const value = values?.[column] ?? null
      // Of two lines that take turns only one has a value.
      if (value === null && spec.indicator.outputs.length > 1) return []
      const color = this.palette[spec.tones[column] ?? 'blue']
      const text =
        value === null
          ? MISSING
          : value.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
      return [{ title: { text: '', color }, value: { text, color } }]
    })
  }

  /** Of another symbol the change since the first bar in view. */
  #change({ spec, rebased }: Drawn, index: number): TooltipLegend[] {
    const color = this.palette[spec.tones[0] ?? 'blue']
    const change = rebased.changeAt(index)
    const text = change === null ? MISSING : CHANGE.format(change)
    return [{ title: { text: '', color }, value: { text, color } }]
  }

  #inView(): readonly [from: number, to: number] {
    const range = this.chart.getVisibleRange()
    // The engine gives another object for another view.
    if (this.#view?.range !== range) this.#view = { range, bars: [firstInView(this.chart) ?? range.to, range.to] }
    return this.#view.bars
  }

  #decimals({ indicator: { unit } }: StudySpec): number {
    if (unit === 'price') return this.scale.priceDecimals
    return unit === 'quantity' ? this.scale.qtyDecimals : unit.decimals
  }

  get #own(): readonly StudySpec[] {
    return [...this.#drawn.values()].flatMap(({ spec }) => (spec.indicator.pane === 'own' ? spec : []))
  }

  /**
   * As high as they were dragged, as far as the bars keep their room: a chart may have become one of four.
   *
   * @param isReordered whether they have other places; the engine measures where a pane begins with its height alone
   */
  #sizePanes(isReordered = false): void {
    const own = this.#own
    const heights = paneHeights(
      this.container.clientHeight,
      own.map(({ heightPx }) => heightPx),
    )
    const next = new Map(own.map(({ id }, at) => [id, heights[at] ?? PANE_LEAST]))
    for (const spec of own) {
      const height = next.get(spec.id) ?? PANE_LEAST
      if (!isReordered && this.#heights.get(spec.id) === height) continue
      const place = isReordered ? { order: this.#order.indexOf(spec.id) + 1 } : {}
      this.chart.setPaneOptions({ id: paneOf(spec), height, minHeight: PANE_LEAST, dragEnabled: true, ...place })
    }
    this.#heights = next
  }

  /** Whether the panes, which stand below the bars in the order of the list, change places. */
  #isReordered(specs: readonly StudySpec[]): boolean {
    const before = this.#order
    this.#order = specs.flatMap(({ id, indicator }) => (indicator.pane === 'own' ? id : []))
    return this.#order.some((id, at) => id !== before[at])
  }

  #createBar(id: string): PaneBar {
    const bar = new PaneBar(this.container, {
      onAction: (action) => this.hooks.onAction(id, action),
      wayTo: (y) => this.#wayTo(id, y),
    })
    this.#bars.append(bar.element)
    return bar
  }

  #wayTo(id: string, y: number): 'up' | 'down' | null {
    const at = this.#order.indexOf(id)
    const middle = (of: string | undefined): number | null => {
      const size = of === undefined ? null : this.chart.getSize(`study_${of}`, 'main')
      return size == null ? null : size.top + size.height / 2
    }
    const [above, below] = [middle(this.#order[at - 1]), middle(this.#order[at + 1])]
    if (above !== null && y < above) return 'up'
    return below !== null && y > below ? 'down' : null
  }

  /** The engine lays its panes out in the next frame. */
  #placeSoon(): void {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = null
      this.#placeBars()
    })
  }

  #placeBars(): void {
    const axis = this.chart.getSize(CANDLE_PANE, 'yAxis')?.width ?? 0
    for (const { bar, spec } of this.#drawn.values()) {
      const top = this.chart.getSize(paneOf(spec), 'main')?.top
      if (bar === null || top === undefined) continue
      bar.element.style.transform = `translateY(${Math.round(top)}px)`
      bar.element.style.insetInlineEnd = `${axis}px`
    }
  }

  #onDrag = (): void => {
    this.#placeSoon()
    // The engine lays its panes out after it says this.
    queueMicrotask(() => {
      for (const { spec } of this.#drawn.values()) {
        if (spec.indicator.pane !== 'own') continue
        const height = this.chart.getSize(paneOf(spec), 'main')?.height
        // A pane that only gave way to the bars of a low chart was not dragged.
        if (height === undefined || height === this.#heights.get(spec.id)) continue
        this.#heights = new Map(this.#heights).set(spec.id, height)
        this.hooks.onHeight(spec.id, height)
      }
    })
  }
}

function runOf(spec: StudySpec): StudyRun {
  return new StudyRun(spec.indicator, spec.values)
}

function paneOf({ id, indicator }: StudySpec): string {
  return indicator.pane === 'own' ? `study_${id}` : CANDLE_PANE
}
