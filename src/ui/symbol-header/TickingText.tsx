import { useEffect, useRef } from 'react'

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
    let timer: ReturnType<typeof setTimeout> | null = null
    const tick = (): void => {
      const now = Date.now()
      const text = read(now)
      if (span.current !== null && span.current.textContent !== text) span.current.textContent = text
      timer = setTimeout(tick, 1000 - (now % 1000))
    }
    tick()
    return () => {
      if (timer !== null) clearTimeout(timer)
    }
  }, [read])
  return <span ref={span} className={className} />
}
