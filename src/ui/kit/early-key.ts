/**
 * The key of the sheet of hotkeys, or of the way to the ticket, pressed before the part that acts on keys has come: it acts
 * when it comes. Of all other keys nothing is kept: one that trades does so at its press or not at all.
 */
export class EarlyKey<E extends Pick<KeyboardEvent, 'key'> = KeyboardEvent> {
  #kept: E | null = null
  #isTaken = false

  note(event: E): void {
    // Shift is pressed for the key itself; whatever else is pressed after it means something else by now.
    if (!this.#isTaken && event.key !== 'Shift') this.#kept = '?t'.includes(event.key) ? event : null
  }

  /** The page that it was pressed on is gone. */
  drop(): void {
    this.#kept = null
  }

  /** From now on keys are acted on at their press. @returns the press that waits; `null` for none */
  take(): E | null {
    const kept = this.#kept
    this.#kept = null
    this.#isTaken = true
    return kept
  }
}

/** The page's. */
export const earlyKey = new EarlyKey()
