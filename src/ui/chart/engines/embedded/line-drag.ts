import type { LineMove, LineMoving, LineSpec, MovedLine } from '../../../trading-kit/chart-line'
import type { LineHandle } from '../../port/chart-port'
import type { LineChip } from './line-chip'

/** How far from a line's stroke a mouse still takes it, px. */
const REACH = 4
/** How far a pointer goes before a press is a drag, px. */
const SLACK = 3
/** Ticks of one press: of an arrow, with Shift or a page key. */
const FAR = 10

interface Ports {
  chips(): Iterable<LineChip>
  isDrawing(): boolean
  /** Of the pane without its axis, px. */
  barsWidth(): number
  /** Price at a height of the pane; `null` while there is no scale. */
  priceAt(y: number): number | null
  show(spec: LineSpec): LineHandle
}

/** A line under way. What it was taken from stays where it is; what it would become is a line of its own. */
interface Move {
  readonly chip: LineChip
  readonly moving: LineMoving
  readonly tick: number
  /** `null` where the line itself follows. */
  readonly line: LineHandle | null
  at: MovedLine
}

/**
 * Moves lines by hand: by their labels with any pointer, by their strokes with a mouse, and by keyboard. Escape and the
 * loss of the pointer take a move back; letting go, or Enter, drops the line.
 */
