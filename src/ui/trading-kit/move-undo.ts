import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import type { Price } from '../../domain/decimal'

/** How long a move can be taken back with one press. */
export const UNDO_MS = 5000

/** What was done with a line by hand, and the exchange took. */
export interface MovedLine {
  /** `set`: a take-profit or stop-loss that was pulled out of a position; `movedWithTpSl`: what an order brings went along. */
  readonly kind: 'moved' | 'movedWithTpSl' | 'set'
  readonly to: Price
  /** The text of the line. */
  readonly text: string
  /** Whether nothing is left to take back: its order has ended or triggered, or its position is gone. Reads signals. */
  isOver(): boolean
  /** Makes it as it was before. */
  takeBack(): void
}

/** The last move of a chart, for as long as it can be taken back. */
export class MoveUndo {
  readonly #moved = signal<MovedLine | null>(null)
  /** `null` as soon as it is over: what became of its order is told by the order's own message. */
  readonly moved: ReadonlySignal<MovedLine | null> = computed(() =>
    this.#moved.value?.isOver() === true ? null : this.#moved.value,
  )
  #stop: (() => void) | null = null

  constructor(private readonly after: (delayMs: number, call: () => void) => () => void) {}

  offer(moved: MovedLine): void {
    this.#stop?.()
    this.#moved.value = moved
    this.#stop = this.after(UNDO_MS, () => (this.#moved.value = null))
  }

  /** Takes the last move back, once. */
  takeBack(): void {
    const moved = this.moved.peek()
    this.#stop?.()
    this.#moved.value = null
    moved?.takeBack()
  }
}
