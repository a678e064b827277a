export const BACKOFF_MIN_MS = 250
export const BACKOFF_MAX_MS = 10_000
/** While somebody looks at the page it is not kept waiting longer than this between attempts. */
export const BACKOFF_MAX_WATCHED_MS = 1_500
/** Unless it was let in and lost again so many times in a row: a partner that turns us away is not pressed. */
export const BRIEF_MAX = 5
export const BACKOFF_MAX_BRIEF_MS = 5_000
/** Live for so long, and a loss is the first one. */
export const STEADY_MS = 5_000

/** How long to wait before attempt `n` (0 is the first after a loss): doubled each time, jittered, bounded. */
export function backoffMs(attempt: number, maxMs: number, random: number): number {
  const full = Math.min(maxMs, BACKOFF_MIN_MS * 2 ** Math.min(attempt, 10))
  return Math.max(BACKOFF_MIN_MS, Math.round(full * (0.5 + random / 2)))
}

/** How long a channel waits before it asks for another socket, by how the ones before it ended. */
export class Backoff {
  #attempt = 0
  /** Sockets in a row that opened and were not live for long. */
  #brief = 0

  /** The next loss is the first one. */
  reset(): void {
    this.#attempt = 0
    this.#brief = 0
  }

  /** Something changed for the better: the next wait is a short one, but a partner that turns us away stays known. */
  hurry(): void {
    this.#attempt = 0
  }

  /** @param wholeMs how long the socket was live; `null` where it never was @param hasOpened whether we were let in */
  lost(wholeMs: number | null, hasOpened: boolean): void {
    if (wholeMs !== null && wholeMs >= STEADY_MS) this.reset()
    else if (hasOpened) this.#brief++
  }

  /** @param isWatched whether somebody waits for it @param random uniform in [0, 1) */
  nextMs(isWatched: boolean, random: number): number {
    const watchedMs = this.#brief > BRIEF_MAX ? BACKOFF_MAX_BRIEF_MS : BACKOFF_MAX_WATCHED_MS
    return backoffMs(this.#attempt++, isWatched ? watchedMs : BACKOFF_MAX_MS, random)
  }
}
