import type { KeyboardEvent } from 'react'

/**
 * Arrows lead from a field to the links that it found and on through them, round at both ends; Enter in the field opens
 * the first.
 * @param box holds the field and the links
 */
export function arrowThrough(event: KeyboardEvent, box: HTMLElement): void {
  if (event.nativeEvent.isComposing) return
  const stops = [...box.querySelectorAll<HTMLElement>('input, a')]
  const at = stops.indexOf(document.activeElement as HTMLElement)
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    if (at === -1) return
    event.preventDefault()
    stops.at((at + (event.key === 'ArrowDown' ? 1 : -1)) % stops.length)?.focus()
  } else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
    event.preventDefault()
    stops[1]?.click()
  }
}
