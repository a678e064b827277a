import { effect, type ReadonlySignal } from '@preact/signals-react'
import { useEffect, useState } from 'react'
import { SlowWork } from './between-steps'

/** How often figures are written that nobody trades on within a blink, ms. */
export const SLOW_INTERVAL_MS = 200

/**
 * The newest value of a signal, about five times a second and never in the frame that paints a price, which ten
 * figures would cost more than the price itself. All who wait are written in one task.
 */
export function useSlowValue<T>(source: ReadonlySignal<T>, intervalMs = SLOW_INTERVAL_MS): T {
  const [value, setValue] = useState<T>(() => source.peek())
  useEffect(() => {
    const write = (): void => setValue(() => source.peek())
    write()
    const slow = new SlowWork(intervalMs, write)
    let isFirst = true
    const stop = effect(() => {
      void source.value
      if (!isFirst) slow.ask()
      isFirst = false
    })
    return () => {
      stop()
      slow.stop()
    }
  }, [source, intervalMs])
  return value
}
