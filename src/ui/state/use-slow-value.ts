import { effect, type ReadonlySignal } from '@preact/signals-react'
import { useEffect, useState } from 'react'

/** How often figures are written that nobody trades on within a blink, ms. */
export const SLOW_INTERVAL_MS = 200

const waiting = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | null = null

function later(write: () => void): void {
  waiting.add(write)
  timer ??= setTimeout(() => {
    timer = null
    const writes = [...waiting]
    waiting.clear()
    for (const one of writes) one()
  }, SLOW_INTERVAL_MS)
}

/**
 * The newest value of a signal, at most five times a second and never in the frame that paints a price: a tape of
 * twenty rows would cost that frame more than the price itself. All who wait are written in one task.
 */
export function useSlowValue<T>(source: ReadonlySignal<T>): T {
  const [value, setValue] = useState<T>(() => source.peek())
  useEffect(() => {
    const write = (): void => setValue(() => source.peek())
    write()
    let isFirst = true
    const stop = effect(() => {
      void source.value
      if (!isFirst) later(write)
      isFirst = false
    })
    return () => {
      stop()
      waiting.delete(write)
    }
  }, [source])
  return value
}
