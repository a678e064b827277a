import { useEffect, useState } from 'react'

/** Decisions 36: a button that must wait is disabled this long after its dialog opens. */
export const OPEN_GUARD_MS = 500

/**
 * @param reading what the dialog says, where that may become something else while it is open
 * @returns whether the dialog around has been open, and has said this, long enough for a press to be meant
 */
export function useOpenGuard(reading = ''): boolean {
  const [read, setRead] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setRead(reading), OPEN_GUARD_MS)
    return () => clearTimeout(timer)
  }, [reading])
  return read === reading
}
