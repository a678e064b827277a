import type { Chart } from 'klinecharts'

type Zoomed = Pick<Chart, 'getZoomAnchor' | 'setZoomAnchor' | 'zoomAtCoordinate' | 'scrollByDistance'>

interface Pinch {
  readonly distance: number
  readonly x: number
}

/**
 * Has the bars under two fingers stay under them. The engine's own pinch widens bars by half of what the fingers say
 * and narrows them by less, about the newest bar, wherever the fingers are.
 *
 * @returns a function that stops it
 */
export function followPinch(chart: Zoomed, container: HTMLElement): () => void {
  let last: Pinch | null = null
  const begin = ({ touches }: TouchEvent): void => {
    last = pinchOf(touches)
  }
  const move = (event: TouchEvent): void => {
    const now = pinchOf(event.touches)
    if (now === null || last === null) return
    event.preventDefault()
    event.stopPropagation()
    const anchor = chart.getZoomAnchor()
    const { left } = container.getBoundingClientRect()
    chart.setZoomAnchor('cursor')
    chart.scrollByDistance(now.x - last.x)
    chart.zoomAtCoordinate(now.distance / last.distance, { x: now.x - left, y: 0 })
    chart.setZoomAnchor(anchor)
    last = now
  }
  const stopped = new AbortController()
  const { signal } = stopped
  for (const name of ['touchstart', 'touchend', 'touchcancel'] as const)
    container.addEventListener(name, begin, { capture: true, passive: true, signal })
  container.addEventListener('touchmove', move, { capture: true, passive: false, signal })
  return () => stopped.abort()
}

/** Fingers one above the other have next to no distance across: it is that between them, in whatever direction. */
function pinchOf(touches: TouchList): Pinch | null {
  const [one, other] = [touches[0], touches[1]]
  if (touches.length !== 2 || one === undefined || other === undefined) return null
  const distance = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY)
  return distance === 0 ? null : { distance, x: (one.clientX + other.clientX) / 2 }
}
