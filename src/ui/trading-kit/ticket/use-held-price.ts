import { useEffect, type RefObject } from 'react'

/** A pointer that is down on a ticket holds the price that follows the book, until the click that it makes (I11). */
export function useHeldPrice(
  section: RefObject<HTMLElement | null>,
  ticket: { holdPrice?(isHeld: boolean): void },
): void {
  useEffect(() => {
    const element = section.current
    const hold = (): void => ticket.holdPrice?.(true)
    // After the click that the pointer makes.
    const release = (): void => void setTimeout(() => ticket.holdPrice?.(false), 0)
    element?.addEventListener('pointerdown', hold, true)
    for (const end of ['pointerup', 'pointercancel'] as const) addEventListener(end, release)
    return () => {
      element?.removeEventListener('pointerdown', hold, true)
      for (const end of ['pointerup', 'pointercancel'] as const) removeEventListener(end, release)
      ticket.holdPrice?.(false)
    }
  }, [section, ticket])
}
