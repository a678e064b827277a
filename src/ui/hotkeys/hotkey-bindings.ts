import { signal, type ReadonlySignal } from '@preact/signals-react'
import { readSetting, saveSetting } from '../state/browser-settings'
import type { Kept } from '../state/kept'
import { FIRST_BINDINGS, HOTKEYS, type Bindings, type Hotkey } from './hotkey-list'
import { isKeyName } from './key-name'

/** Key among the browser's settings. */
export const HOTKEYS_KEY = 'hotkeys'

/** What became of a wish for a key. */
export type BindResult = { readonly ok: true } | { readonly ok: false; readonly usedBy: Hotkey }

/** Which key does what, as this browser keeps it. No key does two things. */
export class HotkeyBindings {
  readonly #bindings = signal<Bindings>(FIRST_BINDINGS)
  readonly bindings: ReadonlySignal<Bindings> = this.#bindings
  #isChosen = false

  constructor(
    private readonly kept: Pick<Kept, 'keepsChart'>,
    private readonly browser = { read: readSetting, save: saveSetting },
  ) {
    void this.#read()
  }

  /** @returns what a key does; `null` for nothing */
  hotkeyOf(key: string): Hotkey | null {
    const bindings = this.#bindings.peek()
    return HOTKEYS.find((hotkey) => bindings[hotkey] === key) ?? null
  }

  /** Binds a key, or takes the key away (`null`). A key of another hotkey is refused: nothing changes. */
  bind(hotkey: Hotkey, key: string | null): BindResult {
    const usedBy = key === null ? null : this.hotkeyOf(key)
    if (usedBy !== null && usedBy !== hotkey) return { ok: false, usedBy }
    this.#keep({ ...this.#bindings.peek(), [hotkey]: key })
    return { ok: true }
  }

  reset(): void {
    this.#keep(FIRST_BINDINGS)
  }

  #keep(bindings: Bindings): void {
    this.#isChosen = true
    this.#bindings.value = bindings
    if (this.kept.keepsChart) void this.browser.save(HOTKEYS_KEY, bindings)
  }

  async #read(): Promise<void> {
    if (!this.kept.keepsChart) return
    const stored = await this.browser.read(HOTKEYS_KEY)
    // What was chosen while storage was slow is newer.
    if (!this.#isChosen) this.#bindings.value = readBindings(stored)
  }
}

/**
 * What storage holds, which may be anything. A hotkey that was not known when it was stored gets its first key, where no
 * other has that by now.
 */
export function readBindings(stored: unknown): Bindings {
  if (typeof stored !== 'object' || stored === null) return FIRST_BINDINGS
  const read = new Map<Hotkey, string | null>()
  const used = new Set<string>()
  const rows = stored as Readonly<Record<string, unknown>>
  const take = (hotkey: Hotkey, key: string | null): void => {
    read.set(hotkey, key === null || used.has(key) ? null : key)
    if (key !== null) used.add(key)
  }
  for (const hotkey of HOTKEYS) {
    const key = rows[hotkey]
    if (key === null) take(hotkey, null)
    else if (typeof key === 'string' && isKeyName(key)) take(hotkey, key)
  }
  for (const hotkey of HOTKEYS) if (!read.has(hotkey)) take(hotkey, FIRST_BINDINGS[hotkey])
  return Object.fromEntries(HOTKEYS.map((hotkey) => [hotkey, read.get(hotkey) ?? null])) as Bindings
}

const ofPages = new WeakMap<Kept, HotkeyBindings>()

/** The bindings of a page: the sheet changes those that the keys have. */
export function hotkeyBindings(kept: Kept): HotkeyBindings {
  let one = ofPages.get(kept)
  if (one === undefined) ofPages.set(kept, (one = new HotkeyBindings(kept)))
  return one
}
