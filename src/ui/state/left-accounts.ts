import type { KeptTexts } from './kept'

/** Marks of accounts that the trader left in some tab, the newest last: a page that slept meanwhile, or was loaded, looks here. */
const KEY = 'halyard.left'
/** A browser has one account of each kind. */
const KEPT_MAX = 8

function read(local: KeptTexts): readonly string[] {
  return (local.getItem(KEY) ?? '').split(' ').filter((one) => one !== '')
}

function change(local: KeptTexts, next: (marks: readonly string[]) => readonly string[]): void {
  try {
    const before = read(local)
    const after = next(before).slice(-KEPT_MAX)
    if (after.join(' ') === before.join(' ')) return
    if (after.length === 0) local.removeItem(KEY)
    else local.setItem(KEY, after.join(' '))
  } catch {
    // Without storage a page that slept says what it knows.
  }
}

/** @param mark of an account (`accountMark`), which does not name it */
export function noteLeft(mark: string, local: KeptTexts): void {
  change(local, (marks) => [...marks.filter((one) => one !== mark), mark])
}

/** It is in use, after all or again: its next end is news. */
export function forgetLeft(mark: string, local: KeptTexts): void {
  change(local, (marks) => marks.filter((one) => one !== mark))
}

export function wasLeft(mark: string | null, local: KeptTexts): boolean {
  try {
    return mark !== null && read(local).includes(mark)
  } catch {
    return false
  }
}
