import { useLayoutEffect, useRef } from 'react'
import { useApp } from '../state/app-context'
import { betweenSteps } from '../state/between-steps'

/**
 * A text that changes once a second by itself, written straight into its text node: no component renders for it.
 * `read` gets the page's time in milliseconds (of a recording, the recorded one) and may read signals without subscribing.
 */
export function TickingText({
  read,
  className,
}: {
  readonly read: (nowMs: number) => string
  readonly className?: string
}) {
  const { clock } = useApp()
  const span = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    let cancel: (() => void) | null = null
    const write = (): void => {
      const text = read(clock.nowMs())
      if (span.current !== null && span.current.textContent !== text) span.current.textContent = text
      const timer = setTimeout(() => (cancel = betweenSteps(write)), 1000 - (Date.now() % 1000))
      cancel = () => clearTimeout(timer)
    }
    write()
    return () => cancel?.()
  }, [read, clock])
  return <span ref={span} className={className} />
}
