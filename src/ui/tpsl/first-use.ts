const KEY = 'feature.tp.sl.first'

/** Whether this browser has shown what take-profit can do. Storage that refuses counts as shown: a hint may not nag. */
export const firstUse = {
  isNew(): boolean {
    try {
      return localStorage.getItem(KEY) === null
    } catch {
      return false
    }
  },
  seen(): void {
    try {
      localStorage.setItem(KEY, '1')
    } catch {
      // It is gone for as long as the form is open.
    }
  },
}
