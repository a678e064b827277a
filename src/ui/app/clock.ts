import { signal, type ReadonlySignal } from '@preact/signals-react'
import { betweenSteps } from '../state/between-steps'

const now = signal(Date.now())

/** Local time in milliseconds, about four times a second; for ages and countdowns on screen. */
export const tickingNow: ReadonlySignal<number> = now

const tick = (): void => {
  now.value = Date.now()
}

setInterval(() => {
  if (!document.hidden) betweenSteps(tick)
}, 250)
