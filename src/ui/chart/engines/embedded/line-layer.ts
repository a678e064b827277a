import { registerOverlay, type Chart } from 'klinecharts'
import { keepRowFocus } from '../../../kit/row-focus'
import type { LineSpec, LineTone } from '../../../trading-kit/chart-line'
import type { ChartPalette, LineHandle } from '../../port/chart-port'
import { placeBeside, type LabelBox } from './place-beside'
import { spreadLabels } from './spread-labels'

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
        styles: { style, dashedValue: [...DASHES[spec.dash]], color, size: 1 },
        // The chip is what a pointer meets; the engine would delete a line at a right click (chart.md §1).
        ignoreEvent: true,
      }
    },
  })
}

/** Strokes in the canvas, labels and buttons as elements over it: they have roles, focus and a keyboard. */
export class LineLayer {
  readonly #chart: Chart
  readonly #layer: HTMLElement
  readonly #redraws = new Set<() => void>()
  readonly #chips = new Set<Chip>()
  readonly #stopFocus: () => void
  #isSettling = false
  #belowLast = 0
  #palette: ChartPalette

  constructor(chart: Chart, container: HTMLElement, palette: ChartPalette) {
    this.#chart = chart
    this.#palette = palette
    this.#layer = document.createElement('div')
    this.#layer.dataset['chartLines'] = ''
    this.#layer.tabIndex = -1
    container.append(this.#layer)
    this.#stopFocus = keepRowFocus(this.#layer)
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
    const chip = new Chip()
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
        const isSameStroke = next.price === spec.price && next.tone === spec.tone && next.dash === spec.dash
        spec = next
        // Only words changed: the engine need not draw its canvas again for them.
        if (isSameStroke) chip.write(spec, (tone) => this.#colorOf(tone))
        else redraw()
      },
      remove: () => {
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
    const visible = [...this.#chips].filter((chip) => chip.y !== null)
    const onAxis = visible.filter((chip) => chip.isOnAxis)
    const heights = spreadLabels(
      onAxis.map((chip) => chip.y ?? 0),
      this.#lastPriceHeight(),
      { gap: LABEL_GAP, below: this.#belowLast },
    )
    for (const [index, chip] of onAxis.entries()) chip.show(heights[index] ?? 0)
    // On a narrow chart the labels of both ends meet: the one without a price gives way.
    const beside = visible.filter((chip) => !chip.isOnAxis)
    const places = placeBeside(
      beside.map((chip) => chip.boxAt(chip.y ?? 0)),
      onAxis.map((chip, index) => chip.boxAt(heights[index] ?? 0)),
      { gap: LABEL_GAP, height: this.#chart.getSize('candle_pane', 'main')?.height ?? Infinity },
    )
    for (const [index, chip] of beside.entries()) chip.show(places[index] ?? 0)
  }

  #lastPriceHeight(): number | null {
    const close = this.#chart.getDataList().at(-1)?.close
    if (close === undefined) return null
    const point = this.#chart.convertToPixel({ value: close }, { paneId: 'candle_pane' })
    return Array.isArray(point) ? null : (point.y ?? null)
  }

  #colorOf(tone: LineTone): string {
    return this.#palette[tone]
  }

  destroy(): void {
    this.#stopFocus()
    this.#layer.remove()
  }
}

/** One label: text, an optional figure, buttons, and the price on the axis. */
class Chip {
  readonly element = document.createElement('div')
  readonly #label = document.createElement('span')
  readonly #detail = document.createElement('span')
  readonly #price = document.createElement('span')
  readonly #buttons = new Map<string, HTMLButtonElement>()
  #spec: LineSpec | null = null
  #y: number | null = null

  constructor() {
    this.element.dataset['chip'] = ''
    this.#label.dataset['chipText'] = ''
    this.#detail.dataset['chipDetail'] = ''
    this.#price.dataset['chipPrice'] = ''
    this.element.append(this.#label, this.#detail, this.#price)
  }

  write(spec: LineSpec, colorOf: (tone: LineTone) => string): void {
    this.#spec = spec
    this.element.dataset['kind'] = spec.kind
    this.element.dataset['tone'] = spec.tone
    this.element.style.setProperty('--chip-color', colorOf(spec.tone))
    setText(this.#label, spec.text)
    setText(this.#detail, spec.detail?.text ?? '')
    this.#detail.dataset['tone'] = spec.detail?.tone ?? ''
    setText(this.#price, spec.priceText)
    this.#writeButtons(spec)
  }

  #writeButtons(spec: LineSpec): void {
    const actions = spec.actions ?? []
    for (const [id, button] of this.#buttons) {
      if (actions.some((action) => action.id === id)) continue
      button.remove()
      this.#buttons.delete(id)
    }
    for (const action of actions) {
      let button = this.#buttons.get(action.id)
      if (button === undefined) {
        button = document.createElement('button')
        button.type = 'button'
        button.dataset['action'] = action.id
        button.textContent = action.mark
        button.addEventListener('click', (event) => {
          // A page's own script may call click(); only a person's press cancels.
          if (event.isTrusted) this.#spec?.onAction?.(action.id)
        })
        this.#buttons.set(action.id, button)
        this.#price.before(button)
      }
      button.setAttribute('aria-label', action.label)
      button.title = action.label
    }
  }

  /** Height of the line, or `null` while it is outside what is shown. */
  get y(): number | null {
    return this.#y
  }

  /** Labels with a price share the axis; the others stand at the other end of their line. */
  get isOnAxis(): boolean {
    return this.#spec?.priceText !== ''
  }

  /** Where it would lie at a height. Its extent asks the layout. */
  boxAt(y: number): LabelBox {
    const { element } = this
    return { y, extent: () => ({ left: element.offsetLeft, right: element.offsetLeft + element.offsetWidth }) }
  }

  moveTo(y: number, height: number): void {
    this.#y = y < 0 || y > height ? null : y
    this.element.hidden = this.#y === null
  }

  show(y: number): void {
    this.element.style.transform = `translateY(${Math.round(y)}px)`
  }
}

function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text
  element.hidden = text === ''
}
