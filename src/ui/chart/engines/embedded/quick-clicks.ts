/** What the engine takes for one double click is half a second by its timer, ms; on a busy machine that one is late. */
const DOUBLE_MS = 3_000
/** A pointer that went further between down and up has dragged, CSS pixels. */
const CLICK_PX = 5

interface Press {
  readonly x: number
  readonly y: number
  readonly step: number | null
}

/**
 * Gives the engine a second click, or tap, that it swallowed: of two within half a second at different places it takes
 * the first alone, so that a line drawn fast lacks its end.
 *
 * @param stepOf how many clicks of what is being drawn were taken; `null` while nothing is
 * @returns a function that stops it
 */
export function takeQuickClicks(container: HTMLElement, stepOf: () => number | null): () => void {
  let down: Press | null = null
  let lastMs = -Infinity
  const press = ({ clientX, clientY }: Pick<Touch, 'clientX' | 'clientY'>): void => {
    down = { x: clientX, y: clientY, step: stepOf() }
  }
  /** Whether the engine should have taken what was let go here, and did not. */
  const isSwallowed = ({ clientX, clientY }: Pick<Touch, 'clientX' | 'clientY'>, atMs: number): boolean => {
    if (down === null) return false
    const isQuick = atMs - lastMs < DOUBLE_MS
    lastMs = atMs
    const moved = Math.abs(clientX - down.x) + Math.abs(clientY - down.y)
    return isQuick && moved < CLICK_PX && down.step !== null && stepOf() === down.step
  }
  const mouseDown = (event: MouseEvent): void => {
    if (event.isTrusted) press(event)
  }
  const click = (event: MouseEvent): void => {
    if (!event.isTrusted || !isSwallowed(event, event.timeStamp)) return
    const { clientX, clientY, screenX, screenY, target } = event
    const again = { bubbles: true, button: 0, clientX, clientY, screenX, screenY }
    target?.dispatchEvent(new MouseEvent('mousedown', { ...again, buttons: 1 }))
    target?.dispatchEvent(new MouseEvent('mouseup', again))
  }
  const touchStart = (event: TouchEvent): void => {
    const [finger] = event.touches
    if (event.isTrusted && finger !== undefined) press(finger)
    if (event.touches.length !== 1) down = null
  }
  const touchEnd = (event: TouchEvent): void => {
    const [finger] = event.changedTouches
    if (!event.isTrusted || finger === undefined || !(event.target instanceof Node)) return
    if (!container.contains(event.target) || !isSwallowed(finger, event.timeStamp)) return
    const again = { bubbles: true, cancelable: true, changedTouches: [finger] }
    event.target.dispatchEvent(new TouchEvent('touchstart', { ...again, touches: [finger], targetTouches: [finger] }))
    event.target.dispatchEvent(new TouchEvent('touchend', again))
  }
  const stopped = new AbortController()
  const { signal } = stopped
  container.addEventListener('mousedown', mouseDown, { capture: true, signal })
  container.addEventListener('click', click, { signal })
  container.addEventListener('touchstart', touchStart, { capture: true, passive: true, signal })
  // The engine hears the end of a touch at the root: here it has heard it.
  globalThis.addEventListener('touchend', touchEnd, { passive: true, signal })
  return () => stopped.abort()
}
