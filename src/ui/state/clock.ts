import { signal, type ReadonlySignal } from '@preact/signals-react'
import { betweenSteps } from './between-steps'

/** What time it is for the values on a page: now, or the recorded time while a recording plays. */
export interface PageClock {
  /** Local time in milliseconds, about four times a second; for ages and countdowns on screen. */
  readonly ticking: ReadonlySignal<number>
  nowMs(): number
}

const now = signal(Date.now())

export const liveClock: PageClock = { ticking: now, nowMs: () => Date.now() }

const tick = (): void => {
  now.value = Date.now()
}

// Without a page there is nobody who would see it tick.
if (typeof document !== 'undefined')
  setInterval(() => {
    if (!document.hidden) betweenSteps(tick)
  }, 250)
