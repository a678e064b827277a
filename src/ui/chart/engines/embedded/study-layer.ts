import { registerIndicator, type Chart, type IndicatorCreate, type TooltipLegend } from 'klinecharts'
import type { IndicatorValues } from '../../../../domain/indicators/indicator'
import { MISSING } from '../../../format'
import type { ChartPalette, StudyAction, StudySpec, SymbolScale } from '../../port/chart-port'
import { drawStudy } from './study-drawing'
import { levelAxis } from './level-axis'
import { firstInView } from './price-axis'
import { RebasedRows } from './rebased-rows'
import { StudyRun } from './study-run'

/** The one study in the engine's registry: what it computes and draws is given with each that is created. */
const STUDY = 'HALYARD_STUDY'
const CANDLE_PANE = 'candle_pane'
/** Height of a pane that nobody dragged: a share of the chart's, CSS pixels. */
const OWN_PANE = { least: 56, most: 110, share: 0.18 }

/** Strokes on 16 by 16. */
const MARKS: Readonly<Record<StudyAction, string>> = {
  settings: 'M2 5h6M12 5h2M2 11h2M8 11h6M8 5a2 2 0 1 0 4 0 2 2 0 1 0-4 0M4 11a2 2 0 1 0 4 0 2 2 0 1 0-4 0',
  remove: 'M4 4l8 8M12 4l-8 8',
}

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
  readonly rebased: RebasedRows
  readonly bar: HTMLElement | null
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
    this.#resize = new ResizeObserver(() => this.#placeSoon())
    this.#resize.observe(container)
  }

  show(specs: readonly StudySpec[]): void {
    const wanted = new Set(specs.map((one) => one.id))
    for (const [id, { bar }] of this.#drawn) {
      if (wanted.has(id)) continue
      this.chart.removeIndicator({ id })
      bar?.remove()
      this.#drawn.delete(id)
    }
    for (const spec of specs) this.#showOne(spec)
    this.#placeSoon()
  }

  /** Lines of text that the studies write over the bars. */
  get legendCount(): number {
    return [...this.#drawn.values()].filter(({ spec }) => spec.indicator.pane === 'price').length
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

  #showOne(spec: StudySpec): void {
    const known = this.#drawn.get(spec.id)
    if (known === undefined) {
      const isOwn = spec.indicator.pane === 'own'
      const drawn: Drawn = {
        spec,
        run: runOf(spec),
        rebased: new RebasedRows(() => drawn.run.values, {
          range: () => this.#inView(),
          close: (index) => this.chart.getDataList()[index]?.close,
        }),
        bar: isOwn ? this.#createBar(spec.id) : null,
      }
      this.#drawn.set(spec.id, drawn)
      this.chart.createIndicator({ ...this.#create(drawn), name: STUDY, paneId: paneOf(spec) }, true)
      if (isOwn) this.#sizePane(spec)
      this.#writeBar(drawn)
      return
    }
    if (JSON.stringify(known.spec) === JSON.stringify(spec)) return
    const isSameRun = JSON.stringify(known.spec.values) === JSON.stringify(spec.values)
    known.spec = spec
    if (!isSameRun) known.run = runOf(spec)
    this.chart.overrideIndicator({ ...this.#create(known), name: STUDY })
    this.#writeBar(known)
  }

  #create(drawn: Drawn): Omit<IndicatorCreate, 'name'> {
    const { id, indicator, isVisible, title } = drawn.spec
    return {
      id,
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
      createTooltipDataSource: ({ crosshair }) => ({
        name: drawn.spec.title,
        calcParamsText: '',
        features: [],
        legends: drawn.spec.isRebased
          ? this.#change(drawn, crosshair.dataIndex ?? -1)
          : this.#legends(drawn.spec, drawn.run.values[crosshair.dataIndex ?? -1]),
      }),
    }
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

  #sizePane(spec: StudySpec): void {
    const { least, most, share } = OWN_PANE
    const fitting = Math.min(most, Math.max(least, Math.round(this.container.clientHeight * share)))
    // Its levels are what its readers look for: they are always in view, and named on the axis.
    if (spec.indicator.levels.length > 1)
      this.chart.overrideYAxis({ paneId: paneOf(spec), ...levelAxis(spec.indicator.levels) })
    this.chart.setPaneOptions({ id: paneOf(spec), height: spec.heightPx ?? fitting, minHeight: 40, dragEnabled: true })
  }

  #createBar(id: string): HTMLElement {
    const bar = document.createElement('div')
    bar.dataset['studyBar'] = ''
    for (const action of ['settings', 'remove'] as const) {
      const button = document.createElement('button')
      button.type = 'button'
      button.dataset['studyAction'] = action
      button.append(icon(MARKS[action]))
      button.addEventListener('click', () => this.hooks.onAction(id, action))
      bar.append(button)
    }
    this.#bars.append(bar)
    return bar
  }

  #writeBar({ bar, spec }: Drawn): void {
    for (const button of bar?.querySelectorAll('button') ?? []) {
      const label = spec.actionLabels[button.dataset['studyAction'] === 'settings' ? 'settings' : 'remove']
      button.setAttribute('aria-label', label)
      button.title = label
    }
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
      bar.style.transform = `translateY(${Math.round(top)}px)`
      bar.style.insetInlineEnd = `${axis}px`
    }
  }

  #onDrag = (): void => {
    this.#placeSoon()
    // The engine lays its panes out after it says this.
    queueMicrotask(() => {
      for (const { spec } of this.#drawn.values()) {
        if (spec.indicator.pane !== 'own') continue
        const height = this.chart.getSize(paneOf(spec), 'main')?.height
        if (height !== undefined && height !== spec.heightPx) this.hooks.onHeight(spec.id, height)
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

function icon(strokes: string): SVGElement {
  const NAMESPACE = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(NAMESPACE, 'svg')
  svg.setAttribute('viewBox', '0 0 16 16')
  svg.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(NAMESPACE, 'path')
  path.setAttribute('d', strokes)
  svg.append(path)
  return svg
}
