import { signal, type ReadonlySignal } from '@preact/signals-react'

const now = signal(Date.now())

/** Local time in milliseconds, four times a second; for ages and countdowns on screen. */
export const tickingNow: ReadonlySignal<number> = now

setInterval(() => {
  if (!document.hidden) now.value = Date.now()
}, 250)
