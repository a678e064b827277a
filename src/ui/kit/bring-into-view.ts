/** Marks a field together with what is said below it. */
export const FIELD = { 'data-field': '' } as const

/**
 * Scrolls a field with what is said of it to where it is read, unless all of it is seen already. It waits for the next
 * frame, in which what has just been said stands there.
 */
export function bringIntoView(inField: Element | null): void {
  const whole = inField?.closest('[data-field]') ?? inField
  if (whole !== null) requestAnimationFrame(() => isSeen(whole) || whole.scrollIntoView({ block: 'start' }))
}

/** What sends a form is always in sight and covers what scrolls behind it, so that to be within the window is not enough. */
function isSeen(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return [top + 1, bottom - 1].every((y) => element.contains(document.elementFromPoint((left + right) / 2, y)))
}
