import { expect, test } from 'vitest'
import { HubSession } from '../../../src/ui/account-menu/hub-session'
import { FAUCET_GIFTS } from '../../../src/workers/venue/sandbox/page-session'
import type { Read } from '../../../src/workers/hub-api'
import type { NamedAccount, VisitorAct } from '../../../src/workers/visitor-acts'

function sessionOf(answer: Read<readonly NamedAccount[]>) {
  const acts: VisitorAct[] = []
  const session = new HubSession({
    asVisitor: async (act) => {
      acts.push(act)
      return answer
    },
  })
  return { session, acts }
}

const done = (value: readonly NamedAccount[]) => ({ hasError: false, value, asOfMs: 0, fromCache: false }) as const

test('in the app’s own browser the account menu asks the hub, which alone has the token (issue 23.8)', async () => {
  const { session, acts } = sessionOf(done([{ account: 'pm-1', name: 'Swing' }]))
  expect([
    await session.change('pm'),
    await session.signOut(),
    await session.give(FAUCET_GIFTS[2]!),
    await session.rename('Day'),
  ]).toEqual(Array.from({ length: 4 }, () => ({ ok: true })))
  expect(await session.nameOf('pm-1')).toBe('Swing')
  expect(await session.nameOf('uta2-1')).toBeNull()
  expect(acts.slice(0, 5)).toEqual([
    { kind: 'change', account: 'pm' },
    { kind: 'signOut' },
    { kind: 'give', coin: 'BTC', amount: '1' },
    { kind: 'rename', name: 'Day' },
    { kind: 'list' },
  ])
})

test('what is refused has its code, and what has no answer has none', async () => {
  const refused = sessionOf({ hasError: true, message: 'too many', code: 10006 }).session
  expect(await refused.change('pm')).toEqual({ ok: false, code: 10006 })
  const lost = sessionOf({ hasError: true, message: 'requestTimeOut', code: null }).session
  expect([await lost.signOut(), await lost.nameOf('pm-1')]).toEqual([{ ok: false, code: null }, null])
})
