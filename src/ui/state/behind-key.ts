import { computed, effect, signal, type ReadonlySignal } from '@preact/signals-react'
import { useEffect, useMemo, useState } from 'react'
import { keyFrame } from '../kit/key-frame'

/**
 * An effect that gives way to the frame of a key: it runs, and what it reads is computed, once that is painted.
 *
 * @returns what stops it
 */
export function effectBehindKey(run: () => void): () => void {
  const again = signal(0)
  let isOver = false
  const wake = (): void => {
    if (!isOver) again.value++
  }
  const stop = effect(() => {
    void again.value
    // What it reads is read again then, and followed from then on.
    if (keyFrame.isUnpainted) keyFrame.behind(wake)
    else run()
  })
  return () => {
    isOver = true
    stop()
  }
}

/**
 * What is computed from signals, for what may stand a frame behind the field that is typed into: figures, warnings.
 *
 * @param read reads signals
 * @param inputs what else it reads, as for an effect
 */
export function useBehindKey<T>(read: () => T, inputs: readonly unknown[]): T {
  // oxlint-disable-next-line react/exhaustive-deps -- the caller says them
  const source = useMemo<ReadonlySignal<T>>(() => computed(read), inputs)
  const [shown, setShown] = useState(() => ({ source, value: source.peek() }))
  useEffect(
    () =>
      effectBehindKey(() => {
        const { value } = source
        setShown((now) => (now.source === source && now.value === value ? now : { source, value }))
      }),
    [source],
  )
  // Another source is not shown with the value of the one before, not for one frame.
  return shown.source === source ? shown.value : source.peek()
}
