import type { Turns } from '../ports'

/**
 * When batches leave for the tabs. The frames of one market step reach the hub one by one, within a millisecond; a tab
 * that gets the first of them alone spends its frame on it, and the price that came just after waits for the next one.
 * So everything leaves in a turn after the frames that are queued, and what is only the beginning of a step (prints, the
 * book) waits a moment for its end (the ticker).
 */
export class Departure {
  #isSoon = false
  #isShortly = false

  constructor(
    private readonly turns: Turns,
    private readonly leave: () => void,
  ) {}

  /** Whether a departure is on its way: an acknowledgement need not start another. */
  get isPending(): boolean {
    return this.#isSoon || this.#isShortly
  }

  soon(): void {
    if (this.#isSoon) return
    this.#isSoon = true
    this.turns.soon(() => {
      this.#isSoon = false
      this.leave()
    })
  }

  /** With the next news that leaves soon, or shortly by itself. */
  shortly(): void {
    if (this.#isSoon || this.#isShortly) return
    this.#isShortly = true
    this.turns.shortly(() => {
      this.#isShortly = false
      if (!this.#isSoon) this.leave()
    })
  }
}
