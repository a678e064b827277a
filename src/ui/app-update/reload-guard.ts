/** Reloads that the app makes by itself are at least this far apart (reliability.md S3). */
export const RELOAD_INTERVAL_MS = 30_000
const KEY = 'halyard-reloaded-at'

/** Whether a reload may happen now. @param lastMs when the last one was, or `null` */
export function mayReload(lastMs: number | null, nowMs: number): boolean {
  // A clock that was set back must not forbid reloads for ever.
  return lastMs === null || nowMs < lastMs || nowMs - lastMs >= RELOAD_INTERVAL_MS
}

/** Notes a reload and says whether it may happen; without storage there is no memory of it, so it may not. */
export function claimReload(nowMs: number): boolean {
  try {
    const saved = Number(sessionStorage.getItem(KEY) ?? Number.NaN)
    if (!mayReload(Number.isFinite(saved) ? saved : null, nowMs)) return false
    sessionStorage.setItem(KEY, String(nowMs))
    return true
  } catch {
    return false
  }
}
