/** Of a key's event, what names the key. */
export interface KeyPress {
  /** What the keyboard's layout makes of it: `b`, `B`, `?`, `F2`. */
  readonly key: string
  /** Which key of the board it is. */
  readonly code: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
}

/** Signs that mean something already: the search, the sheet of hotkeys, the step of the ladder's rows. */
const TAKEN = new Set(['/', '?', '+', '-', ' '])
/** Function keys that browsers leave to the page. */
const FUNCTION_KEYS = new Set(['F2', 'F4', 'F8', 'F9'])

/**
 * The name under which a key may be bound: letters by their capital, with Shift in front where it is down. Other signs
 * are themselves, as Shift has made another sign of them already.
 *
 * @returns `null` for a key that is none of a page's own: with Ctrl, Alt or Meta it is the browser's, and arrows, Enter,
 * Space, Tab, Escape and Delete move through the page and act on what has the focus
 */
export function keyName({ key, shiftKey, ctrlKey, altKey, metaKey }: KeyPress): string | null {
  if (ctrlKey || altKey || metaKey) return null
  if (FUNCTION_KEYS.has(key)) return shiftKey ? `Shift+${key}` : key
  if ([...key].length !== 1 || TAKEN.has(key)) return null
  const capital = key.toLocaleUpperCase()
  const isLetter = capital !== key.toLocaleLowerCase()
  return isLetter && shiftKey ? `Shift+${capital}` : capital
}

/** Whether text is the name of a key that may be bound: storage may hold anything. */
export function isKeyName(text: string): boolean {
  const shiftKey = text.startsWith('Shift+')
  const key = shiftKey ? text.slice('Shift+'.length) : text
  return keyName({ key, code: '', shiftKey, ctrlKey: false, altKey: false, metaKey: false }) === text
}
