import { signal, type ReadonlySignal } from '@preact/signals-react'

const playing = signal(false)

/** Whether a recording fills the page: what the live account has to say waits until it is closed. */
export const isPlaying: ReadonlySignal<boolean> = playing

/** @returns a function that says that it was closed */
export function beginPlaying(): () => void {
  playing.value = true
  return () => {
    playing.value = false
  }
}
