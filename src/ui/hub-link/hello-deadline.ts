/**
 * Longest wait for a hub's welcome, first, second … attempt; the last one repeats. Short at first, because a connection
 * to a dying worker is never answered; then longer, because a slow machine may need its time.
 */
export const HELLO_DEADLINES_MS = [1_500, 3_000, 6_000] as const
/**
 * The same for the first hello after a hub's death: the browser may still hand out the dying worker, and whoever trades
 * is to be live again within two seconds (H1). A new hub answers in a third of it.
 */
export const HELLO_AFTER_DEATH_MS = 1_000
/** So many unanswered hellos in a row, and the worker of this name is left to itself. */
export const HELLO_TRIES = HELLO_DEADLINES_MS.length

/**
 * A page that finds a hub which was there before it, and gets no answer to so many hellos of the shortest deadline, calls
 * it hanging: its process may have been stopped with all pages that are on it, so that nobody else notices.
 */
export const HELLO_TRIES_FOUND = 2

/** Pause between two attempts to attach … */
export const RETRY_MS = 250
/** … which grows to this while no hub of two names has come up, as where its script does not come. */
export const RETRY_MAX_MS = 4_000

/** The hellos of one attempt to attach: how long each waits, and after which of them the hub's name is given up. */
export class Hellos {
  #failures = 0
  #isFound = false

  /**
   * @param isAfterDeath whether a hub of this name just died
   * @param isFoundHubHeld whether a hub that was there before this page still is
   */
  constructor(
    private readonly isAfterDeath: boolean,
    private readonly isFoundHubHeld: () => Promise<boolean>,
  ) {}

  get deadlineMs(): number {
    if (this.isAfterDeath && this.#failures === 0) return HELLO_AFTER_DEATH_MS
    if (this.#isFound) return HELLO_DEADLINES_MS[0]
    return HELLO_DEADLINES_MS[Math.min(this.#failures, HELLO_TRIES - 1)]!
  }

  /** How long to wait before the next one. */
  get pauseMs(): number {
    return Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** Math.max(0, this.#failures - 2 * HELLO_TRIES))
  }

  /** One was not answered. @returns whether the worker of this name is to be left to itself */
  async fail(): Promise<boolean> {
    this.#failures++
    if (this.isAfterDeath && this.#failures === 1) return true
    this.#isFound = this.#failures <= HELLO_TRIES_FOUND && (await this.isFoundHubHeld())
    return (this.#isFound && this.#failures === HELLO_TRIES_FOUND) || this.#failures % HELLO_TRIES === 0
  }
}
