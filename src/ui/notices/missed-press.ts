/** A pointer that moved further left the button by itself, px: its user takes the press back. */
const STILL_PX = 4

function senderAt({ target }: Event): Element | null {
  return target instanceof Element ? target.closest('[data-sends]') : null
}

/**
 * Follows presses on buttons that send (`SENDS`). Where the page moves a button away from under a pointer that stands still,
 * the browser makes no click of the press, and nothing is sent.
 *
 * @param tell of such a press
 * @returns a function that stops following
 */
export function followMissedPresses(tell: () => void): () => void {
  let pressed: { readonly button: Element; readonly x: number; readonly y: number } | null = null
  const begin = (event: MouseEvent): void => {
    const button = event.button === 0 ? senderAt(event) : null
    pressed = button && { button, x: event.clientX, y: event.clientY }
  }
  const end = (event: MouseEvent): void => {
    const missed = pressed !== null && senderAt(event) !== pressed.button ? pressed : null
    pressed = null
    if (missed !== null && Math.hypot(event.clientX - missed.x, event.clientY - missed.y) <= STILL_PX) tell()
  }
  addEventListener('mousedown', begin, true)
  addEventListener('mouseup', end, true)
  return () => {
    removeEventListener('mousedown', begin, true)
    removeEventListener('mouseup', end, true)
  }
}
