import type { ReadonlySignal } from '@preact/signals-react'
import type { BarReplay } from './bar-replay'

/** A finger that went further has scrolled the bars, CSS pixels. */
const TAP_PX = 5

/** While a replay asks for its first bar, a press or a tap on the chart gives the one there. @returns a function that stops it */
export function chooseBar(
  replay: Pick<BarReplay, 'phase' | 'goTo' | 'close'>,
  container: HTMLElement,
  pointedMs: ReadonlySignal<number | null>,
): () => void {
  let down: Pick<Touch, 'clientX' | 'clientY'> | null = null
  const choose = (): boolean => {
    const timeMs = pointedMs.peek()
    if (replay.phase.peek() !== 'choosing' || timeMs === null) return false
    replay.goTo(timeMs)
    return true
  }
  const press = (event: MouseEvent): void => {
    if (choose()) event.stopPropagation()
  }
  const touch = ({ touches }: TouchEvent): void => {
    down = touches.length === 1 ? (touches[0] ?? null) : null
  }
  // The engine keeps clicks from coming after taps. It points at the bar of a tap once it has heard the end of it.
  const lift = ({ changedTouches: [finger] }: TouchEvent): void => {
    if (finger === undefined || down === null) return
    const moved = Math.hypot(finger.clientX - down.clientX, finger.clientY - down.clientY)
    if (moved < TAP_PX) setTimeout(choose)
  }
  const stopped = new AbortController()
  const { signal } = stopped
  container.addEventListener('click', press, { capture: true, signal })
  container.addEventListener('touchstart', touch, { capture: true, passive: true, signal })
  container.addEventListener('touchend', lift, { capture: true, passive: true, signal })
  return () => stopped.abort()
}
