import { effect, type ReadonlySignal } from '@preact/signals-react'
import { useLayoutEffect, useRef, type RefObject } from 'react'
import { useLanguage } from '../i18n/use-translation'
import { SLOW_INTERVAL_MS, SlowWork } from './between-steps'

/**
 * Has the newest value of a signal written straight into one element, about five times a second and never in the frame
 * that paints a price, which ten figures would cost more than the price itself. No component renders for it, and all that
 * wait are written in one task. React must leave the element's children, and the attributes that `write` sets, alone.
 *
 * @param write the same function for as long as it writes the same; reads of signals in it are not followed
 * @param isAtOnce whether a value must not wait for its turn
 */
export function useSlowElement<T, E extends HTMLElement>(
  source: ReadonlySignal<T>,
  write: (element: E, value: T) => void,
  intervalMs = SLOW_INTERVAL_MS,
  isAtOnce?: (value: T) => boolean,
): RefObject<E | null> {
  const ref = useRef<E>(null)
  const language = useLanguage()
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return undefined
    const now = (): void => write(element, source.peek())
    const slow = new SlowWork(intervalMs, now)
    now()
    const stop = effect(() => {
      const { value } = source
      if (isAtOnce?.(value)) now()
      else slow.ask()
    })
    return () => {
      stop()
      slow.stop()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- numbers are written in the page's language
  }, [source, write, intervalMs, isAtOnce, language])
  return ref
}
