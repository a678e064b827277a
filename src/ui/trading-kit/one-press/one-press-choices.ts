import { signal, type ReadonlySignal } from '@preact/signals-react'
import { readSetting, saveSetting } from '../../state/browser-settings'
import type { Kept } from '../../state/kept'

/** Key among the browser's settings. */
export const ONE_PRESS_KEY = 'one-press'

/** What arming turns on besides the ladder. */
export interface Choices {
  readonly hotkeys: boolean
  /** Whether a press in the order book sends; else it fills the ticket whatever is armed. */
  readonly book: boolean
}

const FIRST: Choices = { hotkeys: true, book: false }

/** What a trader wants armed, as this browser keeps it. */
export class OnePressChoices {
  readonly #choices = signal<Choices>(FIRST)
  readonly choices: ReadonlySignal<Choices> = this.#choices
  #isChosen = false

  constructor(
    private readonly kept: Pick<Kept, 'keepsChart'>,
    private readonly browser = { read: readSetting, save: saveSetting },
  ) {
    void this.#read()
  }

  choose(chosen: Partial<Choices>): void {
    this.#isChosen = true
    this.#choices.value = { ...this.#choices.peek(), ...chosen }
    if (this.kept.keepsChart) void this.browser.save(ONE_PRESS_KEY, this.#choices.peek())
  }

  async #read(): Promise<void> {
    if (!this.kept.keepsChart) return
    const stored = await this.browser.read(ONE_PRESS_KEY)
    // What was chosen while storage was slow is newer.
    if (!this.#isChosen) this.#choices.value = readChoices(stored)
  }
}

/** Storage may hold anything. */
function readChoices(stored: unknown): Choices {
  const rows = typeof stored === 'object' && stored !== null ? (stored as Readonly<Record<string, unknown>>) : {}
  const read = (name: keyof Choices): boolean => (typeof rows[name] === 'boolean' ? rows[name] : FIRST[name])
  return { hotkeys: read('hotkeys'), book: read('book') }
}
