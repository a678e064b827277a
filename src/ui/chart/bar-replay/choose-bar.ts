import type { ReadonlySignal } from '@preact/signals-react'
import type { BarReplay } from './bar-replay'

/** While a replay asks for its first bar, a press on the chart gives the one under the pointer. @returns a function that stops it */
export function chooseBar(
  replay: Pick<BarReplay, 'phase' | 'goTo' | 'close'>,
  container: HTMLElement,
  pointedMs: ReadonlySignal<number | null>,
): () => void {
  const press = (event: MouseEvent): void => {
    const timeMs = pointedMs.peek()
    if (replay.phase.peek() !== 'choosing' || timeMs === null) return
    event.stopPropagation()
    replay.goTo(timeMs)
  }
  container.addEventListener('click', press, true)
  return () => container.removeEventListener('click', press, true)
}
