/** What a key does to the crosshair: a bar further, the first or last in view, or away with it. */
export type CrosshairKey = 'before' | 'after' | 'first' | 'last' | 'away'

/** @returns `null` for a key that means nothing here; with Shift the arrows are the engine's, which scrolls */
export function crosshairKey(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
): CrosshairKey | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return null
  switch (event.key) {
    case 'ArrowLeft':
      return 'before'
    case 'ArrowRight':
      return 'after'
    case 'Home':
      return 'first'
    case 'End':
      return 'last'
    case 'Escape':
      return 'away'
    default:
      return null
  }
}

interface View {
  /** Bars that there are. */
  readonly count: number
  /** The first in view, and one after the last. */
  readonly from: number
  readonly to: number
}

/**
 * The bar that a key leads to.
 * @param at where the keys left the crosshair; `null` where they have not put it yet
 * @returns `null` without bars, and for `away`
 */
export function keyedIndex(key: CrosshairKey, at: number | null, { count, from, to }: View): number | null {
  if (count === 0 || key === 'away') return null
  const last = Math.max(0, Math.min(to, count) - 1)
  const first = Math.min(Math.max(0, from), last)
  if (key === 'first') return first
  // From nowhere it begins at the newest bar in view.
  if (key === 'last' || at === null) return last
  return Math.min(count - 1, Math.max(0, at + (key === 'before' ? -1 : 1)))
}
