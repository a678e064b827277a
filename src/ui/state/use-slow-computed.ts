import { computed, type ReadonlySignal } from '@preact/signals-react'
import { useEffect, useMemo, useState } from 'react'
import { slowEffect } from './slow-effect'

/**
 * What is computed from signals, for what is read beside a field that is typed into: figures, warnings (`slowEffect`). What
 * comes out the same draws nothing.
 *
 * @param read reads signals, gives plain data
 * @param inputs what else it reads, as for an effect
 */
export function useSlowComputed<T>(read: () => T, inputs: readonly unknown[]): T {
  // oxlint-disable-next-line react/exhaustive-deps -- the caller says them
  const source = useMemo<ReadonlySignal<T>>(() => computed(read), inputs)
  const [shown, setShown] = useState(() => ({ source, value: source.peek() }))
  useEffect(
    () =>
      slowEffect(() => {
        const { value } = source
        setShown((now) => (now.source === source && isSame(now.value, value) ? now : { source, value }))
      }),
    [source],
  )
  // Another source is not shown with the value of the one before, not for one frame.
  return shown.source === source ? shown.value : source.peek()
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}
