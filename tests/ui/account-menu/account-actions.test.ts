import { describe, expect, test, vi } from 'vitest'
import { AccountActions } from '../../../src/ui/account-menu/account-actions'
import { meetSession, tellsOwnEnd } from '../../../src/ui/app/meet-session'
import { accountMark } from '../../../src/ui/state/account-drafts'
import { wasLeft } from '../../../src/ui/state/left-accounts'
import { NoticeModel } from '../../../src/ui/state/notice-model'
import { followLeaves, tellLeave, type LeaveNews } from '../../../src/ui/state/leave-news'
import { NotifyCloses } from '../../../src/ui/state/notify-close'
import { FAUCET_GIFTS, PageSession, type PageAnswer } from '../../../src/workers/venue/sandbox/page-session'
import type { HubEvent } from '../../../src/workers/hub-events'
import { deskOf } from '../fixtures'

const OTHER = { account: 'pm-1', name: 'paper', kind: 'pm' } as const

function menuOf(answer: PageAnswer) {
  const desk = deskOf()
  const notices = new NoticeModel(() => 0, new NotifyCloses({ keepsChart: false }))
  const calls: string[] = []
  const call = (name: string) => (): Promise<PageAnswer> => {
    calls.push(name)
    return Promise.resolve(answer)
  }
  const app = { ...desk, notices }
  const told: LeaveNews[] = []
  const session = {
    change: call('change'),
    signOut: call('signOut'),
    give: call('give'),
    rename: call('rename'),
    nameOf: () => Promise.resolve('Swing trades'),
  }
  const actions = new AccountActions(app, session, (news) => told.push(news))
  const said = () => notices.toasts.value.map((toast) => (toast.from === 'tab' ? toast.key : toast.notice.kind))
  const meet = (session: typeof OTHER | null) => meetSession({ type: 'session', session, hasEnded: true }, app)
  const hear = (event: HubEvent): void => {
    if (!tellsOwnEnd(event, app.account)) notices.apply(event)
  }
  return { actions, account: app.account, kept: app.kept, calls, told, said, meet, hear }
}

describe('the account menu (issue 23.8)', () => {
  test('another account that was asked for is said so, and one that was not is a failure', async () => {
    const meant = menuOf({ ok: true })
    await meant.actions.change('pm')
    expect(wasLeft(accountMark('acc'), meant.kept.local)).toBe(true)
    meant.meet(OTHER)
    expect(meant.said()).toEqual(['accountChanged'])
    const unmeant = menuOf({ ok: true })
    unmeant.meet(OTHER)
    expect(unmeant.said()).toEqual(['accountEnded'])
  })

  test('what the exchange refuses, or does not answer, leaves the account in use, and its later end is a surprise', async () => {
    const refused = menuOf({ ok: false, code: 10006 })
    await refused.actions.signOut()
    expect(refused.said()).toEqual(['accountCallRefused'])
    refused.meet(OTHER)
    expect(refused.said()).toContain('accountEnded')
    expect(refused.told).toEqual(['leaves', 'stays'])
    // A page that was not told either takes its later end for the exchange's.
    expect(refused.kept.local.keys()).toEqual([])
    const lost = menuOf({ ok: false, code: null })
    await lost.actions.change('demo')
    expect(lost.said()).toEqual(['accountCallLost'])
  })

  test('a new name is told by what it is shown as; one that is refused is said', async () => {
    const taken = menuOf({ ok: true })
    expect([await taken.actions.rename('Swing'), taken.said()]).toEqual([true, []])
    const refused = menuOf({ ok: false, code: 10006 })
    expect([await refused.actions.rename('Swing'), refused.said()]).toEqual([false, ['accountCallRefused']])
  })

  test('the account in use is not asked for again; paper money is told', async () => {
    const { actions, calls, said } = menuOf({ ok: true })
    await actions.change('uta2')
    expect(calls).toEqual([])
    await actions.give(FAUCET_GIFTS[0]!)
    expect([calls, said()]).toEqual([['give'], ['faucetGave']])
  })
})

describe('what the hub says of a session that the trader ended', () => {
  const ended = (id: string): HubEvent => ({
    type: 'notice',
    notice: {
      id,
      kind: 'callRefused',
      order: null,
      intent: null,
      rejection: { code: 10007, reason: 'refusedByExchange', message: 'user not login', ext: {} },
      timeMs: 0,
    },
  })

  test('is no news, whether it comes before the end or after it; of the next end it is', async () => {
    const tab = menuOf({ ok: true })
    await tab.actions.change('pm')
    expect(tab.told).toEqual(['leaves'])
    tab.hear(ended('before'))
    tab.meet(null)
    tab.hear(ended('after'))
    tab.meet(OTHER)
    expect(tab.said()).toEqual(['accountChanged'])
    tab.meet(null)
    tab.hear(ended('next'))
    expect(tab.said()).toEqual(['accountEnded', 'callRefused'])
  })

  test('is no news in another tab either, which is told of the press and of what became of it', async () => {
    const tab = menuOf({ ok: true })
    const stop = followLeaves(tab.account)
    const surprised = menuOf({ ok: true })
    try {
      tellLeave('leaves')
      await vi.waitUntil(() => tab.account.isOwnEnd)
      tab.meet(null)
      tab.hear(ended('other tab'))
      expect(tab.said()).toEqual(['accountChanged'])
      surprised.meet(null)
      expect(surprised.said()).toEqual(['accountEnded'])
    } finally {
      stop()
    }
  })
})

describe('calls of the page about accounts', () => {
  const answers = (body: unknown) => {
    const asked: string[] = []
    const session = new PageSession(async (path, { method, body: text }) => {
      asked.push(`${method} ${path} ${String(text)}`)
      return { json: async () => body }
    })
    return { session, asked }
  }

  test('are done once the exchange says so', async () => {
    const { session, asked } = answers({ retCode: 0, result: { account: 'pm-1', name: 'Trader', kind: 'pm' } })
    expect(await session.change('pm')).toEqual({ ok: true })
    expect(await session.signOut()).toEqual({ ok: true })
    expect(asked).toEqual(['POST /sandbox/session {"account":"pm"}', 'DELETE /sandbox/session {}'])
  })

  test('an account of another kind than was asked for, a refusal and no answer are none', async () => {
    const other = answers({ retCode: 0, result: { account: 'a', name: 'Trader', kind: 'uta2' } })
    expect(await other.session.change('pm')).toEqual({ ok: false, code: null })
    expect(await answers({ retCode: 10006 }).session.signOut()).toEqual({ ok: false, code: 10006 })
    const dead = new PageSession(() => Promise.reject(new Error('offline')))
    expect(await dead.signOut()).toEqual({ ok: false, code: null })
  })
})
