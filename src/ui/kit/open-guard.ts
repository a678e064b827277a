import { useEffect, useState } from 'react'

/** Decisions 36: a button that must wait is disabled this long after its dialog opens. */
export const OPEN_GUARD_MS = 500

/** @returns whether the dialog around has been open long enough for a press to be meant */
export function useOpenGuard(): boolean {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), OPEN_GUARD_MS)
    return () => clearTimeout(timer)
  }, [])
  return ready
}
