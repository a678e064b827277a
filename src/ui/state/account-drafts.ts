import { crc32 } from '../../base/crc32'
import type { AccountModel } from './account-model'
import { browserKept, type KeptTexts } from './kept'

/** Keys of what a tab's session storage holds of what was typed. */
const DRAFTS = /^halyard\.(?:ticket|strategy)\./
/** Tells whose they are, without naming the account. */
const OWNER_KEY = 'halyard.drafts-of'

interface Drafts<Key, Draft> {
  load(key: Key): Draft | null
  save(key: Key, draft: Draft): void
}

/** The same drafts for as long as the account is this one: a form of the former one writes nothing any more. */
export function draftsOfLife<Key, Draft>(account: AccountModel, drafts: Drafts<Key, Draft>): Drafts<Key, Draft> {
  const life = account.life.peek()
  return {
    load: (key) => drafts.load(key),
    save(key, draft) {
      if (account.life.peek() === life) drafts.save(key, draft)
    },
  }
}

/** What stands for an account where its name may not be kept. */
export function accountMark(account: string): string {
  return crc32(account).toString(16)
}

/** Mark of the account that the tab was of last, before it was loaded too; `null` for none. */
export function draftsOwner(session: KeptTexts = browserKept.session): string | null {
  try {
    return session.getItem(OWNER_KEY)
  } catch {
    return null
  }
}

/** @returns whether what the tab holds was typed for this account; what was not is gone by then */
export function claimDrafts(account: string, session: KeptTexts = browserKept.session): boolean {
  try {
    const mark = accountMark(account)
    const owner = session.getItem(OWNER_KEY)
    const isOurs = owner === null || owner === mark
    if (!isOurs) dropDrafts(session)
    session.setItem(OWNER_KEY, mark)
    return isOurs
  } catch {
    // Without storage there are none.
    return true
  }
}

export function dropDrafts(session: KeptTexts = browserKept.session): void {
  try {
    for (const key of session.keys()) if (DRAFTS.test(key) || key === OWNER_KEY) session.removeItem(key)
  } catch {
    // Without storage there are none.
  }
}
