import type { HotkeyBindings } from './hotkey-bindings'
import type { Hotkey } from './hotkey-list'
import { keyName, type KeyPress } from './key-name'

interface KeyDown extends KeyPress {
  /** The keyboard says it again by itself, as the key is still down. */
  readonly repeat: boolean
  /** A person pressed it, and no script of the page. */
  readonly isTrusted: boolean
  /** What has the focus used the key already. */
  readonly defaultPrevented: boolean
  readonly isComposing: boolean
}

export type KeyMeaning = Hotkey | 'sheet' | 'disarm'

export interface KeyState {
  readonly isArmed: boolean
  /** Whether hotkeys are on while armed. */
  readonly isOn: boolean
  /** Whether what has the focus takes keys of its own: a text field, a menu, a dialog. */
  readonly isTaken: boolean
}

/** Keys of the page as hotkeys. One press is one order, however long the key is down and however the keyboard repeats it. */
export class HotkeyKeys {
  /** Keys that are down: some systems repeat a key without saying so. */
  readonly #down = new Set<string>()

  constructor(private readonly bindings: Pick<HotkeyBindings, 'hotkeyOf'>) {}

  /** @returns what a key means now; `null` where it is nobody's, or a repeat */
  down(event: KeyDown, { isArmed, isOn, isTaken }: KeyState): KeyMeaning | null {
    const isRepeat = event.repeat || this.#down.has(event.code)
    this.#down.add(event.code)
    if (isRepeat || !event.isTrusted || event.defaultPrevented || event.isComposing || isTaken) return null
    if (event.key === 'Escape') return isArmed ? 'disarm' : null
    if (event.key === '?' && !event.ctrlKey && !event.altKey && !event.metaKey) return 'sheet'
    const name = keyName(event)
    const hotkey = name === null ? null : this.bindings.hotkeyOf(name)
    // What only moves the focus needs no arming.
    return hotkey === 'ticket' || (isArmed && isOn) ? hotkey : null
  }

  up({ code }: Pick<KeyPress, 'code'>): void {
    this.#down.delete(code)
  }

  /** The page lost the keyboard: what was down is not heard of again. */
  clear(): void {
    this.#down.clear()
  }
}

/** Where keys are text, or choose something. Boxes to tick, choices and sliders take no letters. */
const TAKES_KEYS = [
  'input:not([type="checkbox"], [type="radio"], [type="range"], [type="button"])',
  'textarea',
  'select',
  '[contenteditable]:not([contenteditable="false"])',
  ...['textbox', 'searchbox', 'combobox', 'listbox', 'menu', 'menubar', 'dialog'].map((role) => `[role="${role}"]`),
].join(', ')

/** Whether what has the focus takes keys of its own, or a dialog is open. */
export function takesKeys(target: EventTarget | null, page: Pick<Document, 'querySelector'>): boolean {
  if (page.querySelector('dialog[open]') !== null) return true
  return target instanceof Element && target.closest(TAKES_KEYS) !== null
}
