/** What a key means to a book whose level has the focus. */
export type BookKey =
  /** So many levels down, to lower prices. */
  | { readonly kind: 'go'; readonly levels: number }
  /** To the market as it is now. */
  | { readonly kind: 'market' }
  /** As a press on the level; with Shift the other way round. */
  | { readonly kind: 'press'; readonly isOther: boolean }

const PAGE = 10

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
 * Keys of the level that has the focus. A key that sends counts once however long it is down.
 * @returns `null` for a key that is none of the book's
 */
export function bookKey({ key, shiftKey, ctrlKey, altKey, metaKey, repeat }: Pressed): BookKey | 'again' | null {
  if (ctrlKey || altKey || metaKey) return null
  switch (key) {
    case 'ArrowUp':
      return { kind: 'go', levels: -1 }
    case 'ArrowDown':
      return { kind: 'go', levels: 1 }
    case 'PageUp':
      return { kind: 'go', levels: -PAGE }
    case 'PageDown':
      return { kind: 'go', levels: PAGE }
    case 'Home':
      return { kind: 'market' }
    case 'Enter':
      return repeat ? 'again' : { kind: 'press', isOther: shiftKey }
    default:
      return null
  }
}
