import { beforeEach, describe, expect, test } from 'vitest'
import { meetSession } from '../../../src/ui/app/meet-session'
import { accountMark } from '../../../src/ui/state/account-drafts'
import { AccountModel } from '../../../src/ui/state/account-model'
import { keptApart, type Kept } from '../../../src/ui/state/kept'
import { noteLeft } from '../../../src/ui/state/left-accounts'
import { leavesByItself, NoticeModel, type Toast } from '../../../src/ui/state/notice-model'
import type { HubEvent } from '../../../src/workers/hub-events'

/** A tab: what it holds of the account, its messages, and what it keeps over a reload. */
class Tab {
  readonly account = new AccountModel()
  readonly notices = new NoticeModel(() => 0)

  constructor(readonly kept: Kept = keptApart()) {}

  meet(account: string | null, hasEnded = false): void {
    const session = account === null ? null : { account, name: account, kind: 'uta2' as const }
    const event: HubEvent = { type: 'session', session, hasEnded }
    meetSession(event, this)
  }

  get says(): readonly (string | undefined)[] {
    return this.notices.toasts.value.map((toast: Toast) => (toast.from === 'tab' ? toast.key : toast.notice.kind))
  }
}

describe('another account comes (I12, I16)', () => {
  let tab: Tab
  beforeEach(() => {
    tab = new Tab()
    tab.meet('account-1')
  })

  test('the first account of a page is no news', () => {
    expect(tab.says).toEqual([])
  })

  test('the session ends and a new account is given: said once, and it stays when the new one comes', () => {
    tab.notices.say('notLoaded')
    tab.meet(null, true)
    expect(tab.says).toEqual(['accountEnded'])
    tab.meet('account-2')
    expect(tab.says).toEqual(['accountEnded'])
    // Until somebody has read it; a refusal goes by itself.
    tab.notices.say('notLoaded', {}, { failure: true })
    expect(tab.notices.toasts.value.map(leavesByItself)).toEqual([false, true])
  })

  test('a hub that begins anew and returns to the same account says nothing', () => {
    tab.meet(null)
    tab.meet('account-1')
    expect(tab.says).toEqual([])
  })

  test('a page that slept through the change, or was loaded again after it, says so', () => {
    const reloaded = new Tab(tab.kept)
    reloaded.meet('account-2')
    expect(reloaded.says).toEqual(['accountEnded'])
    // Once: from here on it is the tab's own account.
    const again = new Tab(tab.kept)
    again.meet('account-2')
    expect(again.says).toEqual([])
  })

  test('a page that stood still or was loaded while another tab left the account says that, and no end by the exchange', () => {
    for (const isLoaded of [false, true]) {
      const page = new Tab()
      page.meet('account-1')
      // Another tab of the browser left it; this one was not told of the press.
      noteLeft(accountMark('account-1'), page.kept.local)
      const seen = isLoaded ? new Tab(page.kept) : page
      seen.meet('account-2', true)
      expect(seen.says).toEqual(['accountLeft'])
      expect(seen.notices.toasts.value.map(leavesByItself)).toEqual([false])
      // What the hub says of the session that ended is no news either.
      expect(seen.account.isOwnEnd).toBe(true)
      // The next account's end is the exchange's.
      seen.meet(null, true)
      expect(seen.says).toEqual(['accountEnded'])
    }
  })

  test('an account that was left and is in use again ends by the exchange', () => {
    noteLeft(accountMark('account-1'), tab.kept.local)
    tab.meet('account-1')
    tab.meet(null, true)
    expect(tab.says).toEqual(['accountEnded'])
    expect(tab.kept.local.keys()).toEqual([])
  })

  test('what is noted names no account, and a few at most', () => {
    for (let i = 0; i < 20; i++) noteLeft(accountMark(`uta2-${i}`), tab.kept.local)
    const text = JSON.stringify(tab.kept.local.keys().map((key) => tab.kept.local.getItem(key)))
    expect(text).not.toContain('uta2')
    expect(text.split(' ')).toHaveLength(8)
  })
})
