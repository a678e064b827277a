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

/** What a delivery is expected to pay, and how much of that still follows the index. */
export interface ExpectedMean {
  /** (Σ of the seconds that are over + what is left × `restTicks`) ÷ all, not rounded. */
  readonly ticks: number
  /** By how much of itself the mean moves where the index moves by all of itself: 1 before the window, 0 at its end. */
  readonly share: number
}

/** @param restTicks what the seconds that are not over yet are expected at: the index of now with its carry */
export function expectedMean({ sumTicks, seconds }: DeliveryWindow, restTicks: number): ExpectedMean {
  const rest = (WINDOW_SECONDS - seconds) * restTicks
  return { ticks: (sumTicks + rest) / WINDOW_SECONDS, share: rest / (sumTicks + rest) }
}

/**
 * The time in which a price varies as much as the mean of its last half hour does: that of the mean of a stretch is a
 * third of it (variance of the mean of a Brownian motion over t is t ÷ 3), and all of what lies before the stretch.
 */
export function meanVarianceMs(timeLeftMs: number): number {
  const left = Math.max(0, timeLeftMs)
  const averaged = Math.min(WINDOW_MS, left)
  return left - averaged + averaged / 3
}

/** The mean so far, half up to the tick; `null` before the window's first second is over. */
export function meanTicks({ sumTicks, seconds }: DeliveryWindow): number | null {
  return seconds === 0 ? null : Math.floor((2 * sumTicks + seconds) / (2 * seconds))
}

import { fields, number, type Form } from '../../src/base/form'
