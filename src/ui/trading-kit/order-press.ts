import { signal, type ReadonlySignal } from '@preact/signals-react'
import type { Price } from '../../domain/decimal'
import type { OrderLinkId, Side } from '../../domain/order/order'
import type { Outcome } from '../../workers/presses'

/** Two presses on one button within this time are one press (a double click, Enter and click, touch and mouse). */
export const SAME_PRESS_MS = 500
/** A press whose answer does not come holds the buttons this long at most; the order row goes on telling. */
export const HOLD_MS = 3000

/** What a press names before it leaves. */
export interface Pressed {
  readonly side: Side
  readonly id: OrderLinkId
  /** The limit price that is sent; `null` for an order without one. */
  readonly price: Price | null
}

/** The last press: on its way, how it ended, come while nothing could be sent, or while the ticket became another one. */
export type PressResult<T> =
  | { readonly kind: 'closed' | 'changed' }
  | { readonly kind: 'sending'; readonly side: Side }
  | ({ readonly kind: 'done'; readonly outcome: Outcome<T> } & Pressed)

/**
 * Whether the last press is on its way, or may have become an order: what still stands in the form is one that nobody has
 * asked for yet, and what would be refused of it reads as a refusal of the first.
 */
export function mayStand(result: PressResult<unknown> | null): boolean {
  return result?.kind === 'sending' || (result?.kind === 'done' && result.outcome.kind !== 'refused')
}

/** The lock of each of a ticket's buttons: one press of it at a time, taken before anything is awaited (O7). */
export class OrderPress<T> {
  readonly #result = signal<PressResult<T> | null>(null)
  readonly result: ReadonlySignal<PressResult<T> | null> = this.#result
  #last: { readonly side: Side; readonly atMs: number } | null = null
  /** The presses that hold their buttons. */
  readonly #holders = new Map<Side, object>()

  constructor(private readonly monotonic: () => number) {}

  /** Whether a press on a side now is a press of its own: no double click meets both buttons. */
  isFree(side: Side): boolean {
    if (this.#holders.has(side)) return false
    return this.#last?.side !== side || this.monotonic() - this.#last.atMs >= SAME_PRESS_MS
  }

  /** Takes the lock at once and sends; the lock is free again with the answer, or after `HOLD_MS`. */
  async send(pressed: Pressed, place: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    const holder = {}
    this.#last = { side: pressed.side, atMs: this.monotonic() }
    this.#holders.set(pressed.side, holder)
    const sending: PressResult<T> = { kind: 'sending', side: pressed.side }
    this.#result.value = sending
    const release = setTimeout(() => this.#release(pressed.side, holder), HOLD_MS)
    const outcome = await place()
    clearTimeout(release)
    this.#release(pressed.side, holder)
    // What was changed, or pressed again, meanwhile is what the ticket speaks of now.
    if (this.#result.peek() === sending) this.#result.value = { kind: 'done', ...pressed, outcome }
    return outcome
  }

  /** A press came while nothing could be sent: what closed the ticket may be over before anybody has read of it. */
  missed(): void {
    if (this.#holders.size === 0) this.#result.value = { kind: 'closed' }
  }

  /** A press was about what the ticket is not any more: it sent nothing, and has to be made again. */
  wasOfAnother(): void {
    this.#result.value = { kind: 'changed' }
  }

  /**
   * The ticket was changed: an earlier press, answered or not, is about what stood there before, and the next one about
   * something else, however soon it comes.
   */
  forget(): void {
    this.#result.value = null
    this.#holders.clear()
    this.#last = null
  }

  #release(side: Side, holder: object): void {
    if (this.#holders.get(side) === holder) this.#holders.delete(side)
  }
}
