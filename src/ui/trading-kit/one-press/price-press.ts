import { signal, type ReadonlySignal } from '@preact/signals-react'
import type { OrderId, Side } from '../../../domain/order/order'

/** How long a finger rests on a price before it sends: a scroll or a slip of the thumb is no press, ms. */
export const TOUCH_HOLD_MS = 300

/** What is under a pointer, as it was drawn there. `ticks` is the row's price in whole ticks. */
export type PriceTarget =
  /** The bid column buys, the ask column sells. */
  | { readonly kind: 'cell'; readonly side: Side; readonly ticks: number }
  /** The trader's own orders in a row. */
  | { readonly kind: 'own'; readonly side: Side; readonly ticks: number; readonly orders: readonly OrderId[] }

export type PriceAction =
  | { readonly kind: 'place'; readonly side: Side; readonly ticks: number }
  | { readonly kind: 'cancel'; readonly orders: readonly OrderId[] }
  | { readonly kind: 'move'; readonly orders: readonly OrderId[]; readonly ticks: number }

/** A pointer that is down. */
export interface PressState {
  readonly target: PriceTarget
  /** Price of the row where it is now; `null` outside of the rows. */
  readonly overTicks: number | null
  readonly isTouch: boolean
  /** Whether it is still where it went down. */
  readonly isOnTarget: boolean
}

/**
 * One pointer, from down to up. What it does is about the price that stood under it when it went down; where it is let
 * go of elsewhere nothing is placed or cancelled, and an own order that was dragged goes to the row where it was.
 */
export class PricePress {
  readonly #state = signal<PressState | null>(null)
  #downAtMs = 0
  readonly state: ReadonlySignal<PressState | null> = this.#state

  down(target: PriceTarget, { atMs, isTouch }: { readonly atMs: number; readonly isTouch: boolean }): void {
    this.#downAtMs = atMs
    this.#state.value = { target, overTicks: target.ticks, isTouch, isOnTarget: true }
  }

  /** @param under what the pointer is over now; `null` outside of the rows */
  over(under: PriceTarget | { readonly kind: 'row'; readonly ticks: number } | null): void {
    const state = this.#state.peek()
    if (state === null) return
    const { target } = state
    const isOnTarget =
      under !== null && under.ticks === target.ticks && (target.kind === 'own' || isSameCell(target, under))
    const overTicks = under?.ticks ?? null
    if (isOnTarget !== state.isOnTarget || overTicks !== state.overTicks)
      this.#state.value = { ...state, isOnTarget, overTicks }
  }

  /** @returns what it comes to; `null` where it was slid off, or a finger did not rest long enough */
  up(atMs: number): PriceAction | null {
    const state = this.#state.peek()
    this.#state.value = null
    if (state === null || (state.isTouch && atMs - this.#downAtMs < TOUCH_HOLD_MS)) return null
    const { target, isOnTarget, overTicks } = state
    if (target.kind === 'cell') return isOnTarget ? { kind: 'place', side: target.side, ticks: target.ticks } : null
    if (isOnTarget) return { kind: 'cancel', orders: target.orders }
    return overTicks === null ? null : { kind: 'move', orders: target.orders, ticks: overTicks }
  }

  cancel(): void {
    this.#state.value = null
  }
}

function isSameCell(target: PriceTarget, under: { readonly kind: string; readonly side?: Side }): boolean {
  return under.kind === 'cell' && under.side === target.side
}
