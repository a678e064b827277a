import { useEffect, useRef } from 'react'
import { betweenSteps } from '../state/between-steps'

/**
 * A text that changes once a second by itself, written straight into its text node: no component renders for it.
 * `read` gets the local time in milliseconds and may read signals without subscribing.
 */
export function TickingText({
  read,
  className,
}: {
  readonly read: (nowMs: number) => string
  readonly className?: string
}) {
  const span = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    let cancel: (() => void) | null = null
    const write = (): void => {
      const now = Date.now()
      const text = read(now)
      if (span.current !== null && span.current.textContent !== text) span.current.textContent = text
      const timer = setTimeout(() => (cancel = betweenSteps(write)), 1000 - (now % 1000))
      cancel = () => clearTimeout(timer)
    }
    write()
    return () => cancel?.()
  }, [read])
  return <span ref={span} className={className} />
}
