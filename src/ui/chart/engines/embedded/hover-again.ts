/** Until what was added to the engine is painted, and can be met by a pointer. */
const FRAMES = 2

/**
 * Says to the engine once more where the mouse is, when what lies there has changed and the mouse stands still: the engine
 * looks at what a press would meet only when a mouse moves, and would scroll the bars instead.
 *
 * @param at client coordinates
 */
export function hoverAgain(root: HTMLElement, { x, y }: { readonly x: number; readonly y: number }): void {
  const moved = new AbortController()
  root.addEventListener('mousemove', () => moved.abort(), { capture: true, signal: moved.signal })
  const wait = (frames: number): void => {
    requestAnimationFrame(() => {
      if (moved.signal.aborted) return
      if (frames > 1) return wait(frames - 1)
      moved.abort()
      const over = document.elementFromPoint(x, y)
      if (over === null || !root.contains(over)) return
      over.dispatchEvent(new MouseEvent('mousemove', { bubbles: true, clientX: x, clientY: y }))
    })
  }
  wait(FRAMES)
}
