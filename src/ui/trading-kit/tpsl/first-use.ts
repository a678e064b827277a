import type { Kept } from '../../state/kept'

const KEY = 'feature.tp.sl.first'

/** Whether this browser has shown what take-profit can do. Storage that refuses counts as shown: a hint may not nag. */
export const firstUseIn = ({ local }: Kept) => ({
  isNew(): boolean {
    try {
      return local.getItem(KEY) === null
    } catch {
      return false
    }
  },
  seen(): void {
    try {
      local.setItem(KEY, '1')
    } catch {
      // It is gone for as long as the form is open.
    }
  },
})