export class LineDrag {
  #pressed: {
    readonly chip: LineChip
    readonly pointerId: number
    readonly y: number
    readonly offset: number
  } | null = null
  #move: Move | null = null
  readonly #stop = new AbortController()

  constructor(
    private readonly container: HTMLElement,
    private readonly ports: Ports,
  ) {
    const { signal } = this.#stop
    const early = { capture: true, signal }
    container.addEventListener('pointerdown', this.#onDown, early)
    container.addEventListener('pointermove', this.#onMove, early)
    container.addEventListener('pointerup', this.#onUp, early)
    container.addEventListener('lostpointercapture', this.#onLost, { signal })
    container.addEventListener('keydown', this.#onKey, early)
    container.addEventListener('focusout', this.#onBlur, { signal })
    // Escape is pressed while a pointer is down, wherever the focus is.
    addEventListener('keydown', this.#onEscape, early)
  }

  destroy(): void {
    this.#stop.abort()
    this.#end()
  }

  /** The line is gone: nothing is moved any more. */
  leave(chip: LineChip): void {
    if (this.#pressed?.chip === chip) this.#forget()
    if (this.#move?.chip === chip) this.#end()
  }

  #onDown = (event: PointerEvent): void => {
    if (event.button !== 0 || !event.isPrimary || this.#move !== null) return
    const label = this.#chipOfHandle(event.target)
    const chip = label ?? (event.pointerType === 'mouse' ? this.#chipAt(event) : null)
    if (chip === null) return
    // A label may stand beside its line, or at the edge for one that is beyond it: the line keeps its distance from the pointer.
    const offset = (chip.lineY ?? 0) - (event.clientY - this.container.getBoundingClientRect().top)
    this.#pressed = { chip, pointerId: event.pointerId, y: event.clientY, offset }
    if (label !== null) return
    // The stroke was pressed: the bars below it are not scrolled.
    event.preventDefault()
    event.stopPropagation()
  }

  #onMove = (event: PointerEvent): void => {
    const pressed = this.#pressed
    if (pressed === null) {
      const isOver = event.pointerType === 'mouse' && event.buttons === 0 && this.#chipAt(event) !== null
      this.container.toggleAttribute('data-over-line', isOver)
      return
    }
    if (event.pointerId !== pressed.pointerId) return
    if (this.#move === null) {
      if (Math.abs(event.clientY - pressed.y) < SLACK) return
      this.#begin(pressed.chip)
      if (this.#move === null) return this.#forget()
      this.container.setPointerCapture(pressed.pointerId)
    }
    event.stopPropagation()
    const price = this.ports.priceAt(event.clientY - this.container.getBoundingClientRect().top + pressed.offset)
    if (price !== null) this.#moveTo(price)
  }

  #onUp = (event: PointerEvent): void => {
    if (event.pointerId !== this.#pressed?.pointerId) return
    this.#forget()
    if (this.#move === null) return
    event.stopPropagation()
    void this.#drop()
  }

  /** The browser took the pointer away, for a scroll or a call: nothing was let go. */
  #onLost = (event: PointerEvent): void => {
    if (event.pointerId !== this.#pressed?.pointerId) return
    // A finger is held by the label from its press on, and handed over to the container when the move begins.
    if (event.target !== this.container && this.#move !== null) return
    this.#forget()
    this.#end()
  }

  #onKey = (event: KeyboardEvent): void => {
    const chip = this.#chipOfHandle(event.target)
    if (chip === null || event.ctrlKey || event.metaKey || event.altKey) return
    const ticks = ticksOf(event)
    if (ticks === null && !(event.key === 'Enter' && this.#move !== null)) return
    event.preventDefault()
    event.stopPropagation()
    if (ticks === null) return void this.#drop()
    if (this.#move === null) this.#begin(chip)
    // Not by adding what the pointer left: each step is one of the contract's ticks.
    if (this.#move !== null) this.#moveTo(Number(this.#move.at.price) + ticks * this.#move.tick)
  }

  #onEscape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || this.#move === null) return
    event.preventDefault()
    event.stopPropagation()
    this.#forget()
    this.#end()
  }

  #onBlur = (event: FocusEvent): void => {
    if (this.#pressed === null && this.#move !== null && this.#move.chip.isHandle(event.target)) this.#end()
  }

  #begin(chip: LineChip): void {
    const { spec } = chip
    const move: LineMove | null = spec?.move ?? null
    const moving = move?.begin() ?? null
    if (spec === null || move === null || moving === null) return
    const at = moving.at(spec.price)
    this.#move = { chip, moving, tick: move.tick, at, line: move.isLive === true ? null : this.ports.show(specOf(at)) }
    chip.writeMoved(at)
  }

  #moveTo(price: number): void {
    const move = this.#move
    if (move === null) return
    move.at = move.moving.at(price)
    move.line?.update(specOf(move.at))
    move.chip.writeMoved(move.at)
  }

  /** The line stays where it was dropped until that is answered; then its own line says where it is. */
  async #drop(): Promise<void> {
    const move = this.#move
    if (move === null) return
    this.#move = null
    try {
      await move.moving.drop(move.at.price)
    } finally {
      clear(move)
    }
  }

  #end(): void {
    const move = this.#move
    this.#move = null
    if (move === null) return
    move.moving.cancel?.()
    clear(move)
  }

  #forget(): void {
    this.#pressed = null
  }

  #chipOfHandle(target: EventTarget | null): LineChip | null {
    for (const chip of this.ports.chips()) if (chip.isHandle(target)) return chip
    return null
  }

  /** The line under a mouse, the nearest of several; none where it is over a label or a button, or draws. */
  #chipAt({ clientX, clientY, target }: PointerEvent): LineChip | null {
    if (this.ports.isDrawing() || !(target instanceof HTMLCanvasElement)) return null
    const { left, top } = this.container.getBoundingClientRect()
    const x = clientX - left
    if (x < 0 || x > this.ports.barsWidth()) return null
    let nearest: LineChip | null = null
    let reach = REACH
    for (const chip of this.ports.chips()) {
      const away = chip.y === null || chip.spec?.move == null ? Infinity : Math.abs(chip.y - (clientY - top))
      if (away > reach) continue
      reach = away
      nearest = chip
    }
    return nearest
  }
}

function clear({ chip, line }: Move): void {
  line?.remove()
  chip.writeMoved(null)
}

function ticksOf({ key, shiftKey }: KeyboardEvent): number | null {
  switch (key) {
    case 'ArrowUp':
      return shiftKey ? FAR : 1
    case 'ArrowDown':
      return shiftKey ? -FAR : -1
    case 'PageUp':
      return FAR
    case 'PageDown':
      return -FAR
    default:
      return null
  }
}

function specOf({ price, priceText, text, tone, detail, problem }: MovedLine): LineSpec {
  return {
    id: 'moved',
    kind: 'moved',
    price: Number(price),
    priceText,
    text,
    tone,
    dash: 'dashed',
    detail: problem === null ? detail : { text: problem, tone: 'warn' },
  }
}
