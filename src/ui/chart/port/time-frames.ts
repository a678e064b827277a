import type { Resolution } from './chart-port'

/** A stretch of time up to now, and the interval that it is shown in. */
export interface TimeFrame {
  readonly text: '1d' | '5d' | '1m' | '3m' | '6m' | '1y'
  readonly resolution: Resolution
  readonly days: number
}

/** Spec §9, time-frames. */
export const TIME_FRAMES: readonly TimeFrame[] = [
  { text: '1d', resolution: '1', days: 1 },
  { text: '5d', resolution: '15', days: 5 },
  { text: '1m', resolution: '60', days: 30 },
  { text: '3m', resolution: '360', days: 91 },
  { text: '6m', resolution: '720', days: 182 },
  { text: '1y', resolution: '1D', days: 365 },
]
