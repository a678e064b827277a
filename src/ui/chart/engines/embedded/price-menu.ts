import type { ChartEvents } from '../../port/chart-port'
import type { LineChip } from './line-chip'

interface Ports {
  chips(): Iterable<LineChip>
  priceAt(y: number): number | null
  /** Height of a price in the pane; `null` while it has none. */
  heightOf(price: number): number | null
  /** Of the newest bar. */
  lastPrice(): number | null
  /** Of the pane of the bars, px. */
  size(): { readonly width: number; readonly height: number }
  open(at: ChartEvents['menu']): void
}

/** Where a pointer leaves room for it at the axis, px. */
const PLUS_SIZE = 20

/**
 * Asks for the menu of a price: by the pointer's second button or a long press, by the menu key on a line or on the bars,
 * and by a plus at the axis beside the pointer. The plus is the pointer's alone: a keyboard has the menu key.
 */
export class PriceMenu {
  readonly #plus = document.createElement('button')
  readonly #stop = new AbortController()
  /** Of the mouse over the bars, where the crosshair is, in the window, px; `null` while it is elsewhere. */
  #pointed: { readonly x: number; readonly y: number } | null = null

  constructor(
    private readonly container: HTMLElement,
    private readonly ports: Ports,
  ) {
    const { signal } = this.#stop
    this.#plus.type = 'button'
    this.#plus.dataset['axisPlus'] = ''
    this.#plus.tabIndex = -1
    this.#plus.ariaHidden = 'true'
    this.#plus.textContent = '+'
    this.#plus.hidden = true
    container.append(this.#plus)
    container.addEventListener('contextmenu', this.#onMenu, { signal })
    container.addEventListener('pointermove', this.#onMove, { signal })
    container.addEventListener('pointerleave', this.#onLeave, { signal })
    // A line may follow the pointer from here on: the plus would stay behind, over what is written at the line.
    container.addEventListener('pointerdown', this.#onDown, { capture: true, signal })
    this.#plus.addEventListener('click', (event) => this.#openAt(event.clientX, event.clientY), { signal })
  }

  destroy(): void {
    this.#stop.abort()
    this.#plus.remove()
  }

  #onMenu = (event: MouseEvent): void => {
    const { left, top } = this.container.getBoundingClientRect()
    const chip = [...this.ports.chips()].find(
      ({ element }) => event.target instanceof Node && element.contains(event.target),
    )
    // A key has no place of its own: it means the line that has the focus, the crosshair, or the last price.
    const isKey = event.button !== 2 && !('pointerType' in event && event.pointerType === 'touch')
    if (isKey && chip === undefined && this.#pointed !== null) {
      event.preventDefault()
      return this.#openAt(this.#pointed.x, this.#pointed.y)
    }
    const price = chip?.spec?.price ?? (isKey ? this.ports.lastPrice() : null)
    const { width, height } = this.ports.size()
    if (price !== null) {
      event.preventDefault()
      const y = this.ports.heightOf(price) ?? height / 2
      const place = isKey ? { x: left + width / 2, y: top + y } : { x: event.clientX, y: event.clientY }
      return this.ports.open({ price, ...place })
    }
    if (event.clientY - top > height) return
    event.preventDefault()
    this.#openAt(event.clientX, event.clientY)
  }

  #onMove = (event: PointerEvent): void => {
    const { left, top } = this.container.getBoundingClientRect()
    const { width, height } = this.ports.size()
    const [x, y] = [event.clientX - left, event.clientY - top]
    if (event.target === this.#plus) return
    const isOver = event.pointerType === 'mouse' && event.target instanceof HTMLCanvasElement
    this.#plus.hidden = !isOver || x > width || y > height
    this.#pointed = this.#plus.hidden ? null : { x: event.clientX, y: event.clientY }
    if (this.#plus.hidden) return
    this.#plus.style.transform = `translate(${width - PLUS_SIZE}px, ${Math.round(y - PLUS_SIZE / 2)}px)`
  }

  #onDown = (event: PointerEvent): void => {
    if (event.target !== this.#plus) this.#plus.hidden = true
  }

  #onLeave = (): void => {
    this.#plus.hidden = true
    this.#pointed = null
  }

  #openAt(x: number, y: number): void {
    const price = this.ports.priceAt(y - this.container.getBoundingClientRect().top)
    if (price !== null) this.ports.open({ price, x, y })
  }
}
