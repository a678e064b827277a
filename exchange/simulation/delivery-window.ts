/** The price of a delivery is the mean of the index over this long before it (semantics.md §1.6). */
export const WINDOW_MS = 1_800_000
const WINDOW_SECONDS = WINDOW_MS / 1000

/** Plain data: goes into the snapshot as it is. */
export interface DeliveryWindow {
  /** Σ of the index, in ticks, one for each second of the window that is over. */
  sumTicks: number
  seconds: number
}

export const DELIVERY_WINDOW_FORM: Form<DeliveryWindow> = fields<DeliveryWindow>({ sumTicks: number, seconds: number })

export function startWindow(): DeliveryWindow {
  return { sumTicks: 0, seconds: 0 }
}

/**
 * Counts the seconds of the window that ended before `nowMs`. A second counts with the index that was in force in it,
 * so seconds in which the exchange stood still count with the last one before them.
 *
 * @param heldTicks the index in force since the last call
 */
export function countSeconds(window: DeliveryWindow, expiryMs: number, nowMs: number, heldTicks: number): void {
  const over = Math.min(WINDOW_SECONDS, Math.floor((nowMs - (expiryMs - WINDOW_MS)) / 1000))
  if (over <= window.seconds) return
  window.sumTicks += heldTicks * (over - window.seconds)
  window.seconds = over
}

/** The mean so far, half up to the tick; `null` before the window's first second is over. */
export function meanTicks({ sumTicks, seconds }: DeliveryWindow): number | null {
  return seconds === 0 ? null : Math.floor((2 * sumTicks + seconds) / (2 * seconds))
}

import { fields, number, type Form } from '../../src/base/form'
