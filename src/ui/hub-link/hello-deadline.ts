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

/** @param isAfterDeath whether a hub of this name just died */
export function helloDeadline(tries: number, isAfterDeath: boolean): number {
  if (isAfterDeath && tries === 0) return HELLO_AFTER_DEATH_MS
  return HELLO_DEADLINES_MS[Math.min(tries, HELLO_TRIES - 1)]!
}
