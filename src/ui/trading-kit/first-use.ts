import type { Kept } from '../state/kept'

/** Local storage keys of what a browser was told once: what take-profit can do (spec §9), and how to begin. */
export const FIRST_USES = { tpSl: 'feature.tp.sl.first', run: 'halyard.first-run' } as const
export type FirstUse = keyof typeof FIRST_USES

/** Whether this browser was told. Storage that refuses counts as told: a hint may not nag. */
export const firstUseIn = ({ local }: Kept, use: FirstUse) => ({
  isNew(): boolean {
    try {
      return local.getItem(FIRST_USES[use]) === null
    } catch {
      return false
    }
  },
  seen(): void {
    try {
      local.setItem(FIRST_USES[use], '1')
    } catch {
      // It is gone for as long as what it stands in is open.
    }
  },
})
