/** A press of "Reload" holds for so long, should the page be loaded again before it has had its effect. */
export const PRESS_LIFE_MS = 30_000
const PRESS_KEY = 'halyard-update-pressed'

/** Notes that this tab's user wants the build that comes after `build`. */
export function notePress(build: string, nowMs: number): void {
  try {
    sessionStorage.setItem(PRESS_KEY, JSON.stringify({ build, atMs: nowMs }))
  } catch {
    // Without storage the press is good for this page alone.
  }
}

/** What a page is to a press: still of the build that was to be left, or of the one that came. */
export type PressEffect = 'none' | 'awaited' | 'here'

/** @returns what a press of this tab is to a page of `build`; it is told once */
export function takePress(build: string, nowMs: number): PressEffect {
  try {
    const saved: unknown = JSON.parse(sessionStorage.getItem(PRESS_KEY) ?? 'null')
    sessionStorage.removeItem(PRESS_KEY)
    if (typeof saved !== 'object' || saved === null || !('build' in saved) || !('atMs' in saved)) return 'none'
    const ageMs = nowMs - Number(saved.atMs)
    if (!(ageMs >= 0 && ageMs < PRESS_LIFE_MS)) return 'none'
    return saved.build === build ? 'awaited' : 'here'
  } catch {
    return 'none'
  }
}

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
