import type { LineSpec, LineTone, MovedLine } from '../../../trading-kit/chart-line'
import { LINE_LENGTH } from '../../lines/line-place'
import type { AtEdge } from './edge-labels'
import type { LabelBox } from './place-beside'

/** Of two prices on the axis, of which one would lie over the other, px. */
const PRICE_HEIGHT = 21
/** From the middle of a label to its edge, px. */
const HALF_HEIGHT = 12

/** One label: text, an optional figure, buttons, and the price on the axis. The text is what a line is moved by. */
export class LineChip {
  readonly element = document.createElement('div')
  readonly #label = document.createElement('span')
  readonly #detail = document.createElement('span')
  readonly #price = document.createElement('span')
  /** Between the label and its price on the axis: where the label stands along its line. */
  readonly #space = document.createElement('i')
  readonly #buttons = new Map<string, HTMLButtonElement>()
  #spec: LineSpec | null = null
  #lineY: number | null = null
  #y: number | null = null
  #edge: AtEdge['edge'] | null = null
  #shownY = 0
  #isAside = false
  #length: { readonly of: string; readonly px: number } | null = null

  constructor() {
    this.element.dataset['chip'] = ''
    this.#label.dataset['chipText'] = ''
    this.#detail.dataset['chipDetail'] = ''
    this.#price.dataset['chipPrice'] = ''
    this.#space.dataset['chipSpace'] = ''
    this.element.append(this.#label, this.#detail, this.#space, this.#price)
  }

  write(spec: LineSpec, colorOf: (tone: LineTone) => string): void {
    this.#spec = spec
    this.element.dataset['kind'] = spec.kind
    this.element.dataset['line'] = spec.id
    this.element.dataset['tone'] = spec.tone
    this.element.dataset['place'] = spec.place ?? ''
    this.#space.hidden = spec.priceText === '' || spec.text === ''
    if (!this.#isAside) this.#keepPlace()
    this.element.style.setProperty('--chip-color', colorOf(spec.tone))
    setText(this.#label, spec.text)
    setText(this.#detail, spec.detail?.text ?? '')
    this.#detail.dataset['tone'] = spec.detail?.tone ?? ''
    setText(this.#price, spec.priceText)
    this.#writeHandle(spec)
    this.#writeButtons(spec)
  }

  /** What it shows now. */
  get spec(): LineSpec | null {
    return this.#spec
  }

  /** Whether a node of the page is what this line is moved by. */
  isHandle(target: EventTarget | null): boolean {
    return this.#spec?.move != null && target instanceof Node && this.#handle.contains(target)
  }

  /** Says where the line would go, and marks that it is under way; `null` ends it. */
  writeMoved(moved: MovedLine | null): void {
    if (moved === null) delete this.element.dataset['moving']
    else this.element.dataset['moving'] = ''
    if (this.#spec?.move == null) return
    const words = moved === null ? [this.#spec.priceText] : [moved.priceText, moved.problem ?? moved.detail?.text ?? '']
    this.#handle.setAttribute('aria-valuenow', String(moved === null ? this.#spec.price : Number(moved.price)))
    this.#handle.setAttribute('aria-valuetext', words.filter((word) => word !== '').join(' · '))
  }

  #writeHandle(spec: LineSpec): void {
    const handle = this.#handle
    if (spec.move == null) {
      for (const name of ['role', 'tabindex', 'aria-label', 'aria-orientation', 'aria-valuenow', 'aria-valuetext'])
        handle.removeAttribute(name)
      return
    }
    handle.role = 'slider'
    handle.tabIndex = 0
    handle.ariaOrientation = 'vertical'
    handle.ariaLabel = spec.move.label
    if (this.element.dataset['moving'] === undefined) this.writeMoved(null)
  }

  get #handle(): HTMLElement {
    return this.#label
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
        this.#space.before(button)
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

  /** Of its label along its line, px: measured where what it says is longer or shorter than before. */
  get length(): number {
    const letters = [this.#label, this.#detail].map((part) => (part.textContent ?? '').length)
    const of = `${letters.join(' ')} ${this.#buttons.size} ${String(this.#edge)}`
    if (this.#length?.of !== of) {
      const { left, right } = this.#extent()
      this.#length = { of, px: right - left }
    }
    return this.#length.px
  }

  /** Where it would lie at a height. Its extent asks the layout. */
  boxAt(y: number): LabelBox {
    return { y, extent: () => this.#extent() }
  }

  /** Where its label lies, without the price on the axis. Asks the layout. */
  #extent(): { readonly left: number; readonly right: number } {
    const { element } = this
    if (!this.isOnAxis) return { left: element.offsetLeft, right: element.offsetLeft + element.offsetWidth }
    const right = this.#space.hidden ? this.#price.offsetLeft : this.#space.offsetLeft
    return { left: this.#label.offsetLeft, right: this.#label.hidden ? this.#label.offsetLeft : right }
  }

  /** Stands where its line has it, as far as there is room. */
  #keepPlace(): void {
    const length = LINE_LENGTH[this.#spec?.place ?? 'right']
    // Of the bars' width, which ends at the axis.
    const share = `calc((100% - var(--axis-width)) * ${length / 100})`
    this.element.style.setProperty('--chip-space', length < 0 ? '100%' : share)
    this.#isAside = false
  }

  /**
   * Stands beside what its label would cover, or where it belongs.
   *
   * @param end px between the label and the axis; `null` where nothing is in its way
   */
  standAside(end: number | null): void {
    if (end === null) {
      if (this.#isAside) this.#keepPlace()
      return
    }
    this.element.style.setProperty('--chip-space', `${Math.round(end)}px`)
    this.#isAside = true
  }

  moveTo(y: number, height: number): void {
    this.#lineY = y
    this.#y = y < 0 || y > height ? null : y
  }

  /** Height of the line, also where that is outside what is shown; `null` until it is known. */
  get lineY(): number | null {
    return this.#lineY
  }

  /** Its label stands at an edge of the pane, or where its line is: nowhere while that is outside what is shown. */
  standAtEdge(edge: AtEdge['edge'] | null): void {
    this.element.hidden = this.#y === null && edge === null
    if (edge === this.#edge) return
    this.#edge = edge
    if (edge === null) delete this.element.dataset['edge']
    else this.element.dataset['edge'] = edge
  }

  /** The crosshair says its price on the axis at a height: what stands there is not seen meanwhile. */
  giveWay(y: number | null): void {
    this.element.toggleAttribute('data-pointed', y !== null && Math.abs(this.#shownY - y) < PRICE_HEIGHT)
  }

  show(y: number): void {
    this.#shownY = y
    const { style } = this.element
    style.transform = `translateY(${Math.round(y)}px)`
    // Where it had to give way, a stroke leads from its price on the axis to the height of its line.
    const away = this.#y === null || !this.isOnAxis ? 0 : Math.round(this.#y - y)
    this.element.toggleAttribute('data-away', Math.abs(away) > HALF_HEIGHT)
    style.setProperty('--away-from', `${away < 0 ? HALF_HEIGHT + away : 2 * HALF_HEIGHT}px`)
    style.setProperty('--away', `${Math.abs(away) - HALF_HEIGHT}px`)
  }
}

function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text
  element.hidden = text === ''
}
