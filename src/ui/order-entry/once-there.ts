import { effect, type ReadonlySignal } from '@preact/signals-react'

/** Calls once with the first value that is there. @returns a function that waits no longer */
export function onceThere<T>(part: ReadonlySignal<T | null>, call: (value: T) => void): () => void {
  let isDone = false
  const stop = effect(() => {
    const value = part.value
    if (value === null || isDone) return
    isDone = true
    // What it changes is none of what it waits for.
    queueMicrotask(() => {
      stop()
      call(value)
    })
  })
  return stop
}
