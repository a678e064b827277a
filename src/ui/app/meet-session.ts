import type { HubEvent } from '../../workers/hub-events'
import { accountMark, claimDrafts, draftsOwner, dropDrafts } from '../state/account-drafts'
import type { App } from '../state/app-context'
import { forgetLeft, wasLeft } from '../state/left-accounts'

/** Spec §8. */
const NOT_SIGNED_IN = 10007

const END_WORDS = { meant: 'accountChanged', elsewhere: 'accountLeft', ended: 'accountEnded' } as const

/**
 * What was typed for an account, or told of it, goes with it (I12), before anything is drawn for the next one; what stands
 * on the page goes by `Pages`. A page that shows another account than before says so: its figures look like any account's,
 * and an exchange that was set back to before the account was opened gives the browser a new one without being asked.
 */
export function meetSession(
  event: HubEvent,
  { account, notices, kept }: Pick<App, 'account' | 'notices' | 'kept'>,
): void {
  const before = account.life.peek()
  account.apply(event)
  if (event.type !== 'session') return
  const former = draftsOwner(kept.session)
  if (event.session !== null) forgetLeft(accountMark(event.session.account), kept.local)
  // A tab that slept through a sign-out finds what it had for the one before.
  if (event.session !== null && !claimDrafts(event.session.account, kept.session)) account.endLife()
  if (account.life.peek() === before) return
  dropDrafts(kept.session)
  notices.clear()
  // A page that was loaded or stood still meanwhile was not told of the press.
  const end = account.takeLeave(wasLeft(former, kept.local))
  notices.say(END_WORDS[end], {}, { failure: end === 'ended' })
  if (event.session !== null) claimDrafts(event.session.account, kept.session)
}

/**
 * Whether a message of the hub says only that the session has ended, as the trader asked for in some tab of the browser: the
 * hub cannot know, and its message comes before or after the end itself.
 */
export function tellsOwnEnd(event: HubEvent, { isOwnEnd }: Pick<App['account'], 'isOwnEnd'>): boolean {
  if (event.type !== 'notice' || event.notice.kind !== 'callRefused') return false
  return isOwnEnd && event.notice.rejection?.code === NOT_SIGNED_IN
}
