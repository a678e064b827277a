import type { Side } from '../../domain/order/order'

/** What a key means to a ladder whose row has the focus. */
export type LadderKey =
  /** The focus goes to a row so many above. */
  | { readonly kind: 'go'; readonly rows: number }
  | { readonly kind: 'place'; readonly side: Side }
  /** Cancels the own orders of the row. */
  | { readonly kind: 'cancel' }
  /** Takes the own orders of the row along, or puts them down where the focus is by then. */
  | { readonly kind: 'carry' }
  | { readonly kind: 'leave' }
  | { readonly kind: 'centre' }
  /** A finer or a coarser step of the rows. */
  | { readonly kind: 'group'; readonly step: 1 | -1 }

interface Pressed {
  readonly key: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
  /** The keyboard says it again by itself, as the key is still down. */
  readonly repeat: boolean
}

/**
 * Keys of a row. A key that sends counts once however long it is down; one that moves the focus counts each time.
 * @param page how many rows are in sight
 * @param isCarrying whether own orders are taken along: Enter puts them down then
 * @returns `null` for a key that is none of the ladder's
 */
export function ladderKey(
  pressed: Pressed,
  { page, isCarrying }: { readonly page: number; readonly isCarrying: boolean },
): LadderKey | 'again' | null {
  if (pressed.ctrlKey || pressed.altKey || pressed.metaKey) return null
  const meant = meaning(pressed, page, isCarrying)
  if (meant === null || !pressed.repeat || meant.kind === 'go') return meant
  return 'again'
}

function meaning({ key, shiftKey }: Pressed, page: number, isCarrying: boolean): LadderKey | null {
  switch (key) {
    case 'ArrowUp':
      return { kind: 'go', rows: 1 }
    case 'ArrowDown':
      return { kind: 'go', rows: -1 }
    case 'PageUp':
      return { kind: 'go', rows: page }
    case 'PageDown':
      return { kind: 'go', rows: -page }
    case 'Enter':
      return isCarrying ? { kind: 'carry' } : { kind: 'place', side: shiftKey ? 'sell' : 'buy' }
    case ' ':
      return { kind: 'carry' }
    case 'Delete':
    case 'Backspace':
      return { kind: 'cancel' }
    case 'Escape':
      return isCarrying ? { kind: 'leave' } : null
    case 'Home':
      return { kind: 'centre' }
    case '+':
      return { kind: 'group', step: 1 }
    case '-':
      return { kind: 'group', step: -1 }
    default:
      return null
  }
}
