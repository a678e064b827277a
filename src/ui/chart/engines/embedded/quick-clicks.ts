/** What the engine takes for one double click is half a second by its timer, ms; on a busy machine that one is late. */
const DOUBLE_MS = 3_000
/** A pointer that went further between down and up has dragged, CSS pixels. */
const CLICK_PX = 5

/**
 * Gives the engine a second click that it swallowed: of two within half a second at different places it takes the first
 * alone, so that a line drawn fast lacks its end.
 *
 * @param stepOf how many clicks of what is being drawn were taken; `null` while nothing is
 * @returns a function that stops it
 */
export function takeQuickClicks(container: HTMLElement, stepOf: () => number | null): () => void {
  let down: { readonly x: number; readonly y: number; readonly step: number | null } | null = null
  let lastMs = -Infinity
  const press = (event: MouseEvent): void => {
    if (event.isTrusted) down = { x: event.clientX, y: event.clientY, step: stepOf() }
  }
  const click = (event: MouseEvent): void => {
    if (!event.isTrusted || down === null) return
    const isQuick = event.timeStamp - lastMs < DOUBLE_MS
    lastMs = event.timeStamp
    const moved = Math.abs(event.clientX - down.x) + Math.abs(event.clientY - down.y)
    if (!isQuick || moved >= CLICK_PX || down.step === null || stepOf() !== down.step) return
    const { clientX, clientY, screenX, screenY, target } = event
    const again = { bubbles: true, button: 0, clientX, clientY, screenX, screenY }
    target?.dispatchEvent(new MouseEvent('mousedown', { ...again, buttons: 1 }))
    target?.dispatchEvent(new MouseEvent('mouseup', again))
  }
  container.addEventListener('mousedown', press, true)
  container.addEventListener('click', click)
  return () => {
    container.removeEventListener('mousedown', press, true)
    container.removeEventListener('click', click)
  }
}
