import type { ChartEvents } from '../../port/chart-port'
import type { LineChip } from './line-chip'

interface Ports {
  chips(): Iterable<LineChip>
  /** Whether the next press on the bars draws something. */
  isDrawing(): boolean
  priceAt(y: number): number | null
  /** Height of a price in the pane; `null` while it has none. */
  heightOf(price: number): number | null
  /** Of the newest bar. */
  lastPrice(): number | null
  /** Of the pane of the bars, px. */
  size(): { readonly width: number; readonly height: number }
  open(at: ChartEvents['menu']): void
}

/** How long a finger has to rest, ms, and how far it may stray, px. */
const LONG_PRESS_MS = 500
const STRAY_PX = 8
/** The browser's own menu of the same press comes about then; it is not asked for twice. */
const SAME_PRESS_MS = 1_500

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
  #cancelPress: (() => void) | null = null
  #pressedAt = -Infinity
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
    this.#cancelPress?.()
    this.#plus.remove()
  }

  #onMenu = (event: MouseEvent): void => {
    if (event.timeStamp - this.#pressedAt < SAME_PRESS_MS) {
      event.preventDefault()
      return
    }
    this.#cancelPress?.()
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
      const y = Math.min(Math.max(0, this.ports.heightOf(price) ?? height / 2), height)
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
    this.#giveWay(this.#plus.hidden ? null : y)
    if (this.#plus.hidden) return
    this.#plus.style.transform = `translate(${width - PLUS_SIZE}px, ${Math.round(y - PLUS_SIZE / 2)}px)`
  }

  #onDown = (event: PointerEvent): void => {
    if (event.target !== this.#plus) this.#plus.hidden = true
    this.#giveWay(null)
    if (event.pointerType !== 'touch') return
    this.#cancelPress?.()
    if (event.isPrimary && event.target instanceof HTMLCanvasElement && !this.ports.isDrawing()) this.#awaitPress(event)
  }

  /** A finger that rests on the bars asks for the menu: not every browser makes a context menu of that. */
  #awaitPress({ clientX, clientY, pointerId }: PointerEvent): void {
    const over = new AbortController()
    const timer = setTimeout(() => {
      this.#cancelPress?.()
      const { top } = this.container.getBoundingClientRect()
      if (clientY - top > this.ports.size().height) return
      this.#pressedAt = performance.now()
      this.#openAt(clientX, clientY)
    }, LONG_PRESS_MS)
    this.#cancelPress = () => {
      clearTimeout(timer)
      over.abort()
      this.#cancelPress = null
    }
    const { signal } = over
    const end = (event: PointerEvent): void => {
      const isOther = event.pointerId !== pointerId
      if (isOther && event.type === 'pointerdown') this.#cancelPress?.()
      if (isOther) return
      const strayed = Math.hypot(event.clientX - clientX, event.clientY - clientY) > STRAY_PX
      if (event.type !== 'pointermove' || strayed) this.#cancelPress?.()
    }
    for (const type of ['pointermove', 'pointerup', 'pointercancel', 'pointerdown'] as const)
      addEventListener(type, end, { capture: true, signal })
  }

  #giveWay(y: number | null): void {
    for (const chip of this.ports.chips()) chip.giveWay(y)
  }

  #onLeave = (): void => {
    this.#plus.hidden = true
    this.#giveWay(null)
    this.#pointed = null
  }

  #openAt(x: number, y: number): void {
    const price = this.ports.priceAt(y - this.container.getBoundingClientRect().top)
    if (price !== null) this.ports.open({ price, x, y })
  }
}
