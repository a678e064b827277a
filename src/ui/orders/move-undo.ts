import { signal, type ReadonlySignal } from '@preact/signals-react'
import type { Price } from '../../domain/decimal'
import type { Order } from '../../domain/order/order'

/** How long a move can be taken back with one press. */
export const UNDO_MS = 5000

/** A move that the exchange took. */
export interface MovedOrder {
  readonly order: Order
  readonly from: Price
  readonly to: Price
  /** The text of its line. */
  readonly text: string
}

/** The last move of a chart, for as long as it can be taken back. */
export class MoveUndo {
  readonly #moved = signal<MovedOrder | null>(null)
  readonly moved: ReadonlySignal<MovedOrder | null> = this.#moved
  #stop: (() => void) | null = null

  constructor(private readonly after: (delayMs: number, call: () => void) => () => void) {}

  offer(moved: MovedOrder): void {
    this.#stop?.()
    this.#moved.value = moved
    this.#stop = this.after(UNDO_MS, () => (this.#moved.value = null))
  }

  /** @returns what to take back, once */
  take(): MovedOrder | null {
    const moved = this.#moved.peek()
    this.#stop?.()
    this.#moved.value = null
    return moved
  }
}
